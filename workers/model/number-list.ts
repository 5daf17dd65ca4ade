/** A list of whole numbers, or a sentence about why it is refused. */
export type NumberList = { ok: true; values: number[] } | { ok: false; reason: string };

/**
 * Reads whole numbers between commas or spaces, "8, 12, 16": sorted, without repetition.
 * @param what the numbers are, in the plural, for the error message: "Bone counts".
 */
export function readNumberList(
  text: string,
  [low, high]: readonly [number, number],
  what: string,
): NumberList {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (words.length === 0) return { ok: false, reason: `${what} are missing. Write them as in “8, 12, 16”.` };
  for (const word of words) {
    const value = Number(word);
    if (!/^[+-]?\d+(\.\d+)?$/.test(word)) return { ok: false, reason: `“${word}” is not a number.` };
    if (!Number.isInteger(value))
      return { ok: false, reason: `${what} are whole numbers, and ${word} is not.` };
    if (value < low || value > high) {
      return { ok: false, reason: `${what} go from ${low} to ${high}, and ${word} does not.` };
    }
  }
  return { ok: true, values: [...new Set(words.map(Number))].sort((a, b) => a - b) };
}
