import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import type { Task } from "../../model/task";

/** Bones in a block, at most as many as the kernel takes. */
const BLOCK = 8;

interface BoneGram {
  /** B, rows x width, in the arena. */
  bones: Float64Array;
  rows: number;
  width: number;
  /** Receives BᵀB, width² numbers in the arena. */
  gram: Float64Array;
  /** At least `boneGramScratch` numbers for each thread. */
  scratch: Float64Array;
  /** Bytes of a thread's scratch. */
  scratchBytes: number;
}

/** BᵀB for bones B. */
export async function boneGram(parallel: Parallel, { width, ...more }: BoneGram, task: Task): Promise<void> {
  const h = width / 4;
  await parallel.run(task, kernels.boneGram, h, BLOCK, { ...more, h });
}
