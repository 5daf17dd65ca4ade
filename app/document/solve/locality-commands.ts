import type { SolveReport } from "../../../workers/model/reports/solve-report";
import type { Rig } from "../../../workers/model/rig/rig";
import { keepColours } from "../bone-colours";
import type { Command } from "../history/history";
import { fittingDeform, patch } from "../patch";
import type { Stores } from "../stores";

/**
 * Replaces the rig by one with local weights and the same bones in the same order.
 * @param found its report.
 */
export function makeLocal(stores: Stores, rig: Rig, found: SolveReport): Command {
  const { rig: before, report } = stores.document.getState();
  return patch(stores, "Make weights local", "bolt", {
    rig: before ? keepColours(rig, before.bones) : rig,
    report: { ...found, ...(report && solveOf(report)), bonesAsked: report?.bonesAsked ?? null },
    ...fittingDeform(stores, rig.bones),
  });
}

/** How the rig was found, which local weights do not change. */
const solveOf = ({
  method,
  seconds,
  iterations,
  history,
  errorPerIteration,
  secondsPerPhase,
}: SolveReport): Partial<SolveReport> => ({
  ...{ method, seconds, iterations, history, errorPerIteration, secondsPerPhase },
});
