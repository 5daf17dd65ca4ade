import type { Job, SolverClient } from "../../../../../workers/client";
import type { FitRecord } from "../../../../../workers/model/reports/fit-record";
import type {
  FitInput,
  FitReport,
  FitResult,
  FitStage,
  FitStep,
} from "../../../../../workers/model/reports/fit-report";
import type { Progress } from "../../../../../workers/model/task";
import { serviceKey } from "../../../../actions/service";
import { throttle } from "../../../../common/throttle";
import type { DocumentState } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { diagonalOf } from "../../../../document/measure";
import { explain, isCancel } from "../../../../document/session/report-error";
import { type Fitted, reportOfFit, showFit } from "../../../../document/skeleton/fit-commands";
import {
  helpersInScene,
  ownName,
  settingsFor,
  startsInScene,
  stepInScene,
  withStages,
} from "../../../../document/skeleton/own-skeleton";
import { fitErrorRange } from "../../../../document/solve/shown-solve";
import type { Stores } from "../../../../document/stores";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { FIT_DESK } from "./fit-desk";
import { withoutHelper } from "./without-helper";

/** Minimum time between updates of the progress on screen, ms. */
const PROGRESS_MS = 120;

/** Fits the mesh onto the artist's skeleton, and puts the result into the history as one step. */
export interface Fitting {
  /** Fits anew, or goes on from the rig in the scene. */
  start(from: "file" | "scene"): void;
  /** Ends with the best fit so far. */
  keep(): void;
  cancel(): void;
  /** Takes a helper bone away, and finds the weights again. */
  removeHelper(name: string): void;
  /** Shows what a step has led to, as one step of the history. Does nothing if that is not known. */
  show(step: FitStep): void;
}

export const FITTING = serviceKey<Fitting>("fitting");

/** A fit that is asked for. */
interface Asked {
  title: string;
  input: FitInput;
  goesOn: boolean;
  /** Helpers that the start has already. */
  helpers: FitReport["helpers"];
  /** What the history says, where that is not the kind of fit. */
  label?: string;
}

export function createFitting(stores: Stores, client: SolverClient, history: History): Fitting {
  const desk = stores.of(FIT_DESK);
  let job: Job<FitResult> | null = null;

  const patchRun = (change: { progress?: Progress; keeping?: boolean }) =>
    stores.work.setState(({ extraction }) => ({ extraction: extraction && { ...extraction, ...change } }));

  function run(asked: Asked): void {
    const mine = client.fitSkeleton(asked.input);
    job = mine;
    desk.setState({ failure: null });
    stores.work.setState({
      extraction: {
        title: asked.title,
        progress: null,
        startedAt: Date.now(),
        keeping: false,
        rmsePercent: null,
      },
    });
    mine.onProgress(throttle(PROGRESS_MS, (progress: Progress) => job === mine && patchRun({ progress })));
    mine.result
      .then((result) => (job === mine ? finish(mine, asked, result) : undefined))
      .catch((error: unknown) => {
        if (job !== mine) return;
        end();
        if (!isCancel(error)) desk.setState({ failure: explain(error, "The fit") });
      });
  }

  async function finish(
    mine: Job<FitResult>,
    asked: Asked,
    { rig, report: found }: FitResult,
  ): Promise<void> {
    const { sequence } = asked.input;
    const measures = await client.measureRig({ sequence, rig }).result;
    if (job !== mine) return;
    end();
    const report: FitReport = { ...found, helpers: [...asked.helpers, ...found.helpers] };
    const record = recordOf(stores.document.getState(), report, rig, asked.goesOn);
    put({ rig, record, report: reportOfFit(measures, rig, report, sequence.frameCount) }, asked.label);
    desk.setState({ card: false });
  }

  function put(fitted: Fitted, label?: string): void {
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

  function end(): void {
    job = null;
    stores.work.setState({ extraction: null });
  }

  function cancel(): void {
    if (!job) return;
    const cancelled = job;
    end();
    cancelled.cancel();
  }

  function start(from: "file" | "scene"): void {
    const state = stores.document.getState();
    const { sequence, ownSkeleton, rig, fitting } = state;
    if (!sequence || !ownSkeleton) return;
    const goesOn = rig !== null && (from === "scene" || startsInScene(state));
    const skeleton = goesOn && rig ? { ...rig } : ownSkeleton.skeleton;
    const settings = settingsFor(fitting, skeleton.bones);
    const helpers = goesOn ? helpersInScene(state) : [];
    run({
      title: `Fitting ${ownName(ownSkeleton)}`,
      input: {
        sequence,
        skeleton,
        settings: { ...settings, helpers: Math.max(0, settings.helpers - helpers.length) },
      },
      goesOn,
      helpers,
    });
  }

  function removeHelper(name: string): void {
    const state = stores.document.getState();
    const { sequence, rig, fitting } = state;
    const bone = rig?.bones.findIndex((each) => each.name === name) ?? -1;
    if (!sequence || !rig || bone < 0) return;
    const skeleton = withoutHelper(rig, bone);
    const settings = settingsFor(fitting, skeleton.bones);
    run({
      title: `Removing ${name}`,
      input: { sequence, skeleton, settings: { ...settings, solve: "weights", helpers: 0 } },
      goesOn: true,
      helpers: helpersInScene(state).filter((each) => each.name !== name),
      label: `Remove ${name}`,
    });
  }

  // A running fit belongs to the frames that it was started for.
  stores.document.subscribe((state) => state.sequence?.frames ?? null, cancel);

  return {
    start,
    cancel,
    removeHelper,
    keep() {
      if (!job) return;
      patchRun({ keeping: true });
      job.keep();
    },
    show(step) {
      const fitted = desk.getState().results[step];
      if (fitted) put(fitted);
    },
  };
}

/** What is known of fits after another one. A fit that goes on from the scene says nothing about steps before its end. */
function recordOf(
  { fitRecord }: Pick<DocumentState, "fitRecord">,
  report: FitReport,
  rig: FitRecord["rig"],
  goesOn: boolean,
): FitRecord {
  const step: FitStep = report.helpers.length > 0 ? "helpers" : report.solve;
  const reached: FitStage = {
    step,
    eRms: report.eRms,
    rmsePercent: report.rmsePercent,
    largest: report.largest.distance,
  };
  const newer = goesOn ? [reached] : [...report.stages.filter((stage) => stage.step !== step), reached];
  return { stages: withStages(fitRecord?.stages ?? [], newer), report, goesOn, rig };
}
