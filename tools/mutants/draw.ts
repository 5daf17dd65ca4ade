/** Chooses the spots to try. */
import type { Random } from "../../workers/math/random";

/** Takes random items from each group in turn until there are `count`, or none are left. */
export function drawEvenly<T>(groups: readonly (readonly T[])[], count: number, random: Random): T[] {
  const shuffled = groups.map((group) => {
    const items = [...group];
    for (let i = items.length - 1; i > 0; i--) {
      const j = random.integer(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  });
  const drawn: T[] = [];
  const most = Math.max(0, ...groups.map((group) => group.length));
  for (let turn = 0; turn < most; turn++) {
    for (const items of shuffled) {
      if (turn < items.length && drawn.length < count) drawn.push(items[turn]);
    }
  }
  return drawn;
}
