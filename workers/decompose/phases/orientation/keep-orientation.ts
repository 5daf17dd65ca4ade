/**
 * Keeps affine bones from reflecting. Least squares alone may turn a bone inside out in a frame where few vertices hold
 * one of its directions, and no node of a file, nor any normal, survives that.
 *
 * Where the 3x3 part M of a bone has a negative determinant, the bones are solved again under uᵀ M v = FLOOR, a linear
 * constraint, with u and v such that it costs least (`cheapest-side.ts`). The other bones, and the other directions of
 * this one, give way as little as the error allows (`least-change.ts`). Determinants are not convex, so the nearest
 * bones may cost more than the bones of the last iteration. Other ways out follow then, so that the error never rises.
 */
import { determinant3 } from "../../../math/matrix3";
import { cheapestSide, partOf, whitening } from "./cheapest-side";
import { type Constraint, LeastChange, type Responses } from "./least-change";

/** The size that a bone keeps in the direction that would reflect. */
const FLOOR = 0.02;
/** Determinants up to this count as reflecting: in a file they are rounded to f32. */
const LEAST_DETERMINANT = 1e-6;
const MOST_ROUNDS = 12;
const MOST_HALVINGS = 40;
const BISECTIONS = 30;
/** How often constraints may be dropped between two searches for bones that reflect. */
const MOST_RELEASES = 3;
/** Rounds in which constraints may turn before the search looks at their cost. */
const TURNS = 2;

/** Bones over a trajectory basis. */
export interface BasisBones {
  /** r rows of 4h numbers. */
  bones: Float64Array;
  rank: number;
  h: number;
  /** 3F rows of `stride` numbers, with orthonormal columns. */
  basis: Float64Array;
  stride: number;
  /** The rows of the current bones in all frames, 3F rows of 4h numbers. The next call overwrites them. */
  inFrames(): Promise<Float64Array>;
}

type Solve = (x: Float64Array) => void;

/** Frame and bone of every part that reflects. */
function reflecting(
  rows: Float64Array,
  h: number,
  locked: Uint8Array | null,
  least = LEAST_DETERMINANT,
): [frame: number, bone: number][] {
  const found: [number, number][] = [];
  const width = 4 * h;
  const frames = rows.length / (3 * width);
  for (let frame = 0; frame < frames; frame++) {
    for (let bone = 0; bone < h; bone++) {
      if (locked?.[bone]) continue;
      const x = 3 * frame * width + 4 * bone;
      const [y, z] = [x + width, x + 2 * width];
      const determinant =
        rows[x] * (rows[y + 1] * rows[z + 2] - rows[y + 2] * rows[z + 1]) -
        rows[x + 1] * (rows[y] * rows[z + 2] - rows[y + 2] * rows[z]) +
        rows[x + 2] * (rows[y] * rows[z + 1] - rows[y + 1] * rows[z]);
      if (determinant <= least) found.push([frame, bone]);
    }
  }
  return found;
}

/** Whether a bone reflects in a frame. */
export const anyReflects = async (all: BasisBones, locked: Uint8Array | null): Promise<boolean> =>
  reflecting(await all.inFrames(), all.h, locked).length > 0;

/** The columns of N⁻¹ that belong to each bone, and the bone's W. They are computed on demand. */
class BoneMetrics {
  private readonly h: number;
  private readonly solve: Solve;
  private readonly known = new Map<number, { response: Float64Array; w: Float64Array }>();

  constructor(h: number, solve: Solve) {
    this.h = h;
    this.solve = solve;
  }

  readonly response: Responses = (bone) => this.of(bone).response;

  of(bone: number): { response: Float64Array; w: Float64Array } {
    const known = this.known.get(bone);
    if (known) return known;
    const width = 4 * this.h;
    const response = new Float64Array(3 * width);
    const own = new Float64Array(9);
    for (let axis = 0; axis < 3; axis++) {
      const row = response.subarray(axis * width, (axis + 1) * width);
      row[4 * bone + axis] = 1;
      this.solve(row);
      own.set(row.subarray(4 * bone, 4 * bone + 3), 3 * axis);
    }
    const found = { response, w: whitening(own) };
    this.known.set(bone, found);
    return found;
  }
}

/** The least-squares problem that found the bones. */
export interface LeastSquares {
  /** x ← N⁻¹ x, 4h numbers, with the rows and columns of locked bones left out. */
  solve: Solve;
  /** The increase of the error if the bones at its minimum change by D, r rows of 4h numbers: tr(D N Dᵀ). */
  cost(change: Float64Array): number;
}

/** A constraint, and the value that it requires. */
type Floor = Constraint & { floor: number };

/** The constraint that keeps a part on its side at the least cost. */
function constraintOf(
  { rank, basis, stride }: BasisBones,
  frame: number,
  bone: number,
  { u, v }: { u: ArrayLike<number>; v: Float64Array },
): Floor {
  const a = new Float64Array(rank);
  for (let axis = 0; axis < 3; axis++) {
    const row = (3 * frame + axis) * stride;
    for (let q = 0; q < rank; q++) a[q] += u[axis] * basis[row + q];
  }
  return { bone, a, v, lambda: 0, floor: FLOOR };
}

/** The search for bones that do not reflect, from a minimum of the error where some do. */
class Search {
  private readonly all: BasisBones;
  private readonly free: Float64Array;
  private readonly locked: Uint8Array | null;
  private readonly metrics: BoneMetrics;

  constructor(all: BasisBones, locked: Uint8Array | null, metrics: BoneMetrics) {
    this.all = all;
    this.free = all.bones.slice();
    this.locked = locked;
    this.metrics = metrics;
  }

  /**
   * The nearest bones that do not reflect. Constraints turn with the bones that they change.
   * @param isDear whether the bones cost too much. If so, the search ends, because more constraints would cost more.
   */
  async nearest(isDear: () => boolean): Promise<boolean> {
    const { all, metrics } = this;
    const { h } = all;
    const held = new Map<number, Floor>();
    let round = 0;
    return this.rounds((rows, found) => {
      if (round++ >= TURNS && isDear()) return null;
      const keys = new Set([...found.map(([frame, bone]) => frame * h + bone), ...held.keys()]);
      for (const key of keys) {
        const [frame, bone] = [Math.floor(key / h), key % h];
        const side = cheapestSide(partOf(rows, h, frame, bone), metrics.of(bone).w);
        const lambda = held.get(key)?.lambda ?? 0;
        held.set(key, { ...constraintOf(all, frame, bone, side), lambda });
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
    const { all, metrics } = this;
    const { h } = all;
    let held: Floor[] = [];
    const isNeeded = ({ lambda }: Floor) => lambda >= 0;
    return this.rounds((rows, found) => {
      held = held.filter(isNeeded);
      for (const [frame, bone] of found) {
        const [from, to] = [start, rows].map((each) => partOf(each, h, frame, bone));
        const side = cheapestSide(whereItTurns(from, to), metrics.of(bone).w);
        const floor = Math.max(0, Math.min(FLOOR, along(side, from)));
        held.push({ ...constraintOf(all, frame, bone, side), floor });
      }
      return held;
    }, isNeeded);
  }

  /**
   * Adds constraints where bones reflect, until none does. Returns false if bones still reflect after the last round.
   * @param isNeeded whether a constraint stays. One that pulls a part down to its floor can be dropped.
   */
  private async rounds(
    constrain: (rows: Float64Array, found: readonly [frame: number, bone: number][]) => Floor[] | null,
    isNeeded: (constraint: Floor) => boolean = () => true,
  ): Promise<boolean> {
    const { all, free, locked } = this;
    const { bones, h } = all;
    bones.set(free);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const rows = await all.inFrames();
      const found = reflecting(rows, h, locked);
      if (found.length === 0) return true;
      let constraints = constrain(rows, found);
      if (!constraints) return false;
      this.meet(constraints);
      for (let n = 0; n < MOST_RELEASES && !constraints.every(isNeeded); n++) {
        constraints = constraints.filter(isNeeded);
        this.meet(constraints);
      }
    }
    return !(await anyReflects(all, locked));
  }

  /** Changes the free bones so that they meet the constraints at the least cost. */
  private meet(constraints: readonly Floor[]): void {
    const { all, free, metrics } = this;
    const { bones, rank, h } = all;
    const least = new LeastChange(constraints, rank, 4 * h, metrics.response);
    const change = least.solve(least.values(free).map((now, c) => constraints[c].floor - now));
    for (let at = 0; at < bones.length; at++) bones[at] = free[at] + change[at];
  }
}

const along = ({ u, v }: { u: ArrayLike<number>; v: ArrayLike<number> }, m: ArrayLike<number>): number =>
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

/**
 * Changes the bones that least squares has found, so that none reflects and they cost no more than `before`. It tries
 * three ways: the nearest bones; then bones on the side of `before`; then a part of the way from `before`.
 * @param before bones that do not reflect. If they do, the nearest bones are the result, whatever they cost.
 */
export async function keepOrientation(
  all: BasisBones,
  before: Float64Array,
  locked: Uint8Array | null,
  { solve, cost }: LeastSquares,
): Promise<void> {
  const { bones, h } = all;
  const free = bones.slice();
  if (!(await anyReflects(all, locked))) return;
  bones.set(before);
  const start = (await all.inFrames()).slice();
  const isRight = reflecting(start, h, locked, 0).length === 0;
  const limit = isRight ? cost(before.map((x, at) => x - free[at])) : Infinity;
  const isCheap = () => cost(bones.map((x, at) => x - free[at])) <= limit;
  bones.set(free);
  const search = new Search(all, locked, new BoneMetrics(h, solve));
  if ((await search.nearest(() => !isCheap())) && isCheap()) return;
  if (isRight && (await search.between(start)) && isCheap()) return;
  // The error falls all the way from `before` to its minimum.
  bones.set(free);
  for (let n = 0; n < MOST_HALVINGS && (await anyReflects(all, locked)); n++) {
    for (let i = 0; i < bones.length; i++) bones[i] = before[i] + 0.5 * (bones[i] - before[i]);
  }
}
