/** Plays tracks as players do: places of nodes and matrices of bones, also between the moments. */
import { composeTrs, multiplyAffine } from "../../math/affine";
import { slerp } from "../../math/slerp";
import type { BoneTracks, NodePose } from "./bone-tracks";

const UNSCALED = Float64Array.of(1, 1, 1);

/** The pose of node `n` at moment `time`, as a player blends it between two moments. */
export function poseAt(tracks: BoneTracks, time: number, n: number): NodePose {
  const { nodeCount, translations, rotations, scales } = tracks;
  const f = Math.floor(time);
  const [a, t] = [f * nodeCount + n, time - f];
  const b = t > 0 ? a + nodeCount : a;
  const q = new Float64Array(4);
  slerp(rotations, 4 * a, rotations, 4 * b, t, q, 0);
  return { t: blended(translations, a, b, t), q, s: scales ? blended(scales, a, b, t) : UNSCALED };
}

/**
 * The values of rows `a` and `b`, three numbers each, blended evenly. Written out for speed, because this is called
 * very often.
 */
function blended(values: Float32Array, a: number, b: number, t: number): Float64Array {
  const [s, i, j] = [1 - t, 3 * a, 3 * b];
  return Float64Array.of(
    s * values[i] + t * values[j],
    s * values[i + 1] + t * values[j + 1],
    s * values[i + 2] + t * values[j + 2],
  );
}

/**
 * Writes the place of node `n` at moment `time` into `worlds`, row-major 3x4. The places of its parents are there
 * already.
 */
export function placeNode(tracks: BoneTracks, time: number, n: number, worlds: Float64Array): void {
  const { t, q, s } = poseAt(tracks, time, n);
  const parent = tracks.parents[n];
  if (parent < 0) {
    composeTrs(worlds, 12 * n, t, q, s);
    return;
  }
  const local = new Float64Array(12);
  composeTrs(local, 0, t, q, s);
  multiplyAffine(worlds, 12 * n, worlds, 12 * parent, local, 0);
}

/** Places of all nodes below the armature at moment `time`, which may lie between two, row-major 3x4, 12N. */
export function worldsAt(tracks: BoneTracks, time: number): Float64Array {
  const worlds = new Float64Array(12 * tracks.nodeCount);
  for (let n = 0; n < tracks.nodeCount; n++) placeNode(tracks, time, n, worlds);
  return worlds;
}

/** Places of all nodes at rest below the armature, row-major 3x4, 12N. */
export function restWorlds({ rest, restRotations, parents, nodeCount }: BoneTracks): Float64Array {
  const worlds = new Float64Array(12 * nodeCount);
  const local = new Float64Array(12);
  for (let n = 0; n < nodeCount; n++) {
    composeTrs(local, 0, rest.subarray(3 * n), restRotations.subarray(4 * n), UNSCALED);
    if (parents[n] < 0) worlds.set(local, 12 * n);
    else multiplyAffine(worlds, 12 * n, worlds, 12 * parents[n], local, 0);
  }
  return worlds;
}

/**
 * Rest-to-posed matrices of the bones, row-major 3x4, 12B.
 * @param time a moment of the tracks; players blend between two
 */
export function motionOfTracks(tracks: BoneTracks, time: number): Float64Array {
  const worlds = worldsAt(tracks, time);
  const { joints } = tracks;
  const motion = new Float64Array(12 * joints.length);
  const unbind = Float64Array.from(tracks.inverseBind);
  joints.forEach((n, j) => {
    multiplyAffine(motion, 12 * j, worlds, 12 * n, unbind, 12 * j);
  });
  return motion;
}
