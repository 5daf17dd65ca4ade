import type { Skeleton } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import { segmentTree } from "../segment-tree";
import { boneCells } from "./bone-cells";
import type { DenseWeights } from "./dense-weights";

/**
 * Binds each vertex to its nearest bone. Equally near bones (beyond a joint) share it evenly. A vertex nearest to a
 * virtual segment goes to the bone above it.
 * @throws SinewError if the skeleton moves nothing; CancelledError.
 */
export async function nearestBoneWeights(
  mesh: Bindable,
  skeleton: Skeleton,
  task: Task,
): Promise<DenseWeights> {
  const tree = segmentTree(skeleton);
  const { offsets, bones } = await boneCells(mesh.positions, skeleton, tree, null, task);
  const values = new Float64Array((offsets.length - 1) * tree.count);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const [begin, end] = [offsets[i], offsets[i + 1]];
    for (let e = begin; e < end; e++) values[tree.count * i + bones[e]] = 1 / (end - begin);
  }
  return { bones: tree.count, values };
}
