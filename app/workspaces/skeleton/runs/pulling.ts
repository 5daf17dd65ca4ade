import { createStore } from "zustand/vanilla";
import type { Job, SolverClient } from "../../../../workers/client";
import type { PullResult, SkeletonReport } from "../../../../workers/model/reports/skeleton-report";
import type { Measures } from "../../../../workers/model/reports/solve-report";
import { serviceKey } from "../../../actions/service";
import type { DocumentState } from "../../../document/document";
import type { History } from "../../../document/history/history";
import { LatestQuestion } from "../../../document/session/jobs/latest-question";
import { isCancel, reportError } from "../../../document/session/report-error";
import { type Extracted, pullSkeleton, setExtraction } from "../../../document/skeleton/extract-commands";
import { stillTrue } from "../../../document/solve/bone-commands";
import { hasNewerRig } from "../../../document/solve/newer-rig";
import { type Stores, storeKey } from "../../../document/stores";
import { baseRig } from "../../../document/weights/layers/base-rig";
import { runAndTell } from "../../../document/weights/painted-changes";
import { EXTRACTIONS, type Joints, shownExtracted } from "./extractions";

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
  const found = stores.of(EXTRACTIONS);
  const questions = new LatestQuestion(show);
  let job: Job<PullResult> | null = null;
  let taking = Promise.resolve();
  /** The last answer, and its question. */
  let last: { of: DocumentState["rig"]; pull: number; result: PullResult } | null = null;

  /** The shown skeleton with soft joints: itself, or the other result of its run; null if that is not known. */
  function softOf(shown: Extracted): Extracted | null {
    if (shown.settings.joints === "soft") return shown;
    const result = found.getState().results[shown.settings.method];
    const both = result && "found" in result ? result.found : {};
    return both.strict?.rig.motion === shown.rig.motion ? (both.soft ?? null) : null;
  }

  async function solved(pull: number): Promise<PullResult | null> {
    const state = stores.document.getState();
    const { sequence, rig } = state;
    const shown = shownExtracted(state);
    if (!sequence || !rig || !shown) return null;
    if (last?.of === rig && last.pull === pull) return last.result;
    const mine = client.pullJoints({
      sequence,
      rig: baseRig(rig, state),
      soft: softOf(shown)?.rig ?? null,
      pull,
    });
    job = mine;
    try {
      const result = await mine.result;
      last = { of: rig, pull, result };
      return result;
    } finally {
      if (job === mine) job = null;
    }
  }

  function end(): void {
    questions.forget();
    job?.cancel();
    trial.setState({ report: null });
    if (stores.document.getState().liveRig) stores.document.setState({ liveRig: null });
  }

  /** Solves a pull and shows it. The last picture stays meanwhile. */
  async function show(pull: number): Promise<void> {
    try {
      const { rig } = stores.document.getState();
      const result = await solved(pull);
      const shown = shownExtracted(stores.document.getState());
      if (!result || !shown || hasNewerRig(stores, rig)) return questions.forget();
      stores.document.setState({ liveRig: shown.settings.joints === "strict" ? result.rig : result.soft });
      trial.setState({ report: pulledReport(shown, result, softOf(shown)) });
    } catch {
      // A newer job ended this one, or this pull cannot be solved. Keep the last picture.
      questions.forget();
    }
  }

  async function take(pull: number, joints: Joints): Promise<void> {
    const shown = shownExtracted(stores.document.getState());
    if (!canPull(stores) || !shown) {
      end();
      history.run(setExtraction(stores, { pull }));
      return;
    }
    questions.forget();
    job?.cancel();
    stores.work.setState({ resolving: "Pulling joints" });
    try {
      const result = await solved(pull);
      const { sequence, rig } = stores.document.getState();
      if (!result || !sequence) return;
      const measures = await client.measureRig({ sequence, rig: result.rig }).result;
      if (hasNewerRig(stores, rig)) return;
      const both = pulledBoth(shown, softOf(shown), result, measures, pull);
      const { method } = shown.settings;
      found.setState(({ results }) => ({ results: { ...results, [method]: { found: both } } }));
      const next = both[joints];
      if (next) runAndTell(stores, history, pullSkeleton(stores, next));
    } catch (error) {
      if (!isCancel(error)) reportError(stores, error, "Pulling joints");
    } finally {
      stores.work.setState({ resolving: null });
      end();
    }
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

/** The report with the joints of another pull. Held-out frames were not measured again. */
function pulledReport(shown: Extracted, result: PullResult, soft: Extracted | null): SkeletonReport {
  const { heldOut: _, edited, ...rest } = shown.skeletonReport;
  const gaps = new Map(rest.joints.map(({ name, gapPercent }) => [name, gapPercent]));
  const joints = result.joints.map((joint) =>
    soft ? joint : { ...joint, gapPercent: gaps.get(joint.name) ?? 0 },
  );
  // With the soft joints of this skeleton, both errors are known again.
  return {
    ...rest,
    ...(edited && !soft && { edited }),
    joints,
    rmsePercentStrict: result.rmsePercent,
    eRmsStrict: result.eRms,
  };
}

/** Both kinds of joints after another pull. Sliding bones move as before, so their figures stay. */
function pulledBoth(
  shown: Extracted,
  soft: Extracted | null,
  result: PullResult,
  measures: Measures,
  pull: number,
): Partial<Record<Joints, Extracted>> {
  const skeletonReport = pulledReport(shown, result, soft);
  const as = (joints: Joints) => ({ skeletonReport, settings: { ...shown.settings, pull, joints } });
  const report = { ...stillTrue(shown.report), ...measures };
  const strict = { ...as("strict"), rig: result.rig, report };
  return soft ? { strict, soft: { ...as("soft"), rig: result.soft, report: soft.report } } : { strict };
}
