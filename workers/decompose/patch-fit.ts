import type { Task } from "../model/task";
import type { BlendSolver } from "./blend-solver";
import type { BlendState } from "./blend-state";
import type { Problem } from "./problem";

/** Vertices that a new bone is fitted to (Le & Deng 2012). */
const PATCH = 20;

/** The 20 vertices nearest to vertex `centre` in the rest pose, itself included; all where there are fewer. */
export function patchAround(problem: Problem, centre: number): number[] {
  const { rest, vertexCount } = problem;
  const distance = new Float64Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    const x = rest[4 * i] - rest[4 * centre];
    const y = rest[4 * i + 1] - rest[4 * centre + 1];
    const z = rest[4 * i + 2] - rest[4 * centre + 2];
    distance[i] = x * x + y * y + z * z;
  }
  const nearest: number[] = [];
  for (let i = 0; i < vertexCount; i++) {
    if (nearest.length === PATCH && distance[i] >= distance[nearest[PATCH - 1]]) continue;
    let at = nearest.length < PATCH ? nearest.length : PATCH - 1;
    while (at > 0 && distance[nearest[at - 1]] > distance[i]) {
      nearest[at] = nearest[at - 1];
      at--;
    }
    nearest[at] = i;
  }
  return nearest;
}

/** Sets bone `j` of `state` to the rigid motion that best fits the patch around a vertex in every frame. */
export async function setBoneToPatch(
  solver: BlendSolver,
  state: BlendState,
  j: number,
  vertex: number,
  task: Task,
): Promise<void> {
  const { parallel, problem, options } = solver;
  const mark = parallel.arena.mark();
  const bone = parallel.arena.f64(12 * problem.frameCount);
  const means = crossMoments(problem, patchAround(problem, vertex), bone);
  const scratch = parallel.arena.f64(64);
  await parallel.run(task, "projectRotations", problem.frameCount, 64, [
    bone.byteOffset,
    1,
    0,
    scratch.byteOffset,
    0,
  ]);
  for (let row = 0; row < 3 * problem.frameCount; row++) {
    const at = 4 * row;
    bone[at + 3] -= bone[at] * means[0] + bone[at + 1] * means[1] + bone[at + 2] * means[2];
  }
  const width = 4 * options.bones;
  if (options.kind === "rigid") {
    for (let row = 0; row < 3 * problem.frameCount; row++) {
      state.bones.set(bone.subarray(4 * row, 4 * row + 4), row * width + 4 * j);
    }
  } else {
    const reduced = parallel.arena.f64(4 * problem.rank);
    const args = [problem.basis.byteOffset, 1, problem.stride, bone.byteOffset, 4, 3 * problem.frameCount, 4];
    await parallel.run(task, "product", problem.rank, 64, [...args, reduced.byteOffset, 4]);
    for (let row = 0; row < problem.rank; row++) {
      state.bones.set(reduced.subarray(4 * row, 4 * row + 4), row * width + 4 * j);
    }
  }
  parallel.arena.release(mark);
}

/**
 * Rows [Σ (y − ȳ)(v − v̄)ᵀ | ȳ] of every frame into `bone` (3F rows of 4); returns v̄.
 */
function crossMoments(problem: Problem, patch: number[], bone: Float64Array): [number, number, number] {
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
  bone.fill(0);
  for (let row = 0; row < 3 * problem.frameCount; row++) {
    for (let r = 0; r < rank; r++) {
      const u = basis[row * stride + r];
      for (let c = 0; c < 4; c++) bone[4 * row + c] += u * reduced[4 * r + c];
    }
  }
  return mean;
}
