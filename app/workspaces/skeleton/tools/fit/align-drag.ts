import { MathUtils, type Matrix4, type Ray, Vector3 } from "three/webgpu";
import { movedBy, scaledAbout, turnedAbout } from "../../../../../workers/geometry/placing";
import type { Placement } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import { formatFigure, formatLength } from "../../../../common/format";
import { angleOnRing, type Ring, slideOnRing, wrapped } from "../../../../viewport/geometry/ring-maths";
import type { RingTurn } from "../../../../viewport/gizmo/gizmo";
import type { DragModifiers } from "../../../../viewport/gizmo/rotate-drag";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { CanvasPoint } from "../../../../viewport/pointer/tool";
import { onPlane } from "../joint-place";
import type { AlignHandles, AlignPart } from "./align-handles";

const FINE = 0.1;
const TURN_STEP = MathUtils.degToRad(5);
const SCALE_STEP = 0.05;
/** A move snaps to this share of the mesh's diagonal. */
const MOVE_STEP = 0.01;

/** The transform and the size that drags measure with. */
export interface AlignMeasures {
  /** From the sequence's coordinates to the world. */
  world: Matrix4;
  /** The mesh's diagonal, in the sequence's unit. */
  diagonal: number;
  metresPerUnit: number;
}

/** A drag of a part of the gizmo. Computes the change of the placement, in the sequence's coordinates. */
export class AlignDrag {
  private readonly part: AlignPart;
  private readonly handles: AlignHandles;
  private readonly viewCamera: ViewCamera;
  private readonly measures: AlignMeasures;
  private readonly inverse: Matrix4;
  private last: CanvasPoint;
  /** Dragged so far: an angle, a logarithm of a scale, or a length along the axis. */
  private amount = 0;
  private readonly moved = new Vector3();
  private snapped = 0;
  /** The text beside the pointer. */
  readout = "";

  constructor(
    part: AlignPart,
    handles: AlignHandles,
    viewCamera: ViewCamera,
    at: CanvasPoint,
    measures: AlignMeasures,
  ) {
    this.part = part;
    this.handles = handles;
    this.viewCamera = viewCamera;
    this.last = at;
    this.measures = measures;
    this.inverse = measures.world.clone().invert();
  }

  /** The change of the placement at the pointer's current place. */
  move(to: CanvasPoint, { fine, snap }: DragModifiers): Placement {
    const share = fine ? FINE : 1;
    const { part, last } = this;
    this.last = to;
    if (part.does === "turn") return this.turned(share * this.turnStep(last, to), snap);
    if (part.does === "scale") return this.scaled(share * this.scaleStep(last, to), snap);
    return this.shifted(this.moveStep(last, to).multiplyScalar(share), snap);
  }

  private ray({ x, y }: CanvasPoint): Ray {
    return this.viewCamera.ray(x, y);
  }

  private get ring(): Ring {
    return this.handles.rings[this.part.does === "turn" ? this.part.ring : "view"];
  }

  private get centre(): Point {
    return this.handles.centre.clone().applyMatrix4(this.inverse).toArray() as Point;
  }

  private turnStep(from: CanvasPoint, to: CanvasPoint): number {
    const [before, after] = [this.ray(from), this.ray(to)];
    const [was, is] = [before, after].map((ray) => angleOnRing(this.ring, ray));
    if (was !== null && is !== null) return wrapped(is - was);
    return slideOnRing(this.ring, this.part.does === "turn" ? this.part.angle : 0, before, after);
  }

  private turned(by: number, snap: boolean): Placement {
    this.amount += by;
    this.snapped = snap ? Math.round(this.amount / TURN_STEP) * TURN_STEP : this.amount;
    this.readout = `${formatFigure(Math.round(10 * MathUtils.radToDeg(this.snapped)) / 10)}°`;
    const axis = this.ring.axis.clone().transformDirection(this.inverse).toArray() as Point;
    return turnedAbout(this.centre, axis, this.snapped);
  }

  /** The logarithm of the ratio of the pointer's distances from the centre, after and before. */
  private scaleStep(from: CanvasPoint, to: CanvasPoint): number {
    const [x, y] = this.viewCamera.onCanvas(this.handles.centre) ?? [0, 0];
    const away = (p: CanvasPoint) => Math.max(4, Math.hypot(p.x - x, p.y - y));
    return Math.log(away(to) / away(from));
  }

  private scaled(by: number, snap: boolean): Placement {
    this.amount += by;
    const free = Math.exp(this.amount);
    const scale = snap ? Math.max(SCALE_STEP, Math.round(free / SCALE_STEP) * SCALE_STEP) : free;
    this.snapped = scale - 1;
    this.readout = `×${formatFigure(scale)}`;
    return scaledAbout(this.centre, scale);
  }

  /** The movement of the pointer in the plane that faces the camera, or along the arrow. */
  private moveStep(from: CanvasPoint, to: CanvasPoint): Vector3 {
    const { part, handles } = this;
    const at = (p: CanvasPoint) => onPlane(this.viewCamera, p.x, p.y, handles.centre);
    if (part.does !== "shift") return at(to).sub(at(from));
    const axis = handles.axes[part.axis];
    return axis
      .clone()
      .multiplyScalar(alongAxis(this.ray(to), this.line) - alongAxis(this.ray(from), this.line));
  }

  private get line(): { origin: Vector3; axis: Vector3 } {
    const { handles, part } = this;
    return { origin: handles.centre, axis: handles.axes[part.does === "shift" ? part.axis : "x"] };
  }

  private shifted(by: Vector3, snap: boolean): Placement {
    const { diagonal, metresPerUnit } = this.measures;
    this.moved.add(by);
    const length = this.moved.length();
    const step = MOVE_STEP * diagonal;
    this.snapped = snap ? Math.round(length / step) * step : length;
    this.readout = formatLength(this.snapped * metresPerUnit);
    const shift = this.moved.clone().setLength(this.snapped).transformDirection(this.inverse);
    return movedBy(shift.multiplyScalar(this.snapped).toArray() as Point);
  }

  /** Whether nothing has changed, so that the drag was a click. */
  get still(): boolean {
    return this.snapped === 0;
  }

  /** The sector to draw; null unless a ring is dragged. */
  get turn(): RingTurn | null {
    const { part } = this;
    return part.does === "turn"
      ? { name: part.ring, ring: this.ring, from: part.angle, by: this.snapped }
      : null;
  }
}

/** The point of a line nearest to a ray, as the distance from its origin along its unit axis. */
function alongAxis(ray: Ray, { origin, axis }: { origin: Vector3; axis: Vector3 }): number {
  const between = ray.origin.clone().sub(origin);
  const cosine = axis.dot(ray.direction);
  const sine = Math.max(1 - cosine * cosine, 1e-4);
  return (between.dot(axis) - cosine * between.dot(ray.direction)) / sine;
}
