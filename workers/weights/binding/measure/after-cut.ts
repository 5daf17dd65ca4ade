/** Measures the rig that leaves, if its influences were cut after the search. */
import type { MakeParallel } from "../../../kernels/parallel";
import type { WeightsResult } from "../../../model/reports/weight-report";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import { WeightBuilder } from "../../../model/rig/weight-builder";
import type { Task } from "../../../model/task";
import type { WeightsInput } from "../../../model/weights/weights-input";
import { withWires } from "../binding-precompute";
import { unseenPoses } from "../exemplar-set";
import { strainOverPoses } from "./measure-weights";

/** The result with the strain of its rig in unseen poses, and the strain before the cut beside it. */
export async function measuredAfterCut(
  result: WeightsResult,
  { mesh, skeleton, settings, edits }: Pick<WeightsInput, "mesh" | "skeleton" | "settings" | "edits">,
  makeParallel: MakeParallel,
  task: Task,
): Promise<WeightsResult> {
  if (settings.influences === 0) return result;
  const began = performance.now();
  const whole = withWires(mesh, edits.wires);
  const poses = unseenPoses(skeleton, settings.seed);
  const heldOutEnergy = await strainOverPoses(
    whole,
    skeleton,
    overSegments(result),
    poses,
    makeParallel,
    task,
  );
  const { report } = result;
  const seconds: [string, number] = ["After the cut", (performance.now() - began) / 1000];
  return {
    ...result,
    report: {
      ...report,
      heldOutEnergy,
      energyBeforeCut: report.heldOutEnergy,
      seconds: [...report.seconds, seconds],
    },
  };
}

/** The weights of a rig over the segments of its skeleton. The pieces of a spine add up. */
function overSegments({ bound: { rig, segmentOfBone } }: Pick<WeightsResult, "bound">): SparseWeights {
  const { offsets, bones, values } = rig.weights;
  const rows = new WeightBuilder();
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = new Map<number, number>();
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const segment = segmentOfBone[bones[e]];
      row.set(segment, (row.get(segment) ?? 0) + values[e]);
    }
    for (const [segment, weight] of [...row].sort((a, b) => a[0] - b[0])) rows.add(segment, weight);
    rows.endRow();
  }
  return rows.weights();
}
