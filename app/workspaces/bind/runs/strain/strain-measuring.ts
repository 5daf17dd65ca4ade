import { createStore } from "zustand/vanilla";
import type { SolverClient } from "../../../../../workers/client";
import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import type { Progress } from "../../../../../workers/model/task";
import { serviceKey } from "../../../../actions/service";
import { segmentsOfBones, weightsOverSegments } from "../../../../document/binding/segment-weights";
import type { History } from "../../../../document/history/history";
import { patch } from "../../../../document/patch";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { storeKey } from "../../../../document/stores";
import { uploadedMesh } from "../uploaded-mesh";

/** Progress of measuring the weights; null while nothing is measured. */
export const MEASURED = storeKey(() =>
  createStore<{ progress: Progress | null }>()(() => ({ progress: null })),
);

/** Measures the document's current weights, from any source, without changing them. */
export interface StrainMeasuring {
  /** Puts the report into the document as a step. Does nothing if the rig's bones do not match the skeleton. */
  start(): void;
  cancel(): void;
}

export const MEASURING = serviceKey<StrainMeasuring>("measuring");

export function createMeasuring(stores: Stores, client: SolverClient, history: History): StrainMeasuring {
  const current = new CurrentJob<WeightReport>();
  const showProgress = (progress: Progress | null) => stores.of(MEASURED).setState({ progress });

  function start(): void {
    const { sequence, skeleton, rig, weighting: settings } = stores.document.getState();
    const segments = skeleton && rig && segmentsOfBones(skeleton, rig);
    if (!sequence || !skeleton || !rig || !segments) return;
    const weights = weightsOverSegments(rig.weights, segments);
    const mesh = uploadedMesh(stores, client, sequence);
    showProgress({ phase: "Measuring", done: null, detail: "" });
    current.follow(client.measureWeights({ mesh, skeleton, weights, settings }), {
      progress: showProgress,
      done(weightReport) {
        showProgress(null);
        history.run(patch(stores, "Measure weights", "measure", { weightReport }));
      },
      failed(error) {
        showProgress(null);
        if (!isCancel(error)) reportError(stores, error, "Measuring the weights");
      },
    });
  }

  function cancel(): void {
    current.release()?.cancel();
    showProgress(null);
  }

  // Figures of weights that are no longer on screen are useless.
  stores.document.subscribe((state, before) => {
    if (state.rig !== before.rig || state.skeleton !== before.skeleton) cancel();
  });
  return { start, cancel };
}
