import { atLimit } from "../../../../../workers/geometry/posing/joint-limits";
import { type Pin, reachPinned, swivelled } from "../../../../../workers/geometry/posing/pinned-reach";
import { boneDirection, type PosedBones } from "../../../../../workers/geometry/posing/posed-bones";
import { swingGrip } from "../../../../../workers/geometry/posing/swing-grip";
import { turnAt } from "../../../../../workers/geometry/posing/turns";
import { dot, minus, plus, scaled } from "../../../../../workers/math/vectors";
import type { Pose } from "../../../../../workers/model/rig/pose";
import type { Bone } from "../../../../../workers/model/rig/rig";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import { formatCount, formatLength } from "../../../../common/format";
import type { DragModifiers } from "../../../../viewport/gizmo/rotate-drag";
import type { ReachSubject } from "./reach-subject";

const FINE = 0.1;
const SWING_STEP = Math.PI / 36;
/** An end is reported as out of reach if it stays farther from the pointer than this share of the mesh's diagonal. */
const OUT = 0.01;

export type ReachPart = "handle" | "bend";

/** The dragged chain, and the pose at the start. */
export interface ReachHeld extends ReachSubject {
  bones: readonly Bone[];
  pose: Pose;
  posed: PosedBones;
  pins: Pin[];
}

/** The measures of a drag: lengths in the sequence's unit. */
export interface ReachMeasures {
  keepLimits: boolean;
  /** The mesh's diagonal. */
  diagonal: number;
  /** The steps in which the handle snaps. */
  step: number;
  metresPerUnit: number;
  /** Unit directions of the view, across and up, in the sequence's coordinates: the handle moves in their plane. */
  across: readonly [Point, Point];
}

/** Drags an end or the bend of a chain. Returns new poses, and never writes to the first one. */
export class ReachDrag {
  private readonly held: ReachHeld;
  private readonly part: ReachPart;
  private readonly measures: ReachMeasures;
  private readonly from: Point;
  private last: Point;
  private dragged: Point = [0, 0, 0];
  /** The text beside the pointer. */
  readout = "";

  /** @param grabbed the place of the pointer, in the sequence's coordinates. */
  constructor(held: ReachHeld, part: ReachPart, grabbed: Point, measures: ReachMeasures) {
    const { posed, chain, end, bend } = held;
    this.held = held;
    this.part = part;
    this.measures = measures;
    this.last = grabbed;
    const place = posed.place(end);
    this.from =
      part === "bend" && bend !== null ? swingGrip(posed.heads[chain[0]], place, posed.heads[bend]) : place;
  }

  /** The pose for the pointer's current place. */
  move(to: Point, { fine, snap }: DragModifiers): Pose {
    this.dragged = plus(this.dragged, scaled(minus(to, this.last), fine ? FINE : 1));
    this.last = to;
    return this.part === "bend" ? this.swung(snap) : this.reached(snap);
  }

  private swung(snap: boolean): Pose {
    const { held, measures, from, dragged } = this;
    const { chain, bend } = held;
    const ask = { ...held, keepLimits: measures.keepLimits };
    const found = swivelled(ask, chain, bend ?? chain[0], plus(from, dragged), snap ? SWING_STEP : 0);
    const degrees = `${formatCount((180 / Math.PI) * found.angle)}°`;
    const limited = found.stopped ? `${held.bones[chain[0]].name} is at its limit` : null;
    const why = found.heldBack ? "held by its pins" : limited;
    this.readout = why ? `${degrees}, ${why}` : degrees;
    return found.pose;
  }

  private reached(snap: boolean): Pose {
    const { held, measures, from } = this;
    const { chain } = held;
    const { keepLimits, step, across, metresPerUnit } = measures;
    const snapped = (axis: Point) => scaled(axis, step * Math.round(dot(this.dragged, axis) / step));
    const by = snap ? plus(snapped(across[0]), snapped(across[1])) : this.dragged;
    const target = plus(from, by);
    const result = reachPinned({ ...held, target, chain: chain.length, keepLimits });
    const length = formatLength(metresPerUnit * Math.hypot(...by));
    const isOut = result.missing > OUT * measures.diagonal;
    const why = result.heldBack ? "held by its pins" : isOut ? this.stoppedBy(result.pose) : null;
    this.readout = why ? `${length}, ${why}` : length;
    return result.pose;
  }

  /** Why the end does not reach the pointer: a joint of the chain is at its limit, or the chain is too short. */
  private stoppedBy({ rotations }: Pose): string {
    const { bones, chain } = this.held;
    const joint = this.measures.keepLimits
      ? chain.find((j) => {
          const { limits } = bones[j];
          return limits && atLimit(turnAt(rotations, j), boneDirection(bones, j), limits);
        })
      : undefined;
    return joint === undefined ? "out of reach" : `${bones[joint].name} is at its limit`;
  }

  /** "Reach with hand_L". */
  get label(): string {
    const { bones, bend, chain, end } = this.held;
    if (this.part === "bend" && bend !== null) return `Swing ${bones[bend].name}`;
    return `${chain.length === 0 ? "Move" : "Reach with"} ${bones[end.bone].name}`;
  }
}
