import { determinant3 } from "../../../math/matrix3";
import type { BoneMetrics } from "./bone-metrics";
import { cheapestSide, partOf } from "./cheapest-side";
import type { Constraint } from "./constraint";
import { type Basis, FrameProducts } from "./frame-products";
import { LeastChange } from "./least-change";
import { LEAST_DETERMINANT, reflecting } from "./reflecting";

/** The size that a bone keeps in the direction that would reflect. */
const FLOOR = 0.02;
const MOST_ROUNDS = 12;
const BISECTIONS = 30;
/** After so many rounds, the search ends if the bones cost too much. Before, their constraints may still turn. */
const TURNS = 2;

/** Bones over a trajectory basis. */
export interface BasisBones extends Basis {
  /** r rows of 4h numbers. */
  bones: Float64Array;
  h: number;
  /** The rows of the current bones in all frames, 3F rows of 4h numbers. The next call overwrites them. */
  inFrames(): Promise<Float64Array>;
}

/** Bones at a minimum of the error. */
export interface FreeBones {
  /** r rows of 4h numbers. */
  bones: Float64Array;
  /** The rows of these bones in all frames: 3F rows of 4h numbers. */
  rows: Float64Array;
  /** frame · h + bone of every part that reflects. */
  reflecting: readonly number[];
}

/** Constraints for a round, from those that the last round needed and the parts that reflect now. */
type Constrain = (kept: Constraint[], rows: Float64Array, found: readonly number[]) => Constraint[] | null;

/** The search for bones that do not reflect, from a minimum of the error where some do. */
export class OrientationSearch {
  private readonly all: BasisBones;
  private readonly free: FreeBones;
  private readonly locked: Uint8Array | null;
  private readonly metrics: BoneMetrics;
  private readonly least: LeastChange;

  constructor(all: BasisBones, free: FreeBones, locked: Uint8Array | null, metrics: BoneMetrics) {
    this.all = all;
    this.free = free;
    this.locked = locked;
    this.metrics = metrics;
    this.least = new LeastChange(all, FrameProducts.of(all), 4 * all.h, metrics.response);
  }

  /**
   * The nearest bones that do not reflect. Constraints turn with the bones that they change.
   * @param isDear whether the bones cost too much. If so, the search ends, because more constraints would cost more.
   */
  async nearest(isDear: () => boolean): Promise<boolean> {
    const { h } = this.all;
    const part = new Float64Array(9);
    let round = 0;
    return this.rounds((kept, rows, found) => {
      if (round++ >= TURNS && isDear()) return null;
      const held = new Map(kept.map((one) => [one.frame * h + one.bone, one]));
      for (const key of found) if (!held.has(key)) held.set(key, this.constraintAt(key));
      for (const { frame, bone, u, v } of held.values()) {
        partOf(rows, h, frame, bone, part);
        cheapestSide(part, this.metrics.of(bone).w, u, v);
      }
      return [...held.values()];
    });
  }

  /**
   * Bones that cost less than `start`, which do not reflect either. Each constraint holds the side of a part where it
   * begins to reflect on the way from `start`. `start` meets them all, so the minimum under them costs less.
   * @param start rows of the bones in all frames.
   */
  async between(start: Float64Array): Promise<boolean> {
    const { h } = this.all;
    const [from, to] = [new Float64Array(9), new Float64Array(9)];
    return this.rounds((kept, rows, found) => {
      for (const key of found) {
        const one = this.constraintAt(key);
        partOf(start, h, one.frame, one.bone, from);
        partOf(rows, h, one.frame, one.bone, to);
        cheapestSide(whereItTurns(from, to), this.metrics.of(one.bone).w, one.u, one.v);
        one.floor = Math.max(0, Math.min(FLOOR, along(one, from)));
        kept.push(one);
      }
      return kept;
    });
  }

  private constraintAt(key: number): Constraint {
    const bone = key % this.all.h;
    const frame = (key - bone) / this.all.h;
    return { frame, bone, u: new Float64Array(3), v: new Float64Array(3), lambda: 0, floor: FLOOR };
  }

  /** Adds constraints where bones reflect, until none does. Returns false if some still reflect in the end. */
  private async rounds(constrain: Constrain): Promise<boolean> {
    const { all, free, locked } = this;
    const { bones, h } = all;
    const change = new Float64Array(bones.length);
    let kept: Constraint[] = [];
    let { rows, reflecting: found } = free;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const constraints = constrain(kept, rows, found);
      if (!constraints) return false;
      constraints.sort((a, b) => a.frame - b.frame);
      kept = this.least.solve(constraints, free.rows, change);
      for (let at = 0; at < bones.length; at++) bones[at] = free.bones[at] + change[at];
      rows = await all.inFrames();
      found = reflecting(rows, h, locked);
      if (found.length === 0) return true;
    }
    return false;
  }
}

const along = ({ u, v }: Constraint, m: ArrayLike<number>): number =>
  [0, 1, 2].reduce((sum, r) => sum + u[r] * (m[3 * r] * v[0] + m[3 * r + 1] * v[1] + m[3 * r + 2] * v[2]), 0);

/** The last part on the way from one that does not reflect to one that does, up to rounding. */
function whereItTurns(from: Float64Array, to: Float64Array): Float64Array {
  const part = new Float64Array(9);
  const goTo = (t: number) => {
    for (let n = 0; n < 9; n++) part[n] = from[n] + t * (to[n] - from[n]);
    return part;
  };
  let [low, high] = [0, 1];
  for (let n = 0; n < BISECTIONS; n++) {
    const middle = (low + high) / 2;
    if (determinant3(goTo(middle)) > LEAST_DETERMINANT) low = middle;
    else high = middle;
  }
  return goTo(low);
}
