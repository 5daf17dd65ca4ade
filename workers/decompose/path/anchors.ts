/**
 * Where anchors lie between the first count and the largest. Far from the first rig, steps from the middle alone ended
 * up to 8 % above solves of their own.
 */
const BETWEEN = [0.75, 0.5];

/**
 * The counts that are also solved from scratch: the largest, two between it and the first, then half of the first, half
 * of that, and so on. The path walks to the counts between them from both sides.
 */
export function anchorCounts(first: number, most: number): number[] {
  const counts = most > first ? [most] : [];
  for (const share of BETWEEN) {
    const between = Math.round(first + share * (most - first));
    if (between > first && between < most && !counts.includes(between)) counts.push(between);
  }
  for (let h = Math.round(first / 2); h >= 2; h = Math.round(h / 2)) counts.push(h);
  return counts;
}

/** All other counts from 2 on but the first, those next to it first. */
export function otherCounts(first: number, most: number, anchors: readonly number[]): number[] {
  const distance = (h: number) => Math.max(h / first, first / h);
  return Array.from({ length: most - 1 }, (_, n) => n + 2)
    .filter((h) => h !== first && !anchors.includes(h))
    .sort((a, b) => distance(a) - distance(b));
}
