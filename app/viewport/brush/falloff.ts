/** How strongly a brush acts at a distance from its middle over its radius: 1 in the middle, 0 at the edge, smooth at both. */
export function falloff(distance: number): number {
  const t = Math.min(1, Math.abs(distance));
  return 1 - t * t * (3 - 2 * t);
}
