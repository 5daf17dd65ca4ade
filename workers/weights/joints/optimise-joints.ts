/**
 * Finds better places for the joints of a skeleton with fixed weights (Thiery & Eisemann 2018, section 4.4): places
 * where random poses stretch and shear the mesh least. Solves rotations of the vertices and joints in turn.
 */
import type { MakeParallel, Parallel } from "../../kernels/parallel";
import { SinewError } from "../../model/errors";
import type { JointInput, JointResult } from "../../model/reports/joint-report";
import type { Point } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import { checkEdits } from "../binding/input/check-edits";
import { weightClusterBytes } from "./clusters";
import { jointRotationBytes } from "./joint-energy";
import { JointSolver } from "./joint-solver";

/** It ends when no joint moves by more than this share of the box's diagonal. */
const STILL = 1e-5;

/**
 * @param show receives the joints after each iteration.
 * @throws SinewError if a vertex has no weights or edits belong to another mesh; RangeError for arrays that do not fit.
 * @throws CancelledError
 */
export async function optimiseJoints(
  input: JointInput,
  makeParallel: MakeParallel,
  task: Task,
  show: (partial: JointResult) => void = () => {},
): Promise<JointResult> {
  assertFits(input);
  const { clusters, clusterings } = input.settings;
  const V = input.mesh.positions.length / 3;
  const bytes =
    weightClusterBytes(V, Math.min(V, clusters), clusterings) + jointRotationBytes(Math.min(V, clusters));
  const parallel = await makeParallel(bytes);
  try {
    return await iterate(input, parallel, task, show);
  } finally {
    parallel.dispose();
  }
}

async function iterate(
  input: JointInput,
  parallel: Parallel,
  task: Task,
  show: (partial: JointResult) => void,
): Promise<JointResult> {
  const phase = "Joints";
  task.progress({ phase, done: null, detail: "preparing" });
  const solver = await JointSolver.create(parallel, input, task);
  const energies = [solver.strain];
  const result = (): JointResult => ({
    ...placed(input, solver.displacements()),
    iteration: energies.length - 1,
    energyPerIteration: [...energies],
  });
  for (let n = 0; n < input.iterations && !task.finishNow; n++) {
    task.progress({ phase, done: n / input.iterations, detail: `iteration ${n + 1} of ${input.iterations}` });
    const furthest = await solver.step(task);
    energies.push(solver.strain);
    show(result());
    if (furthest <= STILL) break;
  }
  return result();
}

/** The skeleton with displaced ends. Ends that do not move keep their exact numbers. */
function placed({ skeleton }: JointInput, { heads, tails }: { heads: Float64Array; tails: Float64Array }) {
  const shifted = (p: Point, by: Float64Array, j: number): Point => [
    p[0] + by[3 * j],
    p[1] + by[3 * j + 1],
    p[2] + by[3 * j + 2],
  ];
  const segments = skeleton.segments.map((segment, j) => ({
    ...segment,
    head: shifted(segment.head, heads, j),
    tail: shifted(segment.tail, tails, j),
  }));
  return { skeleton: { ...skeleton, segments }, moved: Float32Array.from(heads) };
}

function assertFits({ mesh, skeleton, weights, stiffness, settings, edits }: JointInput): void {
  const B = skeleton.segments.length;
  const V = mesh.positions.length / 3;
  checkEdits(edits, { vertices: V, bones: B });
  if (!(settings.exemplars >= 1)) throw new RangeError(`${settings.exemplars} poses`);
  if (weights.offsets.length !== V + 1 || stiffness.length !== B) {
    throw new RangeError(`${weights.offsets.length - 1} rows of weights, ${stiffness.length} stiffnesses`);
  }
  for (let i = 0; i < V; i++) {
    let sum = 0;
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      if (weights.bones[e] >= B) throw new RangeError(`Weight of segment ${weights.bones[e]} of ${B}`);
      sum += weights.values[e];
    }
    if (sum > 0) continue;
    throw new SinewError({
      title: "Some vertices have no weights",
      body: `Vertex ${i} has none. Bind the mesh to the skeleton first.`,
    });
  }
}
