import type { Job, SolverClient } from "../../../../../workers/client";
import type { JointResult } from "../../../../../workers/model/reports/joint-report";
import type { Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import { weightsOnScreen } from "../../../../document/binding/segment-weights";
import type { Stores } from "../../../../document/stores";
import { uploadedMesh } from "../uploaded-mesh";
import { jointOwners } from "./joint-proposal";
import { JOINTS } from "./joint-state";

/** Maximum number of steps. The first ten cover most of the way. */
const ITERATIONS = 20;

/** Starts to optimise the joints of the document's skeleton; null without a skeleton and weights. */
export function optimiseJob(stores: Stores, client: SolverClient): Job<JointResult, JointResult> | null {
  const state = stores.document.getState();
  const { sequence, skeleton, weighting, weightEdits } = state;
  const weights = weightsOnScreen(state, stores.binding.getState().weights);
  if (!sequence || !skeleton || !weights) return null;
  return client.optimiseJoints({
    mesh: uploadedMesh(stores, client, sequence),
    ...{ skeleton, weights, settings: weighting, edits: weightEdits },
    stiffness: stiffnessOf(stores, skeleton),
    iterations: ITERATIONS,
  });
}

/** By segment: the joint's own stiffness, or the common one. A pinned joint does not move. */
function stiffnessOf(stores: Stores, skeleton: Skeleton): Float32Array {
  const { stiffness, ownStiffness, pinned } = stores.of(JOINTS).getState();
  const owners = jointOwners(skeleton);
  const isPinned = (j: number) => pinned.some((p) => owners[p] === owners[j]);
  return Float32Array.from(skeleton.segments, (_, j) =>
    isPinned(j) ? Infinity : (ownStiffness[owners[j]] ?? stiffness),
  );
}
