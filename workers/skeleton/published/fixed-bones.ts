import { rigidOptions } from "../../decompose/methods/solver-options";
import { BlendSolver } from "../../decompose/phases/blend-solver";
import type { LooseBones, PublishedContext, PublishedSize } from "./published-context";

/**
 * Weights for fixed bones. For each vertex it solves constrained least squares (w ≥ 0, Σw = 1) over all bones that the
 * vertex may use, and then over the K bones with the largest effect.
 * @param motion F·B·12, normalised.
 * @param allowed V rows of ⌈B / 32⌉ words with a bit for each bone that the vertex may use; null allows all.
 */
export async function weightsOfBones(
  { parallel, problem, starts, task, influences }: PublishedContext,
  motion: Float64Array,
  allowed: Uint32Array | null,
): Promise<LooseBones> {
  task.progress({ phase: "Weights", done: null, detail: "" });
  const { arena } = parallel;
  const mark = arena.mark();
  const h = motion.length / (12 * problem.frameCount);
  const solver = new BlendSolver(parallel, problem, rigidOptions({ starts }, h, Math.min(influences, h)));
  const state = solver.createState();
  await solver.setMotion(state, motion, task);
  if (allowed) {
    solver.weights.allowed = arena.u32(allowed.length);
    solver.weights.allowed.set(allowed);
  }
  await solver.weights.run(state, task, "twoPass");
  const found = { motion, ids: state.ids.slice(), values: state.values.slice() };
  arena.release(mark);
  return found;
}

/** The bytes that `weightsOfBones` needs in the arena. */
export function weightsOfBonesBytes(
  { vertices, frames, bones, influences }: PublishedSize,
  threads: number,
): number {
  const blend = { vertices, frames, rank: 3 * frames, bones, limit: influences, slots: influences };
  return BlendSolver.bytes(blend, threads, 1) + 4 * vertices * ((bones + 31) >> 5) + 64;
}
