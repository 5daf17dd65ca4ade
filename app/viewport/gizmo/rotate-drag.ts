import { MathUtils, Quaternion, type Ray, type Vector3 } from "three/webgpu";
import { stopAtLimits } from "../../../workers/geometry/posing/limit-stop";
import { boneDirection } from "../../../workers/geometry/posing/posed-bones";
import type { Turn } from "../../../workers/geometry/posing/turns";
import type { Pose } from "../../../workers/model/rig/pose";
import type { Bone } from "../../../workers/model/rig/rig";
import { formatCount, formatFigure } from "../../common/format";
import { angleOnRing, type Ring, slideOnRing, wrapped } from "../geometry/ring-maths";
import type { RingName, RingTurn } from "./gizmo";

const FINE = 0.1;
const SNAP = MathUtils.degToRad(5);

export interface DragModifiers {
  /** Drags at a tenth of the speed. */
  fine: boolean;
  /** Snaps to steps of five degrees. */
  snap: boolean;
}

/** The grabbed ring, and where it was grabbed. */
export interface GrabbedRing {
  name: RingName;
  ring: Ring;
  /** The angle of the pointer on the ring. */
  angle: number;
}

/** Rotates a bone about a ring by a drag. Returns new poses, and never writes to the first one. */
export class RotateDrag {
  private readonly start: Pose;
  private readonly bone: number;
  private readonly grabbed: GrabbedRing;
  /** The ring's axis in the coordinates of the bone's parent. */
  private readonly axis: Vector3;
  private lastRay: Ray;
  /** Null if the ring is seen edge-on. */
  private lastAngle: number | null;
  private dragged = 0;
  private snapped = 0;
  private isStopped = false;
  private readonly limited: readonly Bone[] | null;

  /**
   * @param parent the rotation of the bone's parent in the world.
   * @param limited the rig's bones, if the bone keeps its limits; else null.
   */
  constructor(
    start: Pose,
    bone: number,
    grabbed: GrabbedRing,
    parent: Quaternion,
    ray: Ray,
    limited: readonly Bone[] | null = null,
  ) {
    this.start = start;
    this.bone = bone;
    this.grabbed = grabbed;
    this.limited = limited;
    this.axis = grabbed.ring.axis.clone().applyQuaternion(parent.clone().invert());
    this.lastRay = ray;
    this.lastAngle = angleOnRing(grabbed.ring, ray);
  }

  /** The pose for the pointer's current ray. */
  move(ray: Ray, { fine, snap }: DragModifiers): Pose {
    this.dragged += this.step(ray) * (fine ? FINE : 1);
    const wanted = snap ? Math.round(this.dragged / SNAP) * SNAP : this.dragged;
    this.snapped = this.stopped(wanted);
    this.isStopped = this.snapped !== wanted;
    const rotations = this.start.rotations.slice();
    rotations.set(this.turnedBy(this.snapped), 4 * this.bone);
    return { ...this.start, rotations };
  }

  /** The bone's rotation after a turn about the ring. */
  private turnedBy(angle: number): Turn {
    return new Quaternion()
      .fromArray(this.start.rotations, 4 * this.bone)
      .premultiply(new Quaternion().setFromAxisAngle(this.axis, angle))
      .normalize()
      .toArray() as Turn;
  }

  /** The angle, or the one at which the joint's limits stop it. */
  private stopped(angle: number): number {
    const { limited, bone } = this;
    const limits = limited?.[bone].limits;
    if (!limited || !limits) return angle;
    return stopAtLimits((part) => this.turnedBy(part), angle, boneDirection(limited, bone), limits);
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

  /** Whether nothing was rotated, so that the drag was a click. */
  get still(): boolean {
    return Math.abs(this.degrees) < 0.05;
  }

  /** "62.4°", and whether the joint is at its limit. */
  get readout(): string {
    return `${formatFigure(Math.round(10 * this.degrees) / 10)}°${this.isStopped ? ", at its limit" : ""}`;
  }

  /** "Rotate upperarm_L 62° about its z". */
  label(name: string): string {
    const about = this.grabbed.name === "view" ? "the view" : `its ${this.grabbed.name}`;
    return `Rotate ${name} ${formatCount(this.degrees)}° about ${about}`;
  }
}
