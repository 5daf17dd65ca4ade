import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { howMany } from "../../model/reports/figures";
import type { Rig } from "../../model/rig/rig";
import type { ExtractSettings } from "../../model/skeleton/extract/extract-settings";
import type { Task } from "../../model/task";
import type { FoundSkeleton } from "../method";
import { overlapsOf } from "../tree/bone-overlaps";
import { buildTree } from "../tree/build-tree";
import { boneNamed } from "../tree/choose-root";
import { type EdgeOptions, PUBLISHED_EDGES } from "../tree/edge-costs";
import { rigInTreeOrder, rootsOf } from "../tree/skeleton-tree";
import { mergeTwins } from "./merge-twins";

/**
 * The two last steps of a single pass: the tree by equation 21, and joints. Bones that move exactly alike become one
 * first. The result's bones are in the order of the tree.
 * @param solver how the method finds joints.
 */
export async function withTreeAndJoints(
  loose: Rig,
  { pull, root }: Pick<ExtractSettings, "pull" | "root">,
  solver: EdgeOptions["solver"],
  task: Task,
): Promise<FoundSkeleton> {
  task.progress({ phase: "Tree", done: null, detail: "" });
  const diagonal = restDiagonal(loose) || 1;
  const rig = mergeTwins(loose, diagonal);
  const options = { ...PUBLISHED_EDGES, solver, pull, diagonal };
  const built = await buildTree(rig.motion, overlapsOf(rig), options, boneNamed(rig, root), task);
  const notes = [
    ...twinNotes(loose.bones.length, rig.bones.length),
    ...(rootsOf(built.tree).length > 1 ? [OVERLAP_NOTE] : []),
  ];
  return { ...rigInTreeOrder(rig, built.tree), notes };
}

const OVERLAP_NOTE =
  "Bones that share no vertices are not linked by this method. Auto and Connect also look at their motion.";

/** A sentence about bones that were merged, if there are any. */
function twinNotes(all: number, left: number): string[] {
  const gone = all - left;
  if (gone === 0) return [];
  const [were, others] = gone > 1 ? ["were", "others"] : ["was", "another bone"];
  return [
    `${gone} of ${howMany(all, "bone")} ${were} left out: ${gone > 1 ? "they move" : "it moves"} exactly like ${others}.`,
  ];
}
