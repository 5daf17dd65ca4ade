import type { SolveResult, SolverClient } from "../../../../../workers/client";
import { isFiled } from "../../../../../workers/model/mesh/streamed-sequence";
import { serviceKey } from "../../../../actions/service";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { rigToContinue } from "../../../../document/weights/layers/base-rig";
import { respecting } from "../solve/continuation";
import { Estimating } from "./estimating";
import { LOCALITY, NOT_ESTIMATED, type Reach } from "./locality-state";

/** Computes the cost of local weights while their settings change. */
interface LocalWeights {
  /** Estimates the cost of settings during a drag. */
  preview(reach: Reach): void;
  /** Computes the rig with local weights for the document's settings, and its exact cost. */
  refine(): Promise<void>;
  cancel(): void;
}

export const LOCAL_WEIGHTS = serviceKey<LocalWeights>("local weights");

export function createLocalWeights(stores: Stores, client: SolverClient): LocalWeights {
  const shown = stores.of(LOCALITY);
  const estimating = new Estimating(stores, client);
  const refining = new CurrentJob<SolveResult>();

  function stopRefining(): void {
    const job = refining.release();
    if (job) shown.setState({ refining: false });
    job?.cancel();
  }

  function preview(reach: Reach): void {
    stopRefining();
    shown.setState({ found: null });
    estimating.ask(reach);
  }

  async function refine(): Promise<void> {
    stopRefining();
    const state = stores.document.getState();
    const { sequence, settings, report, partial } = state;
    const rig = state.rig && rigToContinue(state.rig, state);
    if (!sequence || isFiled(sequence) || !rig || partial) return;
    const { reach, leastPatch } = settings;
    const job = client.localise({
      ...{ sequence, settings, from: rig },
      ...(report && { foundBy: report.method }),
      ...respecting(stores, rig),
    });
    shown.setState({ asked: { reach, leastPatch }, found: null, refining: true });
    refining.follow(job, {
      done: (found) => shown.setState({ found, refining: false }),
      failed(error) {
        shown.setState({ refining: false });
        if (!isCancel(error)) reportError(stores, error, "Local weights");
      },
    });
    await job.result.catch(() => {});
  }

  function cancel(): void {
    estimating.cancel();
    stopRefining();
  }

  // The figures are valid for one rig only.
  stores.document.subscribe(
    ({ rig }) => rig,
    () => {
      estimating.leave();
      stopRefining();
      shown.setState(NOT_ESTIMATED);
    },
  );

  return { preview, refine, cancel };
}
