import type { SurfacePoint } from "../../../viewport/picking/picker";

/**
 * The corner of a hit triangle that is nearest to the hit point.
 * @param positions 3V
 */
export function nearestCorner(
  { corners, point }: Pick<SurfacePoint, "corners" | "point">,
  positions: ArrayLike<number>,
): number {
  const away = (i: number) =>
    Math.hypot(positions[3 * i] - point.x, positions[3 * i + 1] - point.y, positions[3 * i + 2] - point.z);
  return corners.reduce((best, i) => (away(i) < away(best) ? i : best));
}
