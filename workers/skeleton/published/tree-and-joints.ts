import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { ExtractSettings } from "../../model/skeleton/extract/extract-settings";
import type { Task } from "../../model/task";
import type { FoundSkeleton } from "../method";
import { overlapsOf } from "../tree/bone-overlaps";
import { buildTree } from "../tree/build-tree";
import { boneNamed } from "../tree/choose-root";
import { type EdgeOptions, PUBLISHED_EDGES } from "../tree/edge-costs";
import { rigInTreeOrder } from "../tree/skeleton-tree";

/**
 * The two last steps of a single pass: the tree by equation 21, and joints. The result's bones are in the order of the
 * tree.
 * @param solver how the method finds joints.
 */
export async function withTreeAndJoints(
  rig: Rig,
  { pull, root }: Pick<ExtractSettings, "pull" | "root">,
  solver: EdgeOptions["solver"],
  task: Task,
): Promise<FoundSkeleton> {
  task.progress({ phase: "Tree", done: null, detail: "" });
  const options = { ...PUBLISHED_EDGES, solver, pull, diagonal: restDiagonal(rig) || 1 };
  const built = await buildTree(rig.motion, overlapsOf(rig), options, boneNamed(rig, root), task);
  return rigInTreeOrder(rig, built.tree);
}
