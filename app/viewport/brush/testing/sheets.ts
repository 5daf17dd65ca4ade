import { adjacencyOf } from "../../../../workers/geometry/adjacency";
import { SurfaceReach } from "../reach/surface-reach";

/** The number of vertices on each side of a sheet. */
export const SIDE = 12;

/** Two square sheets of vertices, one a tenth of a step above the other, not connected. */
export function sheets() {
  const positions = new Float32Array(3 * 2 * SIDE * SIDE);
  const triangles: number[] = [];
  for (let sheet = 0; sheet < 2; sheet++) {
    for (let y = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++) {
        const i = sheet * SIDE * SIDE + y * SIDE + x;
        positions.set([x, y, 0.1 * sheet], 3 * i);
        if (x + 1 < SIDE && y + 1 < SIDE) triangles.push(i, i + 1, i + SIDE, i + SIDE, i + 1, i + SIDE + 1);
      }
    }
  }
  const vertexCount = 2 * SIDE * SIDE;
  const mesh = { vertexCount, triangles: Uint32Array.from(triangles) };
  return { mesh, positions, reach: new SurfaceReach(adjacencyOf(mesh.triangles, mesh.vertexCount)) };
}
