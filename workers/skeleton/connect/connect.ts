import { SinewError } from "../../model/errors";
import type { Rig } from "../../model/rig/rig";
import type { FindSkeleton } from "../method";
import { boneNamed } from "../tree/choose-root";
import {
  rigInTreeOrder,
  type SkeletonTree,
  type TreeLink,
  treeFromLinks,
  treeOfRig,
} from "../tree/skeleton-tree";

import { inferSkeleton } from "./infer-hierarchy";

/** The same joints, with another root for one of the trees. */
function rootedAt(rig: Rig, root: number): { rig: Rig; tree: SkeletonTree } {
  const { bones } = rig;
  const links = bones.flatMap(({ parent, head }, j): TreeLink[] =>
    parent < 0 ? [] : [{ a: parent, b: j, joint: head }],
  );
  const roots = bones.flatMap(({ parent }, j) => (parent < 0 ? [j] : []));
  const places = bones.flatMap(({ head }) => head);
  return rigInTreeOrder(rig, treeFromLinks(bones.length, links, [root, ...roots], places));
}

/** Finds parents and joints for the bones of a rig. Weights and motion stay. */
export const connect: FindSkeleton = async ({ sequence, from, settings }, { task }) => {
  if (!from) {
    throw new SinewError({
      title: "There are no bones to connect",
      body: "Connect bones needs a rig. Solve one first, or choose a method that finds bones.",
    });
  }
  // Refuses an unknown name before the work starts.
  boneNamed(from, settings.root);
  const { rig } = await inferSkeleton(sequence, from, task);
  const root = boneNamed(rig, settings.root);
  return root < 0 ? { rig, tree: treeOfRig(rig) } : rootedAt(rig, root);
};
