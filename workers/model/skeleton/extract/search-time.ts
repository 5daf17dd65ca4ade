/** How long a search for a skeleton with `auto` takes, and the most bones for which it ends. */

/** The work of one Gauss-Newton step, F (3B)³ multiplications, that takes half a minute or so on two threads. */
const MOST_STEP_WORK = 2e10;
/** Up to this many bones a step is short enough, whatever the number of frames. */
const FEW_BONES = 64;

/** Iterations of a search, and multiplications per second on two threads, both rounded. */
const ITERATIONS = 1000;
const SPEED = 5e9;
/** A search that takes longer than this is worth a word, in minutes. */
const LONG = 5;

const stepWork = (frames: number, bones: number): number => frames * (3 * bones) ** 3;

/** The most bones of a skeleton for this many frames. */
export const mostBonesFor = (frames: number): number =>
  Math.max(FEW_BONES, Math.floor(Math.cbrt(MOST_STEP_WORK / frames) / 3));

/**
 * A sentence about the time of a search, if it is long: the joints and motion of so many bones and frames alone.
 * Null for a search of a few minutes.
 */
export function longSearchWords(frames: number, bones: number): string | null {
  const minutes = (ITERATIONS * stepWork(frames, bones)) / SPEED / 60;
  if (minutes < LONG) return null;
  const time = minutes < 90 ? `${Math.round(minutes / 5) * 5} minutes` : `${Math.round(minutes / 60)} hours`;
  return `A search for ${bones} bones in ${frames} frames takes about ${time}. The time grows with the cube of the bones.`;
}
