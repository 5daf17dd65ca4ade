import { drawWeighted, type Random } from "../../../math/random";
import type { Task } from "../../../model/task";
import type { BlendSolver } from "../../phases/blend-solver";
import { type BlendState, boneRows } from "../../phases/blend-state";
import { WeightsPhase } from "../../phases/weights-phase";
import { drawingErrors, worstPatch } from "../ssdr/moves";
import { setBoneToPatch } from "../ssdr/patch-fit";

/** A place for another bone. */
export interface Insertion {
  vertex: number;
  /**
   * The sum of squared errors would fall at least by this much if every vertex could use one more bone. Vertices are
   * weighted by their density.
   */
  gain: number;
}

/** Places that are judged together. */
export const INSERTIONS = 16;

/** Arena bytes for `findInsertions`. */
export function insertionBytes(
  V: number,
  F: number,
  rank: number,
  h: number,
  slots: number,
  threads: number,
): number {
  const wide = h + INSERTIONS;
  const stride = rank + (rank & 1);
  return (
    WeightsPhase.bytes(rank, stride, wide, slots, threads) +
    96 * F * (wide + 2) +
    8 * V * (INSERTIONS + 1) +
    1024
  );
}

/**
 * Finds places where another bone would help most. It fits bones to patches around the worst vertex and around vertices
 * drawn in proportion to their error, and predicts the gain of each over all vertices. The largest gain comes first.
 */
export async function findInsertions(
  solver: BlendSolver,
  state: BlendState,
  random: Random,
  task: Task,
): Promise<Insertion[]> {
  const { parallel, problem, options } = solver;
  const { arena } = parallel;
  const mark = arena.mark();
  const h = options.bones;
  const wide = h + INSERTIONS;
  const rows = boneRows(problem, options.kind);
  const bones = arena.f64(rows * 4 * wide);
  for (let row = 0; row < rows; row++) {
    bones.set(state.bones.subarray(row * 4 * h, (row + 1) * 4 * h), row * 4 * wide);
  }
  const drawing = drawingErrors(problem, state);
  const vertices = [worstPatch(solver, drawing)];
  while (vertices.length < INSERTIONS) vertices.push(drawWeighted(drawing, random));
  for (const [c, vertex] of vertices.entries()) {
    await setBoneToPatch(solver, bones, wide, h + c, vertex, task);
  }
  const phase = new WeightsPhase(parallel, problem, {
    ...solver.weights.options,
    bones: wide,
    smoothing: null,
  });
  const out = arena.f64(problem.vertexCount * INSERTIONS);
  const errors = arena.f64(problem.vertexCount);
  await phase.predictGains({ ...state, bones, errors }, h, out, task);
  const gains = sumByPlace(out, problem.density);
  arena.release(mark);
  const found = vertices.map((vertex, c) => ({ vertex, gain: gains[c] }));
  return found.sort((a, b) => b.gain - a.gain || a.vertex - b.vertex);
}

/** Sums the gains of each place over the vertices. */
function sumByPlace(gains: Float64Array, density: Float64Array | null | undefined): Float64Array {
  const total = new Float64Array(INSERTIONS);
  for (let e = 0; e < gains.length; e++) {
    total[e % INSERTIONS] += density ? density[Math.floor(e / INSERTIONS)] * gains[e] : gains[e];
  }
  return total;
}
