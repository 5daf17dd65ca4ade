import type { Job, SolverClient } from "../../../../../workers/client";
import type { OpenedSequence } from "../../../../../workers/model/mesh/streamed-sequence";
import type { FitStep } from "../../../../../workers/model/reports/fit-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { serviceKey } from "../../../../actions/service";
import type { History } from "../../../../document/history/history";
import { explain, isCancel } from "../../../../document/session/report-error";
import { type FittedRig, fittedRig, showFit } from "../../../../document/skeleton/fit-commands";
import { lockedNames, ownName, stepInScene } from "../../../../document/skeleton/own-skeleton";
import { showNewRig } from "../../../../document/solve/shown-solve";
import type { Stores } from "../../../../document/stores";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { SkeletonRun } from "../skeleton-run";
import { FIT_DESK } from "./fit-desk";
import { afterFit, afterRemoval, type FittedFigures } from "./fit-figures";
import { fitQuestion } from "./fit-question";

/** Fits the mesh to the artist's skeleton, and puts the result into the history as one step. */
export interface Fitting {
  /** Starts a fit from the skeleton file, or continues from the rig in the scene. */
  start(from: "file" | "scene"): void;
  /** Stops the fit and keeps its best result so far. */
  keep(): void;
  cancel(): void;
  /** Removes a helper bone and solves the weights again. */
  removeHelper(name: string): void;
  /** Puts the result of a fit step into the scene; this can be undone. Does nothing if that result was not kept. */
  show(step: FitStep): void;
}

export const FITTING = serviceKey<Fitting>("fitting");

export function createFitting(stores: Stores, client: SolverClient, history: History): Fitting {
  const desk = stores.of(FIT_DESK);
  const run = new SkeletonRun<unknown>(stores);

  /** Runs a job with its progress on screen. @param fitted makes a step of the history from its result. */
  function follow<T>(
    title: string,
    job: Job<T>,
    fitted: (result: T) => Promise<FittedRig>,
    label?: string,
  ): void {
    desk.setState({ failure: null });
    run.start<FittedRig>(
      title,
      job,
      {
        done(found) {
          put(found, label);
          desk.setState({ card: false });
        },
        failed: (error) => !isCancel(error) && desk.setState({ failure: explain(error, title) }),
      },
      job.result.then(fitted),
    );
  }

  function put(fitted: FittedRig, label?: string): void {
    const { record, report } = fitted;
    runAndTell(stores, history, showFit(stores, fitted, label));
    if (record.report) {
      const step = stepInScene({ fitRecord: record });
      desk.setState(({ results }) => ({ results: { ...results, [step]: fitted } }));
    }
    showNewRig(stores, report);
  }

  /** A rig with its figures, measured like any other rig. */
  async function measured(sequence: OpenedSequence, rig: Rig, figures: FittedFigures): Promise<FittedRig> {
    const measures = await client.measureRig({ sequence, rig }).result;
    return fittedRig(rig, figures, measures, sequence.frameCount);
  }

  function start(from: "file" | "scene"): void {
    const { sequence, ownSkeleton } = stores.document.getState();
    const question = fitQuestion(stores.document.getState(), from);
    if (!sequence || !ownSkeleton || !question) return;
    const { input, kept, goesOn } = question;
    follow(`Fitting ${ownName(ownSkeleton)}`, client.fitSkeleton(input), ({ rig, report }) =>
      measured(sequence, rig, afterFit(stores.document.getState(), report, kept, goesOn)),
    );
  }

  function removeHelper(name: string): void {
    const before = stores.document.getState();
    const { sequence, rig, fitting, fitRecord } = before;
    if (!sequence || !rig || !fitRecord?.report) return;
    const last = { ...fitRecord, report: fitRecord.report };
    const lockedWeights = lockedNames(rig.bones, fitting, "lockWeights");
    follow(
      `Removing ${name}`,
      client.removeHelper({ sequence, rig, helper: name, lockedWeights }),
      (removed) => measured(sequence, removed.rig, afterRemoval(before, last, name, removed)),
      `Remove ${name}`,
    );
  }

  // A running fit belongs to the frames that it was started for.
  stores.document.subscribe(
    (state) => state.sequence?.frames ?? null,
    () => run.cancel(),
  );

  return {
    ...{ start, removeHelper },
    keep: () => run.keep(),
    cancel: () => void run.cancel(),
    show(step) {
      const fitted = desk.getState().results[step];
      if (fitted) put(fitted);
    },
  };
}
