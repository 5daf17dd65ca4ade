import type { Job, SolverClient } from "../../../../../workers/client";
import { type OpenedSequence, wholeSequence } from "../../../../../workers/model/mesh/streamed-sequence";
import type {
  FitInput,
  FitReport,
  FitResult,
  FitStage,
  FitStep,
  RemoveHelperResult,
} from "../../../../../workers/model/reports/fit-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { Progress } from "../../../../../workers/model/task";
import { serviceKey } from "../../../../actions/service";
import type { DocumentState } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { diagonalOf } from "../../../../document/measure";
import { CurrentJob, type JobListener } from "../../../../document/session/jobs/current-job";
import { explain, isCancel } from "../../../../document/session/report-error";
import { type FittedRig, reportOfFit, showFit } from "../../../../document/skeleton/fit-commands";
import {
  helpersInScene,
  lockedNames,
  ownName,
  settingsFor,
  startsInScene,
  stepInScene,
  withStages,
} from "../../../../document/skeleton/own-skeleton";
import { fitErrorRange } from "../../../../document/solve/shown-solve";
import type { Stores } from "../../../../document/stores";
import { baseRig } from "../../../../document/weights/layers/base-rig";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { FIT_DESK } from "./fit-desk";

/** Minimum time between updates of the progress on screen, ms. */
const PROGRESS_MS = 120;

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
  const current = new CurrentJob<unknown>();

  const patchRun = (change: { progress?: Progress; keeping?: boolean }) =>
    stores.work.setState(({ extraction }) => ({ extraction: extraction && { ...extraction, ...change } }));

  /** Runs a job with its progress on screen. @param fitted makes a step of the history from its result. */
  function run<T>(
    title: string,
    job: Job<T>,
    fitted: (result: T) => Promise<FittedRig>,
    label?: string,
  ): void {
    desk.setState({ failure: null });
    const startedAt = Date.now();
    stores.work.setState({
      extraction: { title, progress: null, startedAt, keeping: false, rmsePercent: null },
    });
    const listener: JobListener<FittedRig, never> = {
      progressEvery: PROGRESS_MS,
      progress: (progress) => patchRun({ progress }),
      done(result) {
        hideRun();
        put(result, label);
        desk.setState({ card: false });
      },
      failed(error) {
        hideRun();
        if (!isCancel(error)) desk.setState({ failure: explain(error, title) });
      },
    };
    current.follow(job, listener, job.result.then(fitted));
  }

  /** A rig with its report, measured like any other rig. */
  async function measured(
    sequence: OpenedSequence,
    rig: Rig,
    report: FitReport,
    stages: readonly FitStage[],
    goesOn: boolean,
  ): Promise<FittedRig> {
    const measures = await client.measureRig({ sequence, rig }).result;
    const record = { stages, report, goesOn, rig };
    return { rig, record, report: reportOfFit(measures, rig, report, sequence.frameCount) };
  }

  function put(fitted: FittedRig, label?: string): void {
    runAndTell(stores, history, showFit(stores, fitted, label));
    const { sequence, rig } = stores.document.getState();
    if (rig && fitted.record.report) {
      desk.setState(({ results }) => ({
        results: { ...results, [stepInScene({ fitRecord: fitted.record })]: fitted },
      }));
    }
    if (sequence) fitErrorRange(stores, fitted.report, diagonalOf(sequence));
    if (stores.view.getState().layout === "source") stores.view.setState({ layout: "rig" });
  }

  const hideRun = () => stores.work.setState({ extraction: null });

  function cancel(): void {
    const job = current.release();
    if (!job) return;
    hideRun();
    job.cancel();
  }

  function start(from: "file" | "scene"): void {
    const state = stores.document.getState();
    const { sequence, ownSkeleton, rig, fitting } = state;
    if (!sequence || !ownSkeleton) return;
    const goesOn = rig !== null && (from === "scene" || startsInScene(state));
    const skeleton = goesOn && rig ? { ...baseRig(rig, state) } : ownSkeleton.skeleton;
    const settings = settingsFor(fitting, skeleton.bones);
    const helpers = goesOn ? helpersInScene(state) : [];
    const input: FitInput = {
      sequence: wholeSequence(sequence),
      skeleton,
      settings: { ...settings, helpers: Math.max(0, settings.helpers - helpers.length) },
    };
    run(`Fitting ${ownName(ownSkeleton)}`, client.fitSkeleton(input), ({ rig: found, report }: FitResult) => {
      const whole = { ...report, helpers: [...helpers, ...report.helpers] };
      const stages = stagesAfter(stores.document.getState(), whole, goesOn);
      return measured(sequence, found, whole, stages, goesOn);
    });
  }

  function removeHelper(name: string): void {
    const state = stores.document.getState();
    const { sequence, rig, fitting, fitRecord } = state;
    const report = fitRecord?.report;
    if (!sequence || !rig || !report) return;
    const lockedWeights = lockedNames(rig.bones, fitting, "lockWeights");
    const removal = client.removeHelper({ sequence, rig, helper: name, lockedWeights });
    const fitted = ({ rig: left, after }: RemoveHelperResult) => {
      const { eRms, rmsePercent, largest } = after;
      const now: FitReport = {
        ...report,
        ...{ eRms, rmsePercent, largest: { ...report.largest, distance: largest } },
        helpers: helpersInScene(state).filter((helper) => helper.name !== name),
      };
      return measured(sequence, left, now, stagesAfter(state, now, true), fitRecord.goesOn);
    };
    run(`Removing ${name}`, removal, fitted, `Remove ${name}`);
  }

  // A running fit belongs to the frames that it was started for.
  stores.document.subscribe((state) => state.sequence?.frames ?? null, cancel);

  return {
    start,
    cancel,
    removeHelper,
    keep() {
      if (!current.job) return;
      patchRun({ keeping: true });
      current.job.keep();
    },
    show(step) {
      const fitted = desk.getState().results[step];
      if (fitted) put(fitted);
    },
  };
}

/** The figures of all steps after a fit. A fit that continues from the scene only has the figures of its last step. */
function stagesAfter(
  { fitRecord }: Pick<DocumentState, "fitRecord">,
  report: FitReport,
  goesOn: boolean,
): FitStage[] {
  const { eRms, rmsePercent, largest, stages } = report;
  const step: FitStep = report.helpers.length > 0 ? "helpers" : report.solve;
  const reached: FitStage = { step, eRms, rmsePercent, largest: largest.distance };
  const newer = goesOn ? [reached] : [...stages.filter((stage) => stage.step !== step), reached];
  return withStages(fitRecord?.stages ?? [], newer);
}
