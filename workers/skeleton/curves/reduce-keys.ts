/**
 * Fewer keys for the curves of an animation, within a tolerance that is measured on the mesh.
 *
 * Every curve gets the fewest keys within its own share of the tolerance: an angle counts by its bone's reach. Errors
 * add up or cancel along chains, so the right share is not known beforehand. A search finds it: after each try, the
 * skinned mesh is measured against the full curves in every frame. So the returned deviation is a measured one.
 */
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { channelKeys, playKeys } from "./channel-keys";
import { type CurvePath, channelsOf, type LocalCurves } from "./local-curves";
import { VertexDeviation } from "./vertex-deviation";

/** Tries to find a good share. */
const TRIES = 10;
/** A result that uses this much of the tolerance is good enough. */
const ENOUGH = 0.85;

/** For each property and each node, the moments that have a key: the first alone for a curve that stays. */
export type CurveKeys = Record<CurvePath, Uint32Array[]>;

export interface ReducedCurves<C extends LocalCurves> {
  keys: CurveKeys;
  /** What a player shows, with a value for every frame. */
  curves: C;
  /** The largest distance of a vertex to where the full curves have it, in the mesh's unit. */
  deviation: number;
}

/** The mesh on which curves are measured. */
export interface MeasuredSkin<C extends LocalCurves> {
  /** With the frames of the curves, for its correction. */
  rig: Rig;
  /** About how far a vertex moves when a node turns by one radian, for each node. */
  reach: ArrayLike<number>;
  /** Moments of the curves in a frame of the rig. */
  perFrame: number;
  /** Matrices of the bones at a moment, 12B. */
  pose(curves: C, moment: number): Float64Array;
}

/** The keys within a share of the tolerance, and what they play. */
function reducedTo<C extends LocalCurves>(full: C, reach: ArrayLike<number>, tolerance: number) {
  const keys: CurveKeys = { translation: [], rotation: [], scale: [] };
  const played: Partial<Record<CurvePath, Float32Array>> = {};
  for (const channel of channelsOf(full)) {
    const out = new Float32Array(channel.values.length);
    for (let j = 0; j < full.nodeCount; j++) {
      const own = channel.path === "translation" ? tolerance : tolerance / reach[j];
      const found = channelKeys(channel, j, full.nodeCount, own);
      keys[channel.path].push(found);
      playKeys(channel, j, full.nodeCount, found, out);
    }
    played[channel.path] = out;
  }
  const curves: C = {
    ...full,
    translations: played.translation,
    rotations: played.rotation,
    scales: played.scale ?? null,
  };
  return { keys, curves };
}

/** @param tolerance in the mesh's unit, above 0 */
export async function reduceKeys<C extends LocalCurves>(
  full: C,
  { rig, reach, perFrame, pose }: MeasuredSkin<C>,
  tolerance: number,
  task: Task,
): Promise<ReducedCurves<C>> {
  const deviation = new VertexDeviation(rig);
  const measure = async (curves: C) => {
    let largest = 0;
    for (let f = 0; f < full.frameCount; f++) {
      await task.checkpoint();
      largest = Math.max(
        largest,
        deviation.largest(pose(curves, f), pose(full, f), Math.floor(f / perFrame)),
      );
    }
    return largest;
  };
  let best: ReducedCurves<C> | null = null;
  let [low, high, share] = [0, Infinity, 1];
  for (let n = 0; n < TRIES; n++) {
    task.progress({ phase: "Reducing keys", done: n / TRIES, detail: "" });
    const reduced = reducedTo(full, reach, share * tolerance);
    const largest = await measure(reduced.curves);
    if (largest <= tolerance) {
      best = { ...reduced, deviation: largest };
      low = share;
      if (largest >= ENOUGH * tolerance) break;
    } else high = share;
    // The deviation grows with the share, roughly in proportion.
    const guess = largest > 0 ? (0.95 * share * tolerance) / largest : 4 * share;
    share = high < Infinity && !(guess > 1.02 * low && guess < 0.98 * high) ? (low + high) / 2 : guess;
    if (high < Infinity && low > 0.97 * high) break;
  }
  return best ?? { ...reducedTo(full, reach, 0), deviation: 0 };
}
