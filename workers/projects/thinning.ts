/** Chooses the versions of a project to keep: all of the last minute, then fewer and fewer with age. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Up to an age, one version of each interval stays; null keeps all of them. In milliseconds. */
const TIERS: readonly { upTo: number; every: number | null }[] = [
  { upTo: MINUTE, every: null },
  { upTo: HOUR, every: MINUTE },
  { upTo: DAY, every: HOUR },
  { upTo: 30 * DAY, every: DAY },
  { upTo: Number.POSITIVE_INFINITY, every: 7 * DAY },
];

/**
 * The versions to remove. The latest of each interval stays, and so do the newest and the oldest, which is the project
 * as it was opened.
 * @param times of the versions, in milliseconds since the epoch.
 * @returns indices into `times`.
 */
export function thinned(times: readonly number[], now: number): number[] {
  const newestFirst = [...times.keys()].sort((a, b) => times[b] - times[a]);
  const oldest = newestFirst.at(-1);
  const taken = new Set<string>();
  return newestFirst.filter((index) => {
    const age = now - times[index];
    const { every } = TIERS.find(({ upTo }) => age < upTo) ?? TIERS[0];
    if (every === null) return false;
    const stretch = `${every} ${Math.floor(times[index] / every)}`;
    const isFirst = !taken.has(stretch);
    taken.add(stretch);
    return !isFirst && index !== newestFirst[0] && index !== oldest;
  });
}
