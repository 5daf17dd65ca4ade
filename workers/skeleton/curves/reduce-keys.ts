/**
 * Reduces the keys of an animation's curves, within a tolerance that is measured on the mesh.
 *
 * Every curve gets the fewest keys within a share of the tolerance. An angle is converted to a distance by its bone's
 * reach. Errors add up or cancel along chains, so the right share is not known in advance. A search finds it: after
 * each try, the skinned mesh is compared with the full curves in every frame. The returned deviation is therefore
 * measured.
 */
import type { Task } from "../../model/task";
import { type CurveKeys, channelKeys, playedWith } from "./channel-keys";
import { channelsOf, type LocalCurves } from "./local-curves";
import { largestDeviation, type PosedSkin } from "./vertex-deviation";

/** The most tries to find a good share. */
const TRIES = 10;
/** A result that uses this much of the tolerance is good enough. */
const ENOUGH = 0.85;

export interface ReducedCurves<C extends LocalCurves> {
  keys: CurveKeys;
  /** The curves as a player shows them, with a value for every frame. */
  curves: C;
  /** The largest distance of a vertex from its place with the full curves, in the mesh's unit. */
  deviation: number;
}

/** The mesh on which curves are measured. */
export interface MeasuredSkin<C extends LocalCurves> extends PosedSkin<C> {
  /** For each node, roughly how far a vertex moves when it turns by one radian. */
  reach: ArrayLike<number>;
}

/** The keys within a share of the tolerance, and the curves that a player shows with them. */
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
