/** A cage as a rig. Each of its vertices is a bone that does not turn: v' = Σ w c (equation 31). */
import { SinewError } from "../../model/errors";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { type Cage, meanValues } from "./mean-value";

/** Vertices between two checkpoints. */
const AT_ONCE = 256;
/** A point is inside if its winding number is above this. */
const INSIDE = 0.25;
/** @throws SinewError unless each edge has two triangles, one in each direction. */
function checkClosed({ positions, triangles }: Cage): void {
  const N = positions.length / 3;
  const edges = new Map<number, number>();
  for (let t = 0; t < triangles.length; t++) {
    const [a, b] = [triangles[t], triangles[t - (t % 3) + ((t + 1) % 3)]];
    edges.set(a * N + b, (edges.get(a * N + b) ?? 0) + 1);
  }
  for (const [edge, count] of edges) {
    const [a, b] = [Math.floor(edge / N), edge % N];
    if (count === 1 && edges.get(b * N + a) === 1) continue;
    throw new SinewError({
      title: "The cage is not closed",
      body: `The edge between its vertices ${a + 1} and ${b + 1} does not belong to two faces that agree on their sides. Close it, and turn all faces outwards.`,
    });
  }
}

/**
 * Mean value coordinates of all vertices of a mesh.
 * @throws SinewError if the cage is open or does not enclose the mesh; CancelledError
 */
export async function meanValueWeights(rest: Float32Array, cage: Cage, task: Task): Promise<SparseWeights> {
  checkClosed(cage);
  const [x0, y0, z0, x1, y1, z1] = boundsOf(cage.positions);
  const size = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  const N = cage.positions.length / 3;
  const V = rest.length / 3;
  const values = new Float32Array(V * N);
  let outside = 0;
  let first = -1;
  for (let i = 0; i < V; i++) {
    if (i % AT_ONCE === 0) {
      task.progress({ phase: "Mean value coordinates", done: i / V, detail: "" });
      await task.checkpoint();
    }
    const { weights, winding } = meanValues(cage, rest.subarray(3 * i, 3 * i + 3), size);
    values.set(weights, i * N);
    if (Math.abs(winding) >= INSIDE) continue;
    if (first < 0) first = i;
    outside++;
  }
  if (outside > 0) {
    throw new SinewError({
      title: "The cage does not enclose the mesh",
      body: `${outside} of ${V} vertices are outside, the first is vertex ${first + 1}. Make the cage larger, or move it.`,
    });
  }
  return {
    version: 1,
    offsets: Uint32Array.from({ length: V + 1 }, (_, i) => i * N),
    bones: Uint16Array.from(values, (_, n) => n % N),
    values,
  };
}

/** Matrices without rotation that move each bone with its vertex of the cage, P·12N. */
export function cageMotion(poses: Float32Array): Float32Array {
  const motion = new Float32Array(4 * poses.length);
  for (let n = 0; n < poses.length; n++) motion[4 * n + 3] = poses[n];
  return motion;
}

/**
 * The rig of a cage in P poses.
 * @param poses P·3N: the cage's vertices.
 */
export function cageRig(rest: Float32Array, cage: Cage, weights: SparseWeights, poses: Float32Array): Rig {
  const N = cage.positions.length / 3;
  return {
    version: 1,
    bones: Array.from({ length: N }, (_, j) => ({
      name: `cage ${j + 1}`,
      parent: -1,
      head: [...cage.positions.subarray(3 * j, 3 * j + 3)] as [number, number, number],
    })),
    boneKind: "affine",
    weights,
    motion: cageMotion(poses),
    rest,
  };
}
