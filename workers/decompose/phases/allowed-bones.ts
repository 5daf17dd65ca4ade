/** Which bones vertices may use: for each vertex ⌈h / 32⌉ words with one bit per bone. */

/** Words of a row for h bones. */
export const allowedWords = (h: number): number => (h + 31) >> 5;

/**
 * Lets all vertices use the same bones, restricted to the bones that each vertex may use by `own`.
 * @param allowed V rows, overwritten.
 * @param may h flags.
 * @param own V rows. A row with none of these bones is ignored.
 */
export function allowBones(
  allowed: Uint32Array,
  may: ArrayLike<number>,
  own: Uint32Array | null = null,
): void {
  const row = new Uint32Array(allowedWords(may.length));
  for (let j = 0; j < may.length; j++) if (may[j]) row[j >> 5] |= 1 << (j & 31);
  if (own === null) {
    // Copying twice as many rows each time is much faster than copying single rows.
    allowed.set(row.subarray(0, allowed.length));
    for (let done = row.length; done < allowed.length; done *= 2) allowed.copyWithin(done, 0, done);
    return;
  }
  for (let at = 0; at < allowed.length; at += row.length) {
    const mine = row.map((word, n) => word & own[at + n]);
    allowed.set(mine.some(Boolean) ? mine : row, at);
  }
}
