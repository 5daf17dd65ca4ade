/**
 * The rotations of nodes as curves of angles, for formats whose keys are angles that blend evenly.
 *
 * Such a blend leaves the shortest way between two rotations, most of all if the middle axis is near a quarter turn. So
 * each node has the order of axes in which its motion stays nearest to that way, and more keys if few are not enough.
 */
import { rotationMatrix } from "../../math/quaternion";
import { angleBetween, slerp } from "../../math/slerp";
import { ROTATION_ORDERS, type RotationOrder } from "../../model/files/export/skeleton-export";
import type { Task } from "../../model/task";
import type { ClipContent } from "../motion/prepare-clips";
import type { BoneTracks } from "./bone-tracks";
import { axesOf, eulerAngles } from "./euler-angles";
import { keyTracks } from "./key-tracks";

/** One clip of a node. */
export interface EulerClip {
  /** The moments of the keys, ascending. */
  moments: Uint32Array;
  /** Radians, three for each key, without jumps. */
  angles: Float64Array;
}

export interface EulerTrack {
  /** R_i(a) · R_j(b) · R_k(c) with the axes i, j, k; angles come in this order. */
  order: RotationOrder;
  /** Angles at rest. */
  rest: number[];
  clips: EulerClip[];
}

/**
 * How far a blend of angles may move a vertex, relative to the effect of the keys that are left out. Formats with
 * angles leave out fewer keys for this.
 */
export const ANGLES_SHARE = 0.1;

/** The order of most programs, in which x turns first. It is kept if no other is clearly better. */
const USUAL: RotationOrder = "ZYX";
/** Half a degree off the shortest way, halfway between two frames, is invisible. */
const UNSEEN = Math.PI / 360;

/** The rotation of angles as a unit quaternion. */
export function eulerQuaternion(order: RotationOrder, angles: ArrayLike<number>, at = 0): Float64Array {
  let [x, y, z, w] = [0, 0, 0, 1];
  for (const [n, axis] of axesOf(order).entries()) {
    const [s, c] = [Math.sin(angles[at + n] / 2), Math.cos(angles[at + n] / 2)];
    if (axis === 0) [x, y, z, w] = [x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s];
    else if (axis === 1) [x, y, z, w] = [x * c - z * s, y * c + w * s, z * c + x * s, w * c - y * s];
    else [x, y, z, w] = [x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s];
  }
  return Float64Array.of(x, y, z, w);
}

/** Angles of the unit quaternion in `q` from `at` on, near the angles before. */
function anglesOf(
  order: RotationOrder,
  q: ArrayLike<number>,
  at: number,
  before: ArrayLike<number>,
): number[] {
  const length = Math.hypot(q[at], q[at + 1], q[at + 2], q[at + 3]);
  const unit = [0, 1, 2, 3].map((c) => q[at + c] / length);
  const matrix = new Float64Array(9);
  rotationMatrix(unit, 0, matrix, 0);
  return eulerAngles(matrix, order, before);
}

/** Angles of node `n` at every moment. */
function everyMoment(
  { rotations, frameCount, nodeCount }: BoneTracks,
  n: number,
  order: RotationOrder,
  rest: readonly number[],
): Float64Array {
  const angles = new Float64Array(3 * frameCount);
  let before: ArrayLike<number> = rest;
  for (let f = 0; f < frameCount; f++) {
    before = anglesOf(order, rotations, 4 * (f * nodeCount + n), before);
    angles.set(before, 3 * f);
  }
  return angles;
}

const blend = (angles: Float64Array, a: number, b: number, t: number) =>
  [0, 1, 2].map((c) => (1 - t) * angles[3 * a + c] + t * angles[3 * b + c]);

/** The largest distance of the blend from the shortest way, halfway between two moments. */
function besideTheWay(
  { rotations, nodeCount }: BoneTracks,
  n: number,
  order: RotationOrder,
  angles: Float64Array,
) {
  const straight = new Float64Array(4);
  let largest = 0;
  for (let f = 0; f + 1 < angles.length / 3; f++) {
    const at = 4 * (f * nodeCount + n);
    slerp(rotations, at, rotations, at + 4 * nodeCount, 0.5, straight, 0);
    const blended = eulerQuaternion(order, blend(angles, f, f + 1, 0.5));
    largest = Math.max(largest, angleBetween(blended, 0, straight, 0));
  }
  return largest;
}

/** The keys to add to `kept`, so that the blend stays within `most` radians of the track at every moment. */
function withMoreKeys(
  tracks: BoneTracks,
  n: number,
  order: RotationOrder,
  angles: Float64Array,
  kept: Uint32Array,
  most: number,
): Uint32Array {
  const { rotations, nodeCount } = tracks;
  const done: number[] = [kept[0]];
  const open = [...kept.subarray(1)].reverse();
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    const a = done[done.length - 1];
    let [worst, where] = [most, -1];
    for (let f = a + 1; f < b; f++) {
      const blended = eulerQuaternion(order, blend(angles, a, b, (f - a) / (b - a)));
      const off = angleBetween(blended, 0, rotations, 4 * (f * nodeCount + n));
      if (off > worst) [worst, where] = [off, f];
    }
    if (where < 0) done.push(b);
    else open.push(b, where);
  }
  return Uint32Array.from(done);
}

/** The angles of node `n` in an order, and how far their blend leaves the shortest way. */
function inOrder(clips: readonly ClipContent[], n: number, order: RotationOrder) {
  const rest = anglesOf(order, clips[0].tracks.restRotations, 4 * n, [0, 0, 0]);
  const angles = clips.map(({ tracks }) => everyMoment(tracks, n, order, rest));
  const off = Math.max(...clips.map(({ tracks }, c) => besideTheWay(tracks, n, order, angles[c])));
  return { order, rest, angles, off };
}

/** Whether node `n` keeps the usual order. */
export const turnsAsUsual = (clips: readonly ClipContent[], n: number): boolean =>
  inOrder(clips, n, USUAL).off <= UNSEEN;

/** @param kept the moments that have keys, for each clip */
function trackOf(
  clips: readonly ClipContent[],
  n: number,
  kept: readonly Uint32Array[],
  most: number,
): EulerTrack {
  let best = inOrder(clips, n, USUAL);
  if (best.off > UNSEEN) {
    for (const order of ROTATION_ORDERS) {
      const other = inOrder(clips, n, order);
      if (other.off < best.off) best = other;
    }
  }
  const { order, rest, angles } = best;
  return {
    order,
    rest,
    clips: clips.map(({ tracks }, c) => {
      const moments = withMoreKeys(tracks, n, order, angles[c], kept[c], most);
      const own = Array.from(moments, (f) => [...angles[c].subarray(3 * f, 3 * f + 3)]).flat();
      return { moments, angles: Float64Array.from(own) };
    }),
  };
}

/**
 * Angles of all nodes.
 * @param most for each node, how far a blend of angles may be from the track at any moment, in radians
 */
export async function eulerTracks(
  clips: readonly ClipContent[],
  most: ArrayLike<number>,
  task: Task,
): Promise<EulerTrack[]> {
  const kept = clips.map(({ tracks, keys }) =>
    keyTracks(tracks, keys).flatMap(({ path, frames }) => (path === "rotation" ? [frames] : [])),
  );
  const { nodeCount } = clips[0].tracks;
  const found: EulerTrack[] = [];
  for (let n = 0; n < nodeCount; n++) {
    task.progress({ phase: "Finding angles", done: n / nodeCount, detail: `bone ${n + 1} of ${nodeCount}` });
    await task.checkpoint();
    found.push(
      trackOf(
        clips,
        n,
        kept.map((moments) => moments[n]),
        most[n],
      ),
    );
  }
  return found;
}
