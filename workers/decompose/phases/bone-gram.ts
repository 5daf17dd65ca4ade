import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import type { Task } from "../../model/task";

/**
 * out = BᵀB for bones B, rows x width, in the arena.
 * @param out width² numbers.
 */
export async function boneGram(
  parallel: Parallel,
  bones: Float64Array,
  rows: number,
  width: number,
  out: Float64Array,
  task: Task,
): Promise<void> {
  const b = bones.byteOffset;
  await parallel.run(task, kernels.product, width, 16, {
    a: b,
    aRow: 1,
    aDepth: width,
    b,
    ldB: width,
    depth: rows,
    n: width,
    out,
    ldOut: width,
  });
}
