/**
 * Fewer keys for the curves of an animation, within a tolerance that is measured on the mesh.
 *
 * Every curve gets the fewest keys within its own share of the tolerance: an angle counts by its bone's reach. Errors
 * add up or cancel along chains, so the right share is not known beforehand. A search finds it: after each try, the
 * skinned mesh is measured against the full curves in every frame. So the returned deviation is a measured one.
 */
import type { Task } from "../../model/task";
import { type CurveKeys, channelKeys, playedWith } from "./channel-keys";
import { channelsOf, type LocalCurves } from "./local-curves";
import { largestDeviation, type PosedSkin } from "./vertex-deviation";

/** Tries to find a good share. */
const TRIES = 10;
/** A result that uses this much of the tolerance is good enough. */
const ENOUGH = 0.85;

export interface ReducedCurves<C extends LocalCurves> {
  keys: CurveKeys;
  /** What a player shows, with a value for every frame. */
  curves: C;
  /** The largest distance of a vertex to where the full curves have it, in the mesh's unit. */
  deviation: number;
}

/** The mesh on which curves are measured. */
export interface MeasuredSkin<C extends LocalCurves> extends PosedSkin<C> {
  /** About how far a vertex moves when a node turns by one radian, for each node. */
  reach: ArrayLike<number>;
}

/** The keys within a share of the tolerance, and what they play. */
function reducedTo<C extends LocalCurves>(full: C, reach: ArrayLike<number>, tolerance: number) {
  const keys: CurveKeys = { translation: [], rotation: [], scale: [] };
  for (const channel of channelsOf(full)) {
    for (let j = 0; j < full.nodeCount; j++) {
      const own = channel.path === "translation" ? tolerance : tolerance / reach[j];
      keys[channel.path].push(channelKeys(channel, j, full.nodeCount, own));
    }
  }
  return { keys, curves: playedWith(full, keys) };
}

/** @param tolerance in the mesh's unit, above 0 */
export async function reduceKeys<C extends LocalCurves>(
  full: C,
  skin: MeasuredSkin<C>,
  tolerance: number,
  task: Task,
): Promise<ReducedCurves<C>> {
  let best: ReducedCurves<C> | null = null;
  let [low, high, share] = [0, Infinity, 1];
  for (let n = 0; n < TRIES; n++) {
    task.progress({ phase: "Reducing keys", done: n / TRIES, detail: "" });
    const reduced = reducedTo(full, skin.reach, share * tolerance);
    const largest = await largestDeviation(skin, reduced.curves, full, task);
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
  return best ?? { ...reducedTo(full, skin.reach, 0), deviation: 0 };
}
