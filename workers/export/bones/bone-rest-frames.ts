/**
 * Rest frames and parents of a rig's joints in a file, such that translation, rotation and scale of every node give the
 * bones' matrices.
 *
 * A rigid bone needs one node, and so does an affine bone whose motion relative to its parent is a rotation and scales
 * along its own axes, as in a skeleton from a file whose joints scale. Any other affine bone needs a pair of nodes
 * (shear-factors.ts). Where a target cannot play pairs, it is a child of the armature, with the nearest transform
 * (stretch.ts).
 */

import { composeTrs, invertAffine, multiplyAffine } from "../../math/affine";
import { product3 } from "../../math/matrix3";
import type { Bone, Rig } from "../../model/rig/rig";
import { bestRestFrame, nearestRotationAndScale, quaternionMatrix, type RestFrame } from "./stretch";

/** Shear below this share of a bone's own size is rounding, and so is a scale that is nearer to 1. */
const EXACT = 2e-5;

/** A joint is attached if it stays this near to where its parent carries it, relative to the mesh. f32 rounds by more. */
const ATTACHED = 1e-5;

/** A joint without a rotation at rest. */
export const UPRIGHT = Float64Array.of(0, 0, 0, 1);

export interface JointFrame extends RestFrame {
  /** Parent bone of the joint, or -1 for the armature. */
  parent: number;
  /** Whether the joint reproduces the bone exactly. */
  exact: boolean;
  /** Whether that takes two nodes, because the bone shears. */
  pair: boolean;
  /** Whether the parent carries the joint's place in all frames, so that the bone only turns (and scales). */
  attached: boolean;
  /** Whether the bone keeps its size relative to its parent in all frames. */
  unscaled: boolean;
}

export const linearPart = (m: ArrayLike<number>, at: number) =>
  [0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => m[at + c]);

/** Second moments of the vertices of each bone about its head: Σ w² (v − head)(v − head)ᵀ, 9B. */
export function spreads({ bones, weights, rest }: Rig): Float64Array {
  const moments = new Float64Array(9 * bones.length);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      const d = bones[j].head.map((x, c) => rest[3 * i + c] - x);
      const w = weights.values[e] * weights.values[e];
      for (let c = 0; c < 9; c++) moments[9 * j + c] += w * d[Math.floor(c / 3)] * d[c % 3];
    }
  }
  return moments;
}

/** Place of joint `j` in frame `k`, M · T(head) · Q, row-major 3x4. */
export function nodePlace(rig: Rig, k: number, j: number, q: Float64Array): Float64Array {
  const at = 12 * (k * rig.bones.length + j);
  const m = rig.motion.subarray(at, at + 12);
  const [x, y, z] = rig.bones[j].head;
  const linear = product3(linearPart(m, 0), quaternionMatrix(q));
  return Float64Array.from({ length: 12 }, (_, c) => {
    const r = 4 * Math.floor(c / 4);
    return c % 4 < 3 ? linear[(3 * r) / 4 + (c % 4)] : m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3];
  });
}

export interface Trs {
  t: number[];
  q: Float64Array;
  s: Float64Array;
}

/** The node transform nearest to `place` below a parent at `above` (null: none); null below a flat parent. */
export function trsBelow(above: Float64Array | null, place: Float64Array, moments: Float64Array): Trs | null {
  const local = place.slice();
  if (above) {
    const back = new Float64Array(12);
    if (!invertAffine(back, 0, above, 0)) return null;
    multiplyAffine(local, 0, back, 0, place, 0);
  }
  return {
    t: [local[3], local[7], local[11]],
    ...nearestRotationAndScale(linearPart(local, 0), moments),
  };
}

/** The world transform of a node with `trs` below `above`. */
export function worldOf(above: Float64Array | null, { t, q, s }: Trs): Float64Array {
  const local = new Float64Array(12);
  composeTrs(local, 0, t, q, s);
  if (!above) return local;
  const world = new Float64Array(12);
  multiplyAffine(world, 0, above, 0, local, 0);
  return world;
}

/**
 * World transforms of joint `j` in all frames with this rest frame, whether they equal the bone's, and whether none
 * scales.
 * @param mustBeExact returns null at the first frame that differs.
 */
function tryFrame(
  rig: Rig,
  frames: ArrayLike<number>,
  j: number,
  frame: RestFrame,
  above: Float64Array[] | null,
  mustBeExact: boolean,
) {
  const worlds: Float64Array[] = [];
  let [exact, unscaled] = [true, true];
  for (let f = 0; f < frames.length; f++) {
    const place = nodePlace(rig, frames[f], j, frame.q);
    const trs = trsBelow(above?.[f] ?? null, place, frame.moments);
    if (!trs) return null;
    const world = worldOf(above?.[f] ?? null, trs);
    worlds.push(world);
    const size = Math.max(...linearPart(place, 0).map(Math.abs));
    exact &&= linearPart(world, 0).every((x, c) => Math.abs(x - linearPart(place, 0)[c]) <= EXACT * size);
    if (mustBeExact && !exact) return null;
    unscaled &&= trs.s.every((x) => Math.abs(x - 1) <= EXACT);
  }
  return { worlds, exact, unscaled };
}

/** Linear parts of bone `j` in all frames, relative to `above`; null below a flat parent. */
function linearsBelow(rig: Rig, frames: ArrayLike<number>, j: number, above: Float64Array[] | null) {
  const out = new Float64Array(9 * frames.length);
  for (let f = 0; f < frames.length; f++) {
    const local = nodePlace(rig, frames[f], j, UPRIGHT);
    if (above) {
      const back = new Float64Array(12);
      if (!invertAffine(back, 0, above[f], 0)) return null;
      multiplyAffine(local, 0, back, 0, local.slice(), 0);
    }
    out.set(linearPart(local, 0), 9 * f);
  }
  return out;
}

/** The largest coordinate of the rest pose. */
const extentOf = ({ rest }: Rig): number => rest.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** Where bone `j` carries the point `p` of the rest pose in frame `k`. */
function carried({ motion, bones }: Rig, k: number, j: number, [x, y, z]: Bone["head"]): Bone["head"] {
  const m = 12 * (k * bones.length + j);
  const to = (r: number) =>
    motion[m + r] * x + motion[m + r + 1] * y + motion[m + r + 2] * z + motion[m + r + 3];
  return [to(0), to(4), to(8)];
}

/** Whether bone `j` and its parent carry its head to the same place in all frames. */
function isAttached(rig: Rig, frames: ArrayLike<number>, j: number, parent: number, extent: number): boolean {
  if (parent < 0) return false;
  const { head } = rig.bones[j];
  const rounding = ATTACHED * Math.max(extent, ...head.map(Math.abs));
  for (let f = 0; f < frames.length; f++) {
    const [own, above] = [carried(rig, frames[f], j, head), carried(rig, frames[f], parent, head)];
    // Not a number is not attached either.
    if (!own.every((x, c) => Math.abs(x - above[c]) <= rounding)) return false;
  }
  return true;
}

/** Places of joint `j`, upright at rest, in all frames. */
const uprightPlaces = (rig: Rig, frames: ArrayLike<number>, j: number) =>
  Array.from(frames, (k) => nodePlace(rig, k, j, UPRIGHT));

/** What a file does with a bone that shears: two nodes that shear like it, or the nearest transform of one. */
export type Shear = "pairs" | "nearest";

/** The rest frames of the joints that lose least over `frames`. All clips of a file share them. */
export function boneRestFrames(rig: Rig, frames: ArrayLike<number>, shear: Shear = "pairs"): JointFrame[] {
  const straight = { q: UPRIGHT, moments: Float64Array.of(1, 1, 1) };
  const extent = extentOf(rig);
  const attached = (j: number, parent: number) => isAttached(rig, frames, j, parent, extent);
  if (rig.boneKind === "rigid") {
    return rig.bones.map(({ parent }, j) => ({
      ...straight,
      parent,
      exact: true,
      pair: false,
      attached: attached(j, parent),
      unscaled: true,
    }));
  }
  const moments = spreads(rig);
  const worlds: Float64Array[][] = [];
  return rig.bones.map(({ parent }, j): JointFrame => {
    const choices = parent < 0 ? [-1] : [parent, -1];
    for (const below of choices) {
      const above = below < 0 ? null : worlds[below];
      const linear = linearsBelow(rig, frames, j, above);
      if (!linear) continue;
      const plain = tryFrame(rig, frames, j, straight, above, true);
      const frame = plain ? straight : bestRestFrame(linear, moments.subarray(9 * j, 9 * j + 9));
      const tried = plain ?? tryFrame(rig, frames, j, frame, above, shear === "pairs" || below >= 0);
      if (tried) {
        worlds[j] = tried.worlds;
        const { exact, unscaled } = tried;
        return { ...frame, parent: below, exact, pair: false, unscaled, attached: attached(j, below) };
      }
      if (shear === "nearest") continue;
      worlds[j] = uprightPlaces(rig, frames, j);
      const place = { parent: below, attached: attached(j, below) };
      return { ...straight, ...place, exact: true, pair: true, unscaled: false };
    }
    throw new Error("A joint below the armature always has a rest frame.");
  });
}
