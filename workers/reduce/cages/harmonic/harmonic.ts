/**
 * Harmonic coordinates (Joshi et al. 2007): the weight of each cage vertex is harmonic inside the cage, and on its
 * faces linear, 1 at the vertex and 0 at all others. Unlike mean values they are never negative, and see a hollow cage
 * from inside.
 */
import { type MakeParallel, threadsToReserve } from "../../../kernels/parallel";
import { inSteps } from "../../../math/steps";
import type { CageShape } from "../../../model/reduce/reduce-report";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import { WeightBuilder } from "../../../model/rig/weight-builder";
import type { Task } from "../../../model/task";
import { SparseLdlt } from "../../../sparse/sparse-ldlt";
import { analyseSteps } from "../../../sparse/symbolic";
import { CageLines } from "./cage-lines";
import { type Mixture, mixtureAt } from "./cut-cells";
import { latticeIn, latticeSystem } from "./lattice";

/** Nodes inside: about 25 along each side of a box. Their error falls with the square of the distance. */
export const LATTICE_NODES = 16_000;
/** Cage vertices that are solved for together, and mesh vertices between two checkpoints. */
const [COLUMNS, AT_ONCE] = [32, 128];
/** Weights below this are left out. */
const LEAST = 1e-6;

/**
 * The weights of all vertices of a mesh: rows over the cage's vertices, sum 1.
 * @param points 3V, inside the cage.
 * @param nodes about how many lattice nodes lie inside.
 * @throws CancelledError if the task is cancelled.
 */
export async function harmonicWeights(
  points: Float32Array,
  cage: CageShape,
  makeParallel: MakeParallel,
  task: Task,
  nodes = LATTICE_NODES,
): Promise<SparseWeights> {
  const lattice = latticeIn(new CageLines(cage), nodes);
  const V = points.length / 3;
  const N = cage.positions.length / 3;
  const mixtures: Mixture[] = [];
  for (let i = 0; i < V; i++) {
    if (i % AT_ONCE === 0) {
      task.progress({ phase: "Harmonic coordinates", done: (0.3 * i) / V, detail: "cutting cells" });
      await task.checkpoint();
    }
    mixtures.push(mixtureAt(lattice, points.subarray(3 * i, 3 * i + 3)));
  }
  const dense = new Float64Array(V * N);
  mixtures.forEach(({ vertices }, i) => {
    for (const [j, share] of vertices) dense[i * N + j] += share;
  });
  const { matrix, boundary } = latticeSystem(lattice);
  const symbolic = await inSteps(analyseSteps(matrix), task);
  const threads = threadsToReserve(makeParallel);
  const parallel = await makeParallel(
    SparseLdlt.bytes(symbolic, threads, COLUMNS) + 8 * COLUMNS * lattice.nodes + 4096,
  );
  try {
    const system = await SparseLdlt.create(parallel, matrix, task, symbolic);
    const solved = parallel.arena.f64(COLUMNS * lattice.nodes);
    for (let first = 0; first < N; first += COLUMNS) {
      task.progress({
        phase: "Harmonic coordinates",
        done: 0.3 + (0.7 * first) / N,
        detail: `${first} of ${N}`,
      });
      solved.fill(0);
      boundary.row.forEach((node, e) => {
        const c = boundary.column[e] - first;
        if (c >= 0 && c < COLUMNS) solved[node * COLUMNS + c] += boundary.value[e];
      });
      await system.solve(solved, COLUMNS, task);
      mixtures.forEach((mixture, i) => {
        for (const [node, share] of mixture.nodes) {
          if (node < 0) continue;
          for (let c = 0; c < COLUMNS && first + c < N; c++)
            dense[i * N + first + c] += share * solved[node * COLUMNS + c];
        }
      });
    }
  } finally {
    parallel.dispose();
  }
  return rowsOf(dense, V, N);
}

/** Rows without weights that are too small to matter, scaled to the sum 1. */
function rowsOf(dense: Float64Array, V: number, N: number): SparseWeights {
  const rows = new WeightBuilder();
  for (let i = 0; i < V; i++) {
    const row = [...dense.subarray(i * N, (i + 1) * N).entries()];
    rows.addScaledRow(row.filter(([, weight]) => weight > LEAST));
  }
  return rows.weights();
}
