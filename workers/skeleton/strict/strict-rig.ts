import type { BlendSolver } from "../../decompose/phases/blend-solver";
import type { BlendState } from "../../decompose/phases/blend-state";
import type { Problem } from "../../decompose/problem/problem";
import { motionToSequence, sparseWeights } from "../../decompose/result/rig-assembly";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { type Bone, type Rig, withoutCorrection } from "../../model/rig/rig";
import type { SkeletonTree } from "../tree/skeleton-tree";
import { closeJoints } from "./cut";

interface Solved {
  sequence: MeshSequence;
  bones: readonly Bone[];
  problem: Problem;
  solver: BlendSolver;
  /** Motion and weights. */
  blend: BlendState;
}

/**
 * A solved skeleton as a rig, in the sequence's coordinates.
 * @param tree with joints in these coordinates.
 * @param closed moves bones so that no joint is open.
 */
export function strictRig(
  { sequence, bones, problem, solver, blend }: Solved,
  tree: SkeletonTree,
  closed: boolean,
): Rig {
  const { centre, scale } = problem;
  const rest = Float32Array.from(sequence.rest, (_, at) => {
    return problem.rest[4 * Math.floor(at / 3) + (at % 3)] / scale + centre[at % 3];
  });
  const rig = withoutCorrection({
    version: 1,
    boneKind: "rigid",
    bones: bones.map((bone, j) => ({
      ...bone,
      parent: tree.parents[j],
      head: [tree.joints[3 * j], tree.joints[3 * j + 1], tree.joints[3 * j + 2]],
    })),
    weights: sparseWeights(blend.ids, blend.values, problem.vertexCount),
    motion: motionToSequence(solver.motionOf(blend), problem),
    rest,
  });
  return closed ? closeJoints(rig, tree) : rig;
}
