/**
 * Rest frames and parents of a rig's joints in a file, such that translation, rotation and scale of every node give the
 * bones' matrices.
 *
 * A rigid bone needs one node, and so does an affine bone whose motion relative to its parent is a rotation and scales
 * along its own axes, as in a skeleton from a file whose joints scale. Any other affine bone needs a pair of nodes
 * (shear-factors.ts). If a target cannot play pairs, the bone is a child of the armature, with the nearest transform
 * (stretch.ts). Joints keep their own axes at rest, if they have some (`restAxes`).
 */

import { composeTrs, invertAffine, multiplyAffine } from "../../math/affine";
import { product3 } from "../../math/matrix3";
import { type Axes, restAxes } from "../../model/rig/axes";
import type { Bone, Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import {
  bestRestFrame,
  momentsAlong,
  nearestRotationAndScale,
  quaternionMatrix,
  type RestFrame,
  restFrame,
} from "./stretch";

/** Shear below this share of a bone's own size is rounding, and so is a scale that is this near to 1. */
const EXACT = 2e-5;

/**
 * A joint is attached if it stays this near to where its parent carries it, relative to the mesh. The rounding of f32
 * is smaller.
 */
const ATTACHED = 1e-5;

/** Frames from one checkpoint to the next. */
const STRIDE = 256;

/** A joint without a rotation at rest. */
const UPRIGHT = Float64Array.of(0, 0, 0, 1);

export interface JointFrame extends RestFrame {
  /** Parent bone of the joint, or -1 for the armature. */
  parent: number;
  /** Whether the joint reproduces the bone exactly. */
  exact: boolean;
  /** Whether the joint needs two nodes, because the bone shears. */
  pair: boolean;
  /** Whether the parent carries the joint's place in all frames, so that the bone only turns (and scales). */
  attached: boolean;
  /** Whether the bone keeps its size relative to its parent in all frames. */
  unscaled: boolean;
}

export const linearPart = (m: ArrayLike<number>, at: number) =>
  [0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => m[at + c]);

/**
 * Second moments of the vertices of each bone about its head, Σ w² (v − head)(v − head)ᵀ, along the axes of the mesh,
 * 9B.
 */
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

/** `spreads` along the joints' own axes. */
export function ownSpreads(rig: Rig): Float64Array {
  const moments = spreads(rig);
  for (const [j, axes] of restAxes(rig.bones).entries()) {
    if (axes) moments.set(momentsAlong(axes, moments.subarray(9 * j, 9 * j + 9)), 9 * j);
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

/** How a file stores a bone that shears: two nodes that shear like it, or one node with the nearest transform. */
export type Shear = "pairs" | "nearest";

/** The data that all joints of a rig share while their rest frames are found. */
interface Search {
  rig: Rig;
  /** B. */
  axes: readonly (Axes | null)[];
  frames: ArrayLike<number>;
  shear: Shear;
  extent: number;
  /** 9B. */
  moments: Float64Array;
  /** World transforms of the joints so far, for each frame. */
  worlds: Float64Array[][];
  task: Task;
}

/**
 * World transforms of joint `j` in all frames with this rest frame; whether they equal the bone's; and whether none
 * scales.
 * @param mustBeExact returns null at the first frame that differs.
 */
async function tryFrame(
  { rig, frames, task }: Search,
  j: number,
  frame: RestFrame,
  above: Float64Array[] | null,
  mustBeExact: boolean,
) {
  const worlds: Float64Array[] = [];
  let [exact, unscaled] = [true, true];
  for (let f = 0; f < frames.length; f++) {
    if (f % STRIDE === 0) await task.checkpoint();
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
    // NaN is not attached either.
    if (!own.every((x, c) => Math.abs(x - above[c]) <= rounding)) return false;
  }
  return true;
}

/** Places of joint `j` in all frames. */
const placesOf = (rig: Rig, frames: ArrayLike<number>, j: number, q: Float64Array) =>
  Array.from(frames, (k) => nodePlace(rig, k, j, q));

/** The rest frame of a joint that nothing but its own axes turns. */
const plainFrame = (axes: Axes | null): RestFrame => ({
  q: axes ? Float64Array.from(axes) : UPRIGHT,
  moments: Float64Array.of(1, 1, 1),
});

/** The rest frame for the nearest transform of a bone that shears. A joint with its own axes keeps them. */
function nearestFrame(axes: Axes | null, linear: Float64Array, moments: Float64Array): RestFrame {
  if (!axes) return bestRestFrame(linear, moments);
  return restFrame(Float64Array.from(axes), moments);
}

/** The rest frame of joint `j` of an affine rig. The rest frames of the joints before it are known. */
async function affineRestFrame(search: Search, j: number): Promise<JointFrame> {
  const { rig, frames, shear, extent, moments, worlds } = search;
  const axes = search.axes[j];
  const own = plainFrame(axes);
  const { parent } = rig.bones[j];
  for (const below of parent < 0 ? [-1] : [parent, -1]) {
    const above = below < 0 ? null : worlds[below];
    const linear = linearsBelow(rig, frames, j, above);
    if (!linear) continue;
    const attached = isAttached(rig, frames, j, below, extent);
    const plain = await tryFrame(search, j, own, above, true);
    const frame = plain ? own : nearestFrame(axes, linear, moments.subarray(9 * j, 9 * j + 9));
    const tried = plain ?? (await tryFrame(search, j, frame, above, shear === "pairs" || below >= 0));
    if (tried) {
      worlds[j] = tried.worlds;
      const { exact, unscaled } = tried;
      return { ...frame, parent: below, exact, pair: false, unscaled, attached };
    }
    if (shear === "nearest") continue;
    worlds[j] = placesOf(rig, frames, j, own.q);
    return { ...own, parent: below, attached, exact: true, pair: true, unscaled: false };
  }
  throw new Error("A joint below the armature always has a rest frame.");
}

/** The rest frames of the joints with the least error over `frames`. All clips of a file share them. */
export async function boneRestFrames(
  rig: Rig,
  frames: ArrayLike<number>,
  task: Task,
  shear: Shear = "pairs",
): Promise<JointFrame[]> {
  const axes = restAxes(rig.bones);
  const search: Search = {
    ...{ rig, axes, frames, shear, extent: extentOf(rig), worlds: [], task },
    moments: rig.boneKind === "rigid" ? new Float64Array(0) : spreads(rig),
  };
  const out: JointFrame[] = [];
  for (const [j, { parent }] of rig.bones.entries()) {
    task.progress({
      phase: "Placing joints",
      done: j / rig.bones.length,
      detail: `bone ${j + 1} of ${rig.bones.length}`,
    });
    await task.checkpoint();
    if (rig.boneKind === "affine") out.push(await affineRestFrame(search, j));
    else {
      const attached = isAttached(rig, frames, j, parent, search.extent);
      out.push({ ...plainFrame(axes[j]), parent, exact: true, pair: false, attached, unscaled: true });
    }
  }
  return out;
}
