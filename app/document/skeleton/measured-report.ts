import type { Measures, SolveReport } from "../../../workers/model/reports/solve-report";
import type { Rig } from "../../../workers/model/rig/rig";

/** The known facts about a rig that no decomposition made. */
type Origin = Pick<SolveReport, "method" | "bonesAsked" | "seconds" | "secondsPerPhase" | "seed">;

/** The report of a rig that no decomposition made, for the panels that all rigs share. */
export function measuredReport(measures: Measures, rig: Rig, frames: number, origin: Origin): SolveReport {
  return {
    version: 1,
    bones: rig.bones.length,
    bonesReason: null,
    vertices: rig.weights.offsets.length - 1,
    frames,
    iterations: 0,
    errorPerIteration: [],
    history: [],
    basisRank: 0,
    basisTailERms: 0,
    threads: 1,
    ...origin,
    ...measures,
  };
}
