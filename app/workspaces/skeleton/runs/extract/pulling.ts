import { createStore } from "zustand/vanilla";
import type { SolverClient } from "../../../../../workers/client";
import type { SkeletonReport } from "../../../../../workers/model/reports/skeleton-report";
import { chosenPull } from "../../../../../workers/model/skeleton/extract/extract-settings";
import { serviceKey } from "../../../../actions/service";
import type { History } from "../../../../document/history/history";
import { LatestQuestion } from "../../../../document/session/jobs/latest-question";
import { isCancel, reportError } from "../../../../document/session/report-error";
import { type Extracted, pullSkeleton, setExtraction } from "../../../../document/skeleton/extract-commands";
import { hasNewerRig } from "../../../../document/solve/newer-rig";
import { type Stores, storeKey } from "../../../../document/stores";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { type Joints, rememberOutcome, shownExtracted } from "./extractions";
import { PullSolver } from "./pull-solver";
import { pulledBoth, pulledReport, softOf } from "./pulled";

/** The report for the pull that is being dragged; null without a drag. */
export const PULL_TRIAL = storeKey(() =>
  createStore<{ report: SkeletonReport | null }>(() => ({ report: null })),
);

/** Solves the joints of the shown skeleton again for other pulls. */
export interface Pulling {
  /** Shows the result of a pull without making a step. While one is being solved, only the latest one waits. */
  preview(pull: number): void;
  /** Applies a pull and its skeleton in one step. @param joints switches to the other kind of joints. */
  take(pull: number, joints?: Joints): Promise<void>;
}

export const PULLING = serviceKey<Pulling>("pulling");

/** Whether joints can be pulled: there is an extracted skeleton, and nothing else is changing it. */
const canPull = (stores: Stores): boolean => {
  const { sequence, rig } = stores.document.getState();
  const { solve, extraction, resolving } = stores.work.getState();
  if (!sequence || solve || extraction || resolving || !shownExtracted(stores.document.getState()))
    return false;
  return rig?.boneKind === "rigid" && rig.bones.some(({ parent }) => parent >= 0);
};

export function createPulling(stores: Stores, client: SolverClient, history: History): Pulling {
  const trial = stores.of(PULL_TRIAL);
  const solver = new PullSolver(stores, client);
  const questions = new LatestQuestion(show);
  let taking = Promise.resolve();
  const shownNow = () => shownExtracted(stores.document.getState());

  function stop(): void {
    questions.forget();
    solver.cancel();
  }

  /** Ends the trial, and shows the skeleton of the document again. */
  function end(): void {
    stop();
    trial.setState({ report: null });
    if (stores.document.getState().liveRig) stores.document.setState({ liveRig: null });
  }

  /** Solves a pull and shows it. The last picture stays meanwhile. */
  async function show(pull: number): Promise<void> {
    try {
      const { rig } = stores.document.getState();
      const result = await solver.solve(pull);
      const shown = shownNow();
      if (!result || !shown || hasNewerRig(stores, rig)) return questions.forget();
      stores.document.setState({ liveRig: shown.settings.joints === "strict" ? result.rig : result.soft });
      trial.setState({ report: pulledReport(shown, result, softOf(stores, shown)) });
    } catch {
      // A newer job ended this one, or this pull cannot be solved. Keep the last picture.
      questions.forget();
    }
  }

  async function take(pull: number, joints: Joints): Promise<void> {
    const shown = shownNow();
    if (!canPull(stores) || !shown) {
      end();
      history.run(setExtraction(stores, chosenPull(pull)));
      return;
    }
    stop();
    stores.work.setState({ resolving: "Pulling joints" });
    try {
      await put(shown, pull, joints);
    } catch (error) {
      if (!isCancel(error)) reportError(stores, error, "Pulling joints");
    } finally {
      stores.work.setState({ resolving: null });
      end();
    }
  }

  /** Solves a pull of the skeleton on screen, and makes it a step. */
  async function put(shown: Extracted, pull: number, joints: Joints): Promise<void> {
    const result = await solver.solve(pull);
    const { sequence, rig } = stores.document.getState();
    if (!result || !sequence) return;
    const measures = await client.measureRig({ sequence, rig: result.rig }).result;
    if (hasNewerRig(stores, rig)) return;
    const found = pulledBoth(shown, softOf(stores, shown), result, measures, pull);
    rememberOutcome(stores, shown.settings.method, { found });
    const next = found[joints];
    if (next) runAndTell(stores, history, pullSkeleton(stores, next));
  }

  return {
    preview(pull) {
      if (!canPull(stores)) return;
      if (pull === stores.document.getState().extraction.pull) return end();
      questions.ask(pull);
    },
    take(pull, joints = stores.document.getState().extraction.joints) {
      taking = taking.then(() => take(pull, joints));
      return taking;
    },
  };
}
