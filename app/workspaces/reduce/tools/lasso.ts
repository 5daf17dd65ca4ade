import type { ViewPoint } from "../../../viewport/overlay/shapes";

/** Whether a point is inside a closed polygon, by the number of edges to the right of the point. */
export function isInside([x, y]: ViewPoint, polygon: readonly ViewPoint[]): boolean {
  let inside = false;
  for (let n = 0, last = polygon.length - 1; n < polygon.length; last = n++) {
    const [[ax, ay], [bx, by]] = [polygon[n], polygon[last]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/** The effect of a lasso on the selection. */
export type LassoMode = "replace" | "add" | "remove";

/** The selection after a lasso, ascending. */
export function selectionAfter(before: Uint32Array, caught: readonly number[], mode: LassoMode): Uint32Array {
  const chosen = new Set(mode === "replace" ? [] : before);
  for (const i of caught) {
    if (mode === "remove") chosen.delete(i);
    else chosen.add(i);
  }
  return Uint32Array.from(chosen).sort();
}

/**
 * The vertices of a mesh whose surface faces a place, as 1; vertices without triangles face everywhere.
 * @param positions 3V; `triangles` vertices, 3T; `eye` in the same coordinates.
 */
export function facing(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  eye: readonly [number, number, number],
): Uint8Array {
  const V = positions.length / 3;
  const seen = new Uint8Array(V);
  const used = new Uint8Array(V);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    // Six times the volume of the tetrahedron with the eye. It is positive if the triangle shows its front.
    let volume = 0;
    for (let n = 0; n < 3; n++) {
      const [u, v] = [(n + 1) % 3, (n + 2) % 3];
      const [bu, bv] = [positions[b + u] - positions[a + u], positions[b + v] - positions[a + v]];
      const [cu, cv] = [positions[c + u] - positions[a + u], positions[c + v] - positions[a + v]];
      volume += (eye[n] - positions[a + n]) * (bu * cv - bv * cu);
    }
    for (let n = 0; n < 3; n++) {
      used[triangles[t + n]] = 1;
      if (volume > 0) seen[triangles[t + n]] = 1;
    }
  }
  for (let i = 0; i < V; i++) if (!used[i]) seen[i] = 1;
  return seen;
}
