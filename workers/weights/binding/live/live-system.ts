import { inSteps } from "../../../math/steps";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { Task } from "../../../model/task";
import type { WeightEdits } from "../../../model/weights/weight-edits";
import type { WeightSettings } from "../../../model/weights/weight-settings";
import { planArapSteps } from "../../arap/arap-plan";
import { ArapWeights } from "../../arap/arap-weights";
import type { Exemplars } from "../../exemplars";
import type { Kept } from "../../kept/kept-weights";
import { gatherWeights, type Supports, withoutZeros } from "../../simple/dense-weights";
import type { BindingPrecompute } from "../binding-precompute";
import { exemplarSet } from "../exemplar-set";
import { influenceSupportsSteps } from "../influence-supports";
import type { PhaseClock } from "../measure/phase-clock";
import type { SystemRoom } from "./system-room";

/** The system that is solved for certain edits. Other supports, exemplars or links need another system. */
export interface LiveSystem {
  precompute: BindingPrecompute;
  supports: Supports;
  heat: SparseWeights;
  poses: Exemplars;
  solver: ArapWeights;
  /** The fixed weights in this system. */
  kept: Kept | null;
}

export interface SystemInput {
  precompute: BindingPrecompute;
  edits: WeightEdits;
  settings: WeightSettings;
  kept: Kept | null;
  /** Weights to continue from, and the bone strengths of the solver that made them; null for the first weights. */
  start: { weights: SparseWeights; strengths: Float64Array | undefined } | null;
}

/** `tolerance` applies to the iterations; the solver has a tolerance of its own. */
const solverSettings = ({ tolerance: _, ...settings }: WeightSettings) => settings;

/** Plans and prepares a system. It uses the memory of `room`, which the last system loses. */
export async function makeSystem(
  { precompute, edits, settings, kept, start }: SystemInput,
  room: SystemRoom,
  clock: PhaseClock,
  task: Task,
): Promise<LiveSystem> {
  const { mesh, skeleton, closed, first: dense, adjacency, tree, visible } = precompute;
  const poses = exemplarSet(skeleton, settings, edits);
  await task.checkpoint();
  return clock.time("Preparation", async () => {
    const held = kept?.segments;
    const wanted = influenceSupportsSteps(closed, dense, adjacency, tree, edits, held);
    const supports = await inSteps(wanted, task);
    await task.checkpoint();
    const heat = gatherWeights(dense, supports);
    await task.checkpoint();
    const { segments } = skeleton;
    const { motions, bends } = poses;
    const input = { mesh, heat, bones: segments.length, motions, bends, segments, visible, kept: held };
    const plan = await inSteps(planArapSteps(input, solverSettings(settings)), task);
    await task.checkpoint();
    const parallel = await room.take(ArapWeights.bytes(plan, room.threads), plan.vertexCount);
    const solver = await ArapWeights.create(parallel, plan, task);
    if (start) solver.startFrom(start.weights, start.strengths);
    return { precompute, supports, poses, solver, heat: withoutZeros(heat), kept };
  });
}
