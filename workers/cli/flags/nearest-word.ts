// What a misspelt command or flag was probably meant to be.

/** The number of letters to insert, remove, replace or swap with the next one (Damerau 1964, each place once). */
function spellingDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1);
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swaps) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}

/** The word that is spelt most like another one, or null if none is within a third of its letters. */
export function nearestWord(word: string, words: readonly string[]): string | null {
  const distances = words.map((each) => spellingDistance(word.toLowerCase(), each));
  const least = Math.min(...distances);
  return least <= Math.max(1, Math.floor(word.length / 3)) ? words[distances.indexOf(least)] : null;
}
