/** Formats a share of 1 as a percentage. */
export function percent(part: number): string {
  const value = 100 * part;
  return `${value.toFixed(value < 9.95 ? 2 : 1)} %`;
}
