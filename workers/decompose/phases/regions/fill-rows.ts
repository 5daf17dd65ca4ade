import type { Adjacency } from "../../../geometry/adjacency";

/**
 * Gives vertices without a bone the bones of their neighbours, ring by ring.
 * @param rows `words` words for each vertex, with a bit for each bone that it may use; changed in place.
 * @returns the vertices that still have none.
 */
export function fillEmptyRows(
  rows: Uint32Array,
  words: number,
  { offsets, neighbours }: Adjacency,
): number[] {
  const row = (i: number) => rows.subarray(i * words, (i + 1) * words);
  const isEmpty = (i: number) => {
    for (let at = i * words; at < (i + 1) * words; at++) if (rows[at] !== 0) return false;
    return true;
  };
  let left: number[] = [];
  for (let i = 0; i * words < rows.length; i++) if (isEmpty(i)) left.push(i);
  for (let before = -1; left.length > 0 && left.length !== before; ) {
    before = left.length;
    const found = left.map((i) => {
      const mine = new Uint32Array(words);
      for (const l of neighbours.subarray(offsets[i], offsets[i + 1])) {
        for (let n = 0; n < words; n++) mine[n] |= rows[l * words + n];
      }
      return mine;
    });
    left.forEach((i, n) => {
      row(i).set(found[n]);
    });
    left = left.filter(isEmpty);
  }
  return left;
}
