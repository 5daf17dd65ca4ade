import { meanValues } from "../../geometry/surface/mean-value";
import { boundsOf, diagonalOfBox } from "../../model/mesh/mesh-sequence";
import type { Task } from "../../model/task";
import type { WeldedMesh } from "./match-source";

/** A point is inside if the surface winds around it at least this often. */
const INSIDE = 0.5;
/** Points between two checks whether the task is cancelled. */
const CHUNK = 16;

/**
 * Mean value coordinates (Ju, Schaefer & Warren 2005) of the points that lie inside a closed surface.
 * @param points 3N.
 * @param take receives each point inside, and its pairs of a vertex and a share. Shares sum to 1 and may be negative.
 */
export async function insideMeans(
  { positions, triangles }: WeldedMesh,
  points: ArrayLike<number>,
  task: Task,
  take: (point: number, shares: Iterable<readonly number[]>) => void,
): Promise<void> {
  const box = boundsOf(positions);
  const size = diagonalOfBox(box) || 1;
  const count = points.length / 3;
  for (let i = 0; i < count; i++) {
    if (i % CHUNK === 0) {
      task.progress({ phase: "Vertices inside", done: i / count, detail: `vertex ${i + 1} of ${count}` });
      await task.checkpoint();
    }
    const p = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
    if (p.some((x, c) => x < box[c] || x > box[c + 3])) continue;
    const { weights, winding } = meanValues({ positions, triangles }, p, size);
    if (winding < INSIDE || !weights.every(Number.isFinite)) continue;
    take(i, weights.entries());
  }
}
