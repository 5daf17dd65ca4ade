import { kernels } from "../../../kernels/kernels.generated";
import type { Task } from "../../../model/task";
import type { BlendSolver } from "../../phases/blend-solver";
import { PATCH } from "../../problem/patch";
import type { Problem } from "../../problem/problem";

/**
 * Sets bone `j` of `bones` (a state's layout, for `h` bones) to the rigid motion that best fits the patch around a
 * vertex in every frame.
 */
export async function setBoneToPatch(
  solver: BlendSolver,
  bones: Float64Array,
  h: number,
  j: number,
  vertex: number,
  task: Task,
): Promise<void> {
  await setBoneToVertices(solver, bones, h, j, solver.options.nearest.around(vertex, PATCH), task);
}

/** Sets bone `j` to the rigid motion that best fits the given vertices in every frame. */
export async function setBoneToVertices(
  solver: BlendSolver,
  bones: Float64Array,
  h: number,
  j: number,
  vertices: ArrayLike<number> & Iterable<number>,
  task: Task,
): Promise<void> {
  const { parallel, problem, options } = solver;
  const mark = parallel.arena.mark();
  const bone = parallel.arena.f64(12 * problem.frameCount);
  const mean = crossMoments(problem, vertices, bone);
  const scratch = parallel.arena.f64(64 * parallel.threads);
  await parallel.run(task, kernels.projectRotations, problem.frameCount, 64, {
    motion: bone,
    h: 1,
    locked: 0,
    scratch,
    scratchBytes: 512,
    scales: problem.frameScales,
  });
  for (let at = 0; at < bone.length; at += 4) {
    bone[at + 3] -= bone[at] * mean[0] + bone[at + 1] * mean[1] + bone[at + 2] * mean[2];
  }
  let rows = bone;
  if (options.kind === "affine") {
    rows = parallel.arena.f64(4 * problem.rank);
    await parallel.run(task, kernels.product, problem.rank, 64, {
      a: problem.basis,
      aRow: 1,
      aDepth: problem.stride,
      b: bone,
      ldB: 4,
      depth: 3 * problem.frameCount,
      n: 4,
      out: rows,
      ldOut: 4,
    });
  }
  for (let at = 0; at < rows.length; at += 4) bones.set(rows.subarray(at, at + 4), at * h + 4 * j);
  parallel.arena.release(mark);
}

/** Writes rows [Σ (y − ȳ)(v − v̄)ᵀ | ȳ] of every frame into `bone` (3F rows of 4) and returns v̄. */
function crossMoments(
  problem: Problem,
  patch: ArrayLike<number> & Iterable<number>,
  bone: Float64Array,
): [number, number, number] {
  const { rest, trajectories, stride, rank, basis } = problem;
  const mean: [number, number, number] = [0, 0, 0];
  for (const i of patch) for (let c = 0; c < 3; c++) mean[c] += rest[4 * i + c] / patch.length;
  const reduced = new Float64Array(4 * rank);
  for (const i of patch) {
    for (let r = 0; r < rank; r++) {
      const y = trajectories[i * stride + r];
      for (let c = 0; c < 3; c++) reduced[4 * r + c] += y * (rest[4 * i + c] - mean[c]);
      reduced[4 * r + 3] += y / patch.length;
    }
  }
  for (let row = 0; row < 3 * problem.frameCount; row++) {
    let [x, y, z, mid] = [0, 0, 0, 0];
    for (let r = 0; r < rank; r++) {
      const u = basis[row * stride + r];
      x += u * reduced[4 * r];
      y += u * reduced[4 * r + 1];
      z += u * reduced[4 * r + 2];
      mid += u * reduced[4 * r + 3];
    }
    bone[4 * row] = x;
    bone[4 * row + 1] = y;
    bone[4 * row + 2] = z;
    bone[4 * row + 3] = mid;
  }
  return mean;
}
