import { createStore } from "zustand/vanilla";
import type { Job, SolverClient } from "../../../../../workers/client";
import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import type { Progress } from "../../../../../workers/model/task";
import { serviceKey } from "../../../../actions/service";
import { segmentsOfBones, weightsOverSegments } from "../../../../document/binding/segment-weights";
import type { History } from "../../../../document/history/history";
import { patch } from "../../../../document/patch";
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
  start(): Promise<void>;
  cancel(): void;
}

export const MEASURING = serviceKey<StrainMeasuring>("measuring");

export function createMeasuring(stores: Stores, client: SolverClient, history: History): StrainMeasuring {
  let job: Job<WeightReport> | null = null;

  async function start(): Promise<void> {
    const { sequence, skeleton, rig, weighting: settings } = stores.document.getState();
    const segments = skeleton && rig && segmentsOfBones(skeleton, rig);
    if (!sequence || !skeleton || !rig || !segments) return;
    const weights = weightsOverSegments(rig.weights, segments);
    const mine = client.measureWeights({
      mesh: uploadedMesh(stores, client, sequence),
      skeleton,
      weights,
      settings,
    });
    job = mine;
    stores.of(MEASURED).setState({ progress: { phase: "Measuring", done: null, detail: "" } });
    mine.onProgress((progress) => job === mine && stores.of(MEASURED).setState({ progress }));
    try {
      const weightReport = await mine.result;
      const now = stores.document.getState();
      // Figures of weights that are no longer on screen are useless.
      if (now.rig === rig && now.skeleton === skeleton)
        history.run(patch(stores, "Measure weights", "measure", { weightReport }));
    } catch (error) {
      if (!isCancel(error)) reportError(stores, error, "Measuring the weights");
    } finally {
      if (job === mine) {
        job = null;
        stores.of(MEASURED).setState({ progress: null });
      }
    }
  }

  stores.document.subscribe((state, before) => {
    if (state.rig !== before.rig || state.skeleton !== before.skeleton) job?.cancel();
  });
  return { start, cancel: () => job?.cancel() };
}
