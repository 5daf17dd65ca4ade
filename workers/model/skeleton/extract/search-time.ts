/** How long a search for a skeleton with `auto` takes, and the most bones that it may have. */

import { howMany } from "../../reports/figures";

/** The most work of one Gauss-Newton step, F (3B)³ multiplications: about half a minute on two threads. */
const MOST_STEP_WORK = 2e10;
/** Up to this many bones are allowed with any number of frames. */
const FEW_BONES = 64;

/** Rounded: the iterations of a search, and the multiplications per second on two threads. */
const ITERATIONS = 1000;
const SPEED = 5e9;
/** Searches are long from this many minutes on. */
const LONG = 5;

const stepWork = (frames: number, bones: number): number => frames * (3 * bones) ** 3;

/** The most bones of a skeleton for this many frames. */
export const mostBonesFor = (frames: number): number =>
  Math.max(FEW_BONES, Math.floor(Math.cbrt(MOST_STEP_WORK / frames) / 3));

/**
 * A sentence about the time of a long search; null if it takes only a few minutes. Counts only the search for joints
 * and motion.
 */
export function longSearchWords(frames: number, bones: number): string | null {
  const minutes = (ITERATIONS * stepWork(frames, bones)) / SPEED / 60;
  if (minutes < LONG) return null;
  const time = minutes < 90 ? `${Math.round(minutes / 5) * 5} minutes` : `${Math.round(minutes / 60)} hours`;
  return `A search for ${howMany(bones, "bone")} in ${howMany(frames, "frame")} takes about ${time}. The time grows with the cube of the bones.`;
}
