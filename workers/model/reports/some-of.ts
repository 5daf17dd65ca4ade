/** The first three of some names without repetition, and the number of others: "a, b, c and 2 more". */
export function someOf(names: readonly string[]): string {
  const all = [...new Set(names)];
  const more = all.length - 3;
  return `${all.slice(0, 3).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
