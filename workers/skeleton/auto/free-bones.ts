import { decompose } from "../../decompose/decompose";
import type { ExtractInput } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import type { MethodTools } from "../method";

/** Share of a time limit that free bones get. */
const SHARE = 0.55;
/** Outer iterations for free bones. More gain little for the skeleton, whose bones move on anyway. */
const ITERATIONS = 140;

/** Rigid bones without a skeleton to start from: those given, or those of a decomposition. */
export async function freeBones(
  { sequence, settings, from }: ExtractInput,
  { makeParallel, task, show }: MethodTools,
): Promise<Rig> {
  if (from && from.boneKind === "rigid") return from;
  const { bones, influences, seconds, seed } = settings;
  const asked = { ...SOLVE_DEFAULTS, bones, influences, seed, iterations: ITERATIONS, connected: false };
  const { rig } = await decompose(
    {
      sequence,
      settings: seconds === null ? asked : { ...asked, seconds: SHARE * seconds },
      from: null,
      locks: null,
    },
    makeParallel,
    Object.create(task, {
      partial: {
        value: (rig: () => Rig, { eRms }: { eRms: number }) => show(rig(), (Math.sqrt(3) / 20) * eRms),
      },
    }),
  );
  return rig;
}
