import { MathUtils, Quaternion, type Ray, type Vector3 } from "three/webgpu";
import type { Pose } from "../../../workers/model/rig/pose";
import { formatCount, formatFigure } from "../../common/format";
import { angleOnRing, type Ring, slideOnRing, wrapped } from "../geometry/ring-maths";
import type { RingName, RingTurn } from "./gizmo";

const FINE = 0.1;
const SNAP = MathUtils.degToRad(5);

export interface DragModifiers {
  /** A tenth of the way. */
  fine: boolean;
  /** Whole steps of five degrees. */
  snap: boolean;
}

/** What is turned, and how it was grabbed. */
export interface GrabbedRing {
  name: RingName;
  ring: Ring;
  /** Where on the ring the pointer was. */
  angle: number;
}

/** A bone turned about a ring by a drag. Poses are new ones: the one it began with is not written to. */
export class RotateDrag {
  private readonly start: Pose;
  private readonly bone: number;
  private readonly grabbed: GrabbedRing;
  /** The ring's axis as the bone's own rotation has it: in its parent. */
  private readonly axis: Vector3;
  private lastRay: Ray;
  /** Null where the ring is seen from its edge. */
  private lastAngle: number | null;
  private dragged = 0;
  private snapped = 0;

  /** `parent` is the rotation of the bone's parent in the world. */
  constructor(start: Pose, bone: number, grabbed: GrabbedRing, parent: Quaternion, ray: Ray) {
    this.start = start;
    this.bone = bone;
    this.grabbed = grabbed;
    this.axis = grabbed.ring.axis.clone().applyQuaternion(parent.clone().invert());
    this.lastRay = ray;
    this.lastAngle = angleOnRing(grabbed.ring, ray);
  }

  /** The pose with the pointer's ray where it is now. */
  move(ray: Ray, { fine, snap }: DragModifiers): Pose {
    this.dragged += this.step(ray) * (fine ? FINE : 1);
    this.snapped = snap ? Math.round(this.dragged / SNAP) * SNAP : this.dragged;
    const turned = new Quaternion()
      .fromArray(this.start.rotations, 4 * this.bone)
      .premultiply(new Quaternion().setFromAxisAngle(this.axis, this.snapped))
      .normalize();
    const rotations = this.start.rotations.slice();
    turned.toArray(rotations, 4 * this.bone);
    return { ...this.start, rotations };
  }

  private step(ray: Ray): number {
    const { ring, angle } = this.grabbed;
    const before = this.lastRay;
    this.lastRay = ray;
    if (this.lastAngle === null) return slideOnRing(ring, angle, before, ray);
    const now = angleOnRing(ring, ray);
    if (now === null) return 0;
    const step = wrapped(now - this.lastAngle);
    this.lastAngle = now;
    return step;
  }

  get turn(): RingTurn {
    const { name, ring, angle } = this.grabbed;
    return { name, ring, from: angle, by: this.snapped };
  }

  private get degrees(): number {
    return MathUtils.radToDeg(this.snapped);
  }

  /** Nothing was turned: a click. */
  get still(): boolean {
    return Math.abs(this.degrees) < 0.05;
  }

  /** "62.4°". */
  get readout(): string {
    return `${formatFigure(Math.round(10 * this.degrees) / 10)}°`;
  }

  /** "Rotate upperarm_L 62° about its z". */
  label(name: string): string {
    const about = this.grabbed.name === "view" ? "the view" : `its ${this.grabbed.name}`;
    return `Rotate ${name} ${formatCount(this.degrees)}° about ${about}`;
  }
}
