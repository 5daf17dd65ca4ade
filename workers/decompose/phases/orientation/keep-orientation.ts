/**
 * Keeps affine bones from reflecting. Least squares alone may turn a bone inside out in a frame where few vertices hold
 * one of its directions, and no node of a file, nor any normal, survives that.
 *
 * Where the 3x3 part M of a bone has a negative determinant, the bones are solved again under uᵀ M v >= FLOOR, a linear
 * constraint, with u and v such that it costs least (`cheapest-side.ts`). The other bones, and the other directions of
 * this one, give way as little as the error allows (`least-change.ts`). Determinants are not convex, so the nearest
 * bones may cost more than the bones of the last iteration. Other ways out follow then, so that the error never rises.
 */
import { BoneMetrics, type Solve } from "./bone-metrics";
import { reflecting } from "./reflecting";
import { type BasisBones, OrientationSearch } from "./search";

const MOST_HALVINGS = 40;

/** Whether a bone reflects in a frame. */
export const anyReflects = async (all: BasisBones, locked: Uint8Array | null): Promise<boolean> =>
  reflecting(await all.inFrames(), all.h, locked).length > 0;

/** The least-squares problem that found the bones. */
export interface LeastSquares {
  solve: Solve;
  /** The increase of the error if the bones at its minimum change by D, r rows of 4h numbers: tr(D N Dᵀ). */
  cost(change: Float64Array): number;
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
  const rows = await all.inFrames();
  const found = reflecting(rows, h, locked);
  if (found.length === 0) return;
  const free = { bones: bones.slice(), rows: rows.slice(), reflecting: found };
  bones.set(before);
  const start = (await all.inFrames()).slice();
  const isRight = reflecting(start, h, locked, 0).length === 0;
  const change = new Float64Array(bones.length);
  const costOf = (of: Float64Array) => {
    for (let at = 0; at < change.length; at++) change[at] = of[at] - free.bones[at];
    return cost(change);
  };
  const limit = isRight ? costOf(before) : Infinity;
  const isCheap = () => costOf(bones) <= limit;
  const search = new OrientationSearch(all, free, locked, new BoneMetrics(h, solve));
  if ((await search.nearest(() => !isCheap())) && isCheap()) return;
  if (isRight && (await search.between(start)) && isCheap()) return;
  // The error falls all the way from `before` to its minimum.
  bones.set(free.bones);
  for (let n = 0; n < MOST_HALVINGS && (await anyReflects(all, locked)); n++) {
    for (let i = 0; i < bones.length; i++) bones[i] = before[i] + 0.5 * (bones[i] - before[i]);
  }
}
