/**
 * Converts a row of weights to integers that sum to exactly `sum`. Each is rounded down, and the largest remainders get
 * the rest. All are off by less than one step, and a weight of 0 stays 0.
 */
export function wholeWeights(row: ArrayLike<number>, sum: number): number[] {
  const total = Array.from(row).reduce((all, x) => all + x, 0);
  if (!(total > 0)) return Array.from(row, (_, n) => (n === 0 ? sum : 0));
  const exact = Array.from(row, (x) => (x / total) * sum);
  const whole = exact.map(Math.floor);
  const left = sum - whole.reduce((all, x) => all + x, 0);
  const byRemainder = exact.map((x, n) => ({ n, rest: x - whole[n] })).filter(({ n }) => row[n] > 0);
  byRemainder.sort((a, b) => b.rest - a.rest || a.n - b.n);
  for (const { n } of byRemainder.slice(0, left)) whole[n]++;
  return whole;
}
