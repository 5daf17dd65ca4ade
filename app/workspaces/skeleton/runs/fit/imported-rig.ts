import type { Job, SolverClient } from "../../../../../workers/client";
import type { FitInput, FitSkeleton, FitStage } from "../../../../../workers/model/reports/fit-report";
import { diagonalOf } from "../../../../document/measure";
import { type FittedRig, fittedRig } from "../../../../document/skeleton/fit-commands";

/** Whether a skeleton has motion and weights. Only then its import can be measured. */
export const isWhole = ({ motion, weights }: FitSkeleton): boolean => motion !== null && weights !== null;

/** The rig of a skeleton before any fit, measured on the animation. @param wait awaits each job. */
export async function importedRig(
  client: Pick<SolverClient, "importSkeleton" | "measureRig">,
  input: FitInput,
  wait: <T>(job: Job<T>) => Promise<T> = (job) => job.result,
): Promise<FittedRig> {
  const { sequence, skeleton } = input;
  const rig = await wait(client.importSkeleton(input));
  const measures = await wait(client.measureRig({ sequence, rig }));
  const { eRms, maxErrorPercent, rmsePercent } = measures;
  const largest = (maxErrorPercent / 100) * diagonalOf(sequence);
  const stages: FitStage[] = isWhole(skeleton) ? [{ step: "imported", eRms, rmsePercent, largest }] : [];
  return fittedRig(rig, { stages, report: null, goesOn: false }, measures, sequence.frameCount);
}
