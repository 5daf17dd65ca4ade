import { scaledToOne, type WeightRow } from "./rows";

/** The free weights of a row, the largest first. Equal weights are in the order of bones. */
const largestFirst = (row: WeightRow, locked: Uint8Array): [bone: number, value: number][] =>
  [...row].filter(([bone]) => !locked[bone]).sort((a, b) => b[1] - a[1] || a[0] - b[0]);

/**
 * A row with the largest weights of at most `most` bones, locked ones included. Locked bones stay, and one free bone
 * always stays.
 */
export function limited(row: WeightRow, most: number, locked: Uint8Array): WeightRow | null {
  const free = largestFirst(row, locked);
  const room = Math.max(1, most - (row.size - free.length));
  return without(row, free.slice(room), locked);
}

/** A row without free weights below `least`. The largest free weight stays. */
export function pruned(row: WeightRow, least: number, locked: Uint8Array): WeightRow | null {
  const free = largestFirst(row, locked);
  return without(
    row,
    free.slice(1).filter(([, value]) => value < least),
    locked,
  );
}

function without(row: WeightRow, gone: readonly [number, number][], locked: Uint8Array): WeightRow | null {
  if (gone.length === 0) return null;
  const left = new Map(row);
  for (const [bone] of gone) left.delete(bone);
  return scaledToOne(left, locked);
}
