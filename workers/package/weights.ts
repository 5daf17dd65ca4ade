import { placeSkeleton } from "../geometry/place-skeleton";
import { createWeightsJobs } from "../jobs/weights-jobs";
import type { SkeletonSource } from "../model/files/skeleton-source";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { WeightReport } from "../model/reports/weight-report";
import type { Rig } from "../model/rig/rig";
import { bindableOf } from "../model/weights/bindable";
import { NO_WEIGHT_EDITS } from "../model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../model/weights/weight-settings";
import { withDefaults } from "./given";
import { withThreads } from "./run";
import type { RunOptions } from "./run-options";

/**
 * Weights that bind a mesh in its rest pose to a skeleton, which is placed in the mesh first.
 * @throws SinewError for meshes, skeletons or settings that cannot be bound
 */
export async function weights(
  sequence: MeshSequence,
  source: SkeletonSource,
  settings: Partial<WeightSettings> = {},
  options: RunOptions = {},
): Promise<{ rig: Rig; report: WeightReport }> {
  const { skeleton } = placeSkeleton(source, sequence);
  const input = {
    mesh: bindableOf(sequence),
    skeleton,
    settings: withDefaults(WEIGHT_DEFAULTS, settings),
    edits: NO_WEIGHT_EDITS,
    from: null,
    stay: false,
  };
  return withThreads(options, async (task, makeParallel) => {
    const { bound, report } = await createWeightsJobs().weights(input, makeParallel, task, () => {});
    return { rig: bound.rig, report };
  });
}
