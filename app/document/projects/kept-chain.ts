import type { KeptVersion } from "../../../workers/model/files/kept-project";

/**
 * A version and all versions that led to it, oldest first. Replaces a version that was thinned out by the newest older
 * one.
 */
export function versionsTo(versions: readonly KeptVersion[], id: string): KeptVersion[] {
  const newestFirst = [...versions].sort((a, b) => b.time - a.time);
  const chain: KeptVersion[] = [];
  let next = newestFirst.find((version) => version.id === id);
  while (next) {
    chain.push(next);
    const { parent, time } = next;
    next = newestFirst.find((version) => {
      return parent !== null && version.time < time && Number(version.id) <= Number(parent);
    });
  }
  return chain.reverse();
}

/**
 * The steps of the history that contains a version: those that led to the newest version, or those that led to the
 * given one if the newest branched off before it.
 */
export function historyOf(
  versions: readonly KeptVersion[],
  id: string,
): { steps: KeptVersion[]; done: number } {
  const newest = versions.reduce((a, b) => (b.time > a.time ? b : a));
  const latest = versionsTo(versions, newest.id);
  const index = latest.findIndex((version) => version.id === id);
  if (index >= 0) return { steps: latest, done: index + 1 };
  const own = versionsTo(versions, id);
  return { steps: own, done: own.length };
}
