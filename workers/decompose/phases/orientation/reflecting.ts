/** Determinants up to this count as reflecting: in a file they are rounded to f32. */
export const LEAST_DETERMINANT = 1e-6;

/** frame · h + bone of every part that reflects, in ascending order. `rows` are 3F rows of 4h numbers. */
export function reflecting(
  rows: Float64Array,
  h: number,
  locked: Uint8Array | null,
  least = LEAST_DETERMINANT,
): number[] {
  const found: number[] = [];
  const width = 4 * h;
  const parts = rows.length / 12;
  for (let key = 0; key < parts; key++) {
    const bone = key % h;
    if (locked?.[bone]) continue;
    const x = 12 * (key - bone) + 4 * bone;
    const y = x + width;
    const z = y + width;
    const determinant =
      rows[x] * (rows[y + 1] * rows[z + 2] - rows[y + 2] * rows[z + 1]) -
      rows[x + 1] * (rows[y] * rows[z + 2] - rows[y + 2] * rows[z]) +
      rows[x + 2] * (rows[y] * rows[z + 1] - rows[y + 1] * rows[z]);
    if (determinant <= least) found.push(key);
  }
  return found;
}
