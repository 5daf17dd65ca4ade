import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { Point } from "../../../model/skeleton/skeleton";
import type { Task } from "../../../model/task";

/** Half-way between outside (0) and inside (±1). Holes and overlaps change the number only a little. */
const INSIDE = 0.5;

/**
 * Finds which points lie inside the rest pose of a mesh by its generalised winding number (Jacobson et al. 2013), the
 * sum of the triangles' solid angles. It also works for meshes with holes and for faces that point inwards.
 */
export async function insideMesh(
  { rest, triangles, solverIndex }: Pick<MeshSequence, "rest" | "triangles" | "solverIndex">,
  points: readonly Point[],
  task: Task,
): Promise<boolean[]> {
  const inside: boolean[] = [];
  for (const point of points) {
    await task.checkpoint();
    let sum = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      sum += solidAngle(rest, point, [
        3 * solverIndex[triangles[t]],
        3 * solverIndex[triangles[t + 1]],
        3 * solverIndex[triangles[t + 2]],
      ]);
    }
    inside.push(Math.abs(sum) / (4 * Math.PI) > INSIDE);
  }
  return inside;
}

/** The signed solid angle of a triangle seen from a point (Van Oosterom & Strackee 1983). */
function solidAngle(p: Float32Array, [x, y, z]: Point, [i, j, k]: readonly number[]): number {
  const [ax, ay, az] = [p[i] - x, p[i + 1] - y, p[i + 2] - z];
  const [bx, by, bz] = [p[j] - x, p[j + 1] - y, p[j + 2] - z];
  const [cx, cy, cz] = [p[k] - x, p[k + 1] - y, p[k + 2] - z];
  const a = Math.hypot(ax, ay, az);
  const b = Math.hypot(bx, by, bz);
  const c = Math.hypot(cx, cy, cz);
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  return 2 * Math.atan2(volume, a * b * c + ab * c + bc * a + ca * b);
}
