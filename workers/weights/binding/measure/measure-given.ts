import type { MakeParallel } from "../../../kernels/parallel";
import type { WeightReport, WeightsResult } from "../../../model/reports/weight-report";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { Skeleton } from "../../../model/skeleton/skeleton";
import type { Task } from "../../../model/task";
import type { Bindable } from "../../../model/weights/bindable";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../../model/weights/weight-edits";
import type { WeightSettings } from "../../../model/weights/weight-settings";
import { ringWeights } from "../../arap/system/ring-weights";
import { unseenPoses } from "../exemplar-set";
import { findWeights } from "../find-weights";
import { EditMailbox } from "../input/edit-mailbox";
import { boneMasses, massOfHeat, strainOverPoses } from "./measure-weights";

/** Given weights of a mesh and a skeleton. */
export interface GivenWeights {
  mesh: Bindable;
  /** In the mesh's coordinates. */
  skeleton: Skeleton;
  /** Rows over the segments, not negative, sum 1. */
  weights: SparseWeights;
  /** Their seed draws the poses. They also determine the supports of the heat weights for comparison. */
  settings: WeightSettings;
  edits?: WeightEdits;
}

/**
 * Measures weights without changing them, in the poses that judge weights with this seed.
 * @returns the report, whose method is "given", and the heat weights for comparison.
 * @throws SinewError if mesh and skeleton do not fit; CancelledError.
 */
export async function measureGiven(
  { mesh, skeleton, weights, settings, edits = NO_WEIGHT_EDITS }: GivenWeights,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ report: WeightReport; heat: WeightsResult }> {
  const plain = { mesh, skeleton, edits, from: null, stay: false };
  const asked = { ...plain, settings: { ...settings, method: "heat" as const } };
  const heat = await findWeights(asked, makeParallel, new EditMailbox(() => {}), task, () => {});
  const unseen = unseenPoses(skeleton, settings.seed);
  const heldOutEnergy = await strainOverPoses(mesh, skeleton, weights, unseen, makeParallel, task);
  const { masses } = ringWeights(mesh);
  const own = boneMasses(masses, weights, skeleton.segments.length);
  const ofHeat = Float64Array.from(heat.report.boneMass, ({ mass }) => mass);
  const parts = massOfHeat(own, ofHeat);
  const boneMass = skeleton.segments.map(({ name }, j) => ({ name, mass: own[j], massOfHeat: parts[j] }));
  const unknownsPerVertex = weights.bones.length / masses.length - 1;
  return { report: { ...heat.report, method: "given", heldOutEnergy, boneMass, unknownsPerVertex }, heat };
}
