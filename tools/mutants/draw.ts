/** Which of all spots are tried. */
import type { Random } from "../../workers/math/random";

/** Takes items in turn from each group, in random order, until there are `count` or no more. */
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
