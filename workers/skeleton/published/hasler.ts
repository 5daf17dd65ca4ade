/**
 * Skeletons from LSSP (Hasler, Thormählen, Rosenhahn & Seidel, "Learning skeletons for shape and pose", 2010), for one
 * subject: the decomposition gives bones and weights, and the hierarchy stage their tree and joints.
 */
import { decompose } from "../../decompose/decompose";
import type { ExtractInput } from "../../model/reports/skeleton-report";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import type { FoundSkeleton, MethodTools } from "../method";
import { withTreeAndJoints } from "./tree-and-joints";

/** The decomposition's share of a time limit. The rest is for the strict skeleton. */
const SHARE = 0.6;
/** E_RMS is per coordinate and in thousandths of the half diagonal. */
const PERCENT_OF_ERMS = Math.sqrt(3) / 20;

export async function hasler(input: ExtractInput, tools: MethodTools): Promise<FoundSkeleton> {
  const { sequence, settings } = input;
  const { bones, influences, seed, seconds } = settings;
  const solve = {
    ...SOLVE_DEFAULTS,
    method: "lssp" as const,
    bones: Math.min(bones, sequence.vertexCount),
    influences,
    seed,
    seconds: seconds === null ? null : SHARE * seconds,
    correctRestPose: false,
    parameters: { lssp: settings.parameters.hasler ?? {} },
  };
  const { task } = tools;
  const watched = Object.assign(Object.create(task) as typeof task, {
    partial: (rig: () => FoundSkeleton["rig"], { eRms }: { eRms: number }) =>
      tools.show(rig(), PERCENT_OF_ERMS * eRms),
  });
  const { rig } = await decompose(
    { sequence, settings: solve, from: null, locks: null },
    tools.makeParallel,
    watched,
  );
  return withTreeAndJoints(rig, settings, "soft", task);
}
