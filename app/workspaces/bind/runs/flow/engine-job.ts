import type { StoreApi } from "zustand";
import type { Job, SolverClient } from "../../../../../workers/client";
import type { WeightsPartial, WeightsResult } from "../../../../../workers/model/reports/weight-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { Progress } from "../../../../../workers/model/task";
import { throttle } from "../../../../common/throttle";
import type { BindingState, WeightFigures } from "../../../../document/binding/binding-state";
import { keptNow } from "../../../../document/binding/kept-now";
import { weightsOnScreen } from "../../../../document/binding/segment-weights";
import type { DocumentState } from "../../../../document/document";
import type { Stores } from "../../../../document/stores";
import { composedFound } from "../../../../document/weights/layers/new-base";
import { uploadedMesh } from "../uploaded-mesh";
import { boundInMotion } from "./bound-in-motion";
import type { Effect, EngineEvent } from "./events";

/** Minimum time between two updates of the weights on screen: fast enough for the eye, and leaves time for input. */
const PARTIAL_MS = 50;
const PROGRESS_MS = 120;
/** Minimum time between edits sent to the engine: twenty times a second is enough to follow a hand. */
export const TELL_MS = 50;

/** The input of jobs, and the receiver of their answers. */
export interface EngineLink {
  client: SolverClient;
  document: StoreApi<DocumentState>;
  binding: StoreApi<BindingState>;
  send(event: EngineEvent): void;
}

export type BindingJob = Job<WeightsResult, WeightsPartial>;

/** Starts a job that finds weights, and sends its answers as events. */
export function startJob(
  stores: Stores,
  { client, document, binding, send }: EngineLink,
  { job: number, asked, goOn, underWayFit }: Extract<Effect, { type: "startJob" }>,
): BindingJob {
  const { sequence, skeleton, weighting: settings, weightEdits: edits } = asked;
  if (!sequence || !skeleton) throw new Error("There is no mesh and no skeleton to find weights for.");
  const state = document.getState();
  const job = client.weights({
    ...{ mesh: uploadedMesh(stores, client, sequence), skeleton, settings, edits },
    from: goOn ? weightsOnScreen(state, underWayFit ? binding.getState().weights : null) : null,
    kept: keptNow(state),
    stay: true,
  });
  const shown = (rig: Rig) => composedFound(stores, asShown(rig, document.getState()));
  const show = throttle(PARTIAL_MS, (partial: WeightsPartial) =>
    send({ type: "weights", job: number, ...weightsOf(partial, shown) }),
  );
  job.onPartial((partial) => {
    // The throttle must not drop figures that are sent only once.
    const figures = rareFigures(partial, shown);
    if (Object.keys(figures).length > 0) send({ type: "figures", job: number, figures });
    show(partial);
  });
  job.onProgress(
    throttle(PROGRESS_MS, (progress: Progress) => send({ type: "progress", job: number, progress })),
  );
  job.result.then(
    ({ bound, report, weights }) => {
      const figures = { weights, segmentOfBone: bound.segmentOfBone, held: report.held };
      send({ type: "finished", job: number, rig: shown(bound.rig), figures, report });
    },
    (error) => send({ type: "failed", job: number, error }),
  );
  return job;
}

/** Sends the current edits to the running job. */
export function tellJob(
  { client, send }: EngineLink,
  { job, edits }: Extract<Effect, { type: "tell" }>,
): void {
  setTimeout(() => send({ type: "mayTell", job }), TELL_MS);
  client.adjustWeights({ edits }).result.then(
    ({ followed }) => send({ type: "told", job, followed }),
    (error) => send({ type: "tellFailed", job, error }),
  );
}

/** Uses the document's own arrays for the rest pose and the motion, so that they are not uploaded again. */
function asShown(bound: Rig, { sequence, rig }: DocumentState): Rig {
  return sequence ? boundInMotion({ ...bound, rest: sequence.rest }, sequence, rig) : bound;
}

type Shown = (rig: Rig) => Rig;

function weightsOf(partial: WeightsPartial, shown: Shown) {
  const { iteration, energyPerIteration: energy, seconds, massOfHeat, weights, bound, idle } = partial;
  const figures = { massOfHeat, weights, segmentOfBone: bound.segmentOfBone };
  return { rig: shown(bound.rig), figures, iteration, seconds, energy, idle, report: partial.report ?? null };
}

/** The figures that the engine sends once, or seldom. */
function rareFigures(
  { strain, held, exemplars, heat }: WeightsPartial,
  shown: Shown,
): Partial<WeightFigures> {
  return {
    ...(held && { held }),
    ...(strain && { strain }),
    ...(exemplars && { exemplars, exemplarStrain: null }),
    ...(heat && { heat: shown(heat) }),
  };
}
