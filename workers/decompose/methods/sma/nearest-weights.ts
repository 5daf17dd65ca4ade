import { kernels, records } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { KernelRecord } from "../../../kernels/record";
import { scratchNumbers } from "../../../kernels/scratch";
import type { BoneKind } from "../../../model/rig/rig";
import type { Task } from "../../../model/task";
import { type BlendState, boneRows } from "../../phases/blend-state";
import { boneGram } from "../../phases/bone-gram";
import type { Problem } from "../../problem/problem";

export interface NearestWeightsOptions {
  /** The number of bones, h. */
  bones: number;
  /** The most influences of a vertex, 1 to h. */
  limit: number;
  slots: number;
  kind: BoneKind;
  /** Singular values below this share of the largest are dropped. If null, least squares with weights ≥ 0 instead. */
  threshold: number | null;
}

/** Arena bytes for `nearestWeights`. */
export function nearestWeightsBytes(rank: number, h: number, limit: number, threads: number): number {
  return 8 * (4 * rank * h + 16 * h * h + 16 + threads * scratchOf(h, limit)) + 256;
}

/** The numbers that each thread needs. */
function scratchOf(h: number, limit: number): number {
  return Math.max(
    scratchNumbers(kernels.nearestScratch, { h, limit }),
    scratchNumbers(kernels.boneGramScratch, {}),
  );
}

/**
 * Weights on the bones that fit a vertex best alone, with the least Σ_k |y_k − B_jk v|² (James & Twigg 2005, section
 * 5). Solves by least squares [cA; 1…1] w = (cb; 1), c = 1/|b|, with w ≥ 0 by Lawson & Hanson or by a truncated
 * singular value decomposition. Negative weights are cut off and the others scaled to the sum 1, in place in `state`.
 * @returns the squared error of the weights before that, without the tail of the trajectory basis.
 */
export async function nearestWeights(
  parallel: Parallel,
  problem: Problem,
  state: BlendState,
  options: NearestWeightsOptions,
  task: Task,
): Promise<number> {
  const { arena, threads } = parallel;
  const { bones: h, limit, slots, kind, threshold } = options;
  const { rank, stride, vertexCount, basis, trajectories, rest, norms } = problem;
  const mark = arena.mark();
  const width = 4 * h;
  const rows = boneRows(problem, kind);
  const b = state.bones.byteOffset;
  const gram = arena.f64(width * width);
  const numbers = scratchOf(h, limit);
  const scratch = arena.f64(numbers * threads);
  const scratchBytes = 8 * numbers;
  await boneGram(parallel, { bones: state.bones, rows, width, gram, scratch, scratchBytes }, task);
  let reduced = state.bones;
  if (kind === "rigid") {
    reduced = arena.f64(rank * width);
    await parallel.run(task, kernels.product, rank, 16, {
      a: basis,
      aRow: 1,
      aDepth: stride,
      b,
      ldB: width,
      depth: rows,
      n: width,
      out: reduced,
      ldOut: width,
    });
  }
  const job = KernelRecord.take(arena, records.NearestJob);
  job.write({
    threshold: threshold ?? -1,
    trajectories,
    stride,
    rank,
    rest,
    norms,
    reduced,
    gram,
    bones: h,
    limit,
    slots,
    ids: state.ids,
    values: state.values,
    errors: state.errors,
    scratch,
    scratchBytes,
  });
  const block = limit > 16 ? 4 : 32;
  await parallel.run(task, kernels.nearestWeights, vertexCount, block, { job });
  const error = state.errors.reduce((sum, x) => sum + x, 0);
  arena.release(mark);
  return error;
}
