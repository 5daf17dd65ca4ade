import { create } from "zustand";
import type { Job, SolverClient } from "../../../../../workers/client";
import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import type { Progress } from "../../../../../workers/model/task";
import { serviceKey } from "../../../../actions/service";
import { segmentsOfBones, weightsOverSegments } from "../../../../document/binding/segment-weights";
import { patch } from "../../../../document/commands";
import { useDocument } from "../../../../document/document";
import type { History } from "../../../../document/history";
import { isCancel, reportError } from "../../../../document/session/report-error";
import { uploadedMesh } from "../uploaded-mesh";

/** How far the weights are measured; null while they are not. */
export const useMeasuring = create<{ progress: Progress | null }>()(() => ({ progress: null }));

/** Measures the document's weights as they are, whatever made them. It changes none of them. */
export interface Measuring {
  /** The report is a step. Nothing is measured where the rig's bones are not those of the skeleton. */
  start(): Promise<void>;
  cancel(): void;
}

export const MEASURING = serviceKey<Measuring>("measuring");

export function createMeasuring(client: SolverClient, history: History): Measuring {
  let job: Job<WeightReport> | null = null;

  async function start(): Promise<void> {
    const { sequence, skeleton, rig, weighting: settings } = useDocument.getState();
    const segments = skeleton && rig && segmentsOfBones(skeleton, rig);
    if (!sequence || !skeleton || !rig || !segments) return;
    const weights = weightsOverSegments(rig.weights, segments);
    const mine = client.measureWeights({ mesh: uploadedMesh(client, sequence), skeleton, weights, settings });
    job = mine;
    useMeasuring.setState({ progress: { phase: "Measuring", done: null, detail: "" } });
    mine.onProgress((progress) => job === mine && useMeasuring.setState({ progress }));
    try {
      const weightReport = await mine.result;
      const now = useDocument.getState();
      // Figures of other weights than those on screen are of no use.
      if (now.rig === rig && now.skeleton === skeleton)
        history.run(patch("Measure the weights", "measure", { weightReport }));
    } catch (error) {
      if (!isCancel(error)) reportError(error, "Measuring the weights");
    } finally {
      if (job === mine) {
        job = null;
        useMeasuring.setState({ progress: null });
      }
    }
  }

  useDocument.subscribe((state, before) => {
    if (state.rig !== before.rig || state.skeleton !== before.skeleton) job?.cancel();
  });
  return { start, cancel: () => job?.cancel() };
}
