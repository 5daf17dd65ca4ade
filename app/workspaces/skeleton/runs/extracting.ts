import type { Job, SolverClient } from "../../../../workers/client";
import type { ExtractPartial, ExtractResult } from "../../../../workers/model/reports/skeleton-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { EXTRACT_METHODS } from "../../../../workers/model/skeleton/extract/extract-methods";
import type {
  ExtractSettings,
  SkeletonMethod,
} from "../../../../workers/model/skeleton/extract/extract-settings";
import type { Progress } from "../../../../workers/model/task";
import { serviceKey } from "../../../actions/service";
import { throttle } from "../../../common/throttle";
import type { History } from "../../../document/history/history";
import { diagonalOf } from "../../../document/measure";
import { explain, isCancel } from "../../../document/session/report-error";
import {
  type Extracted,
  reportOf,
  setExtraction,
  showExtracted,
} from "../../../document/skeleton/extract-commands";
import { fitErrorRange, showSolve } from "../../../document/solve/shown-solve";
import type { Stores } from "../../../document/stores";
import { baseRig } from "../../../document/weights/layers/base-rig";
import { runAndTell } from "../../../document/weights/painted-changes";
import {
  EXTRACTIONS,
  type ExtractionOutcome,
  foundBy,
  type Joints,
  shownExtracted,
  withShown,
} from "./extractions";

/** Minimum time between updates of the rig on screen, and of the card, ms. */
const PARTIAL_MS = 200;
const PROGRESS_MS = 120;

/** Runs extractions, shows them in progress, and puts the result into the history as one step. */
export interface Extracting {
  /** Finds a skeleton from scratch, or from the bones of the current rig. */
  start(from: "nothing" | "rig"): void;
  /** Ends the extraction with the best skeleton so far. */
  keep(): void;
  cancel(): void;
  /** Chooses a method. If it has found a skeleton, shows it, in one step. */
  choose(method: SkeletonMethod): void;
  /** Shows the same skeleton with the other kind of joints, in one step. Does nothing if that is not known. */
  show(joints: Joints): void;
}

export const EXTRACTING = serviceKey<Extracting>("extracting");

export function createExtracting(stores: Stores, client: SolverClient, history: History): Extracting {
  const found = stores.of(EXTRACTIONS);
  let job: Job<ExtractResult, ExtractPartial> | null = null;

  const remember = (method: SkeletonMethod, result: ExtractionOutcome) =>
    found.setState(({ results }) => ({ results: { ...results, [method]: result } }));
  const patchRun = (change: { progress?: Progress; keeping?: boolean }) =>
    stores.work.setState(({ extraction }) => ({ extraction: extraction && { ...extraction, ...change } }));

  /** Remembers the current state of the shown skeleton, so that it can be shown again after another one. */
  function keepShown(): void {
    const shown = shownExtracted(stores.document.getState());
    if (!shown) return;
    const { method } = shown.settings;
    remember(method, withShown(found.getState().results[method], shown));
  }

  function start(from: "nothing" | "rig"): void {
    const state = stores.document.getState();
    const { sequence, rig, extraction: settings } = state;
    if (!sequence) return;
    keepShown();
    showSolve(stores);
    const { label, keepsBones } = EXTRACT_METHODS[settings.method];
    const mine = client.extractSkeleton({
      sequence,
      settings,
      from: from === "rig" || keepsBones ? baseRig(rig, state) : null,
    });
    job = mine;
    stores.work.setState({
      extraction: {
        title: `Extracting a skeleton, ${label}`,
        progress: null,
        startedAt: Date.now(),
        keeping: false,
        rmsePercent: null,
      },
    });
    const onPartial = throttle(PARTIAL_MS, (partial: ExtractPartial) => {
      if (job !== mine) return;
      stores.document.setState({ partial: partial.rig });
      const { rmsePercent } = partial;
      stores.work.setState(({ extraction }) => ({
        extraction: extraction && { ...extraction, rmsePercent },
      }));
    });
    mine.onPartial(onPartial);
    mine.onProgress(throttle(PROGRESS_MS, (progress: Progress) => job === mine && patchRun({ progress })));
    mine.result.then(
      (result) => void (job === mine && finish(mine, result, settings)),
      (error) => job === mine && fail(error, settings.method),
    );
  }

  async function finish(
    mine: Job<ExtractResult, ExtractPartial>,
    { rig, other, report: skeletonReport }: ExtractResult,
    settings: ExtractSettings,
  ): Promise<void> {
    const { sequence } = stores.document.getState();
    if (!sequence) return;
    try {
      const measured = async (each: Rig, joints: Joints): Promise<Extracted> => {
        const measures = await client.measureRig({ sequence, rig: each }).result;
        const asked = { ...settings, joints };
        const report = reportOf(measures, skeletonReport, each, asked, sequence.frameCount);
        return { rig: each, skeletonReport, report, settings: asked };
      };
      const otherKind = settings.joints === "strict" ? "soft" : "strict";
      const shown = await measured(rig, settings.joints);
      const hidden = await measured(other, otherKind);
      if (job !== mine) return;
      end();
      const isStrict = settings.joints === "strict";
      const both = { strict: isStrict ? shown : hidden, soft: isStrict ? hidden : shown };
      remember(settings.method, { found: both });
      put(shown, "Extract");
    } catch (error) {
      if (job === mine) fail(error, settings.method);
    }
  }

  function put(extracted: Extracted, verb: string): void {
    stores.view.setState({ selectedBone: null, hiddenBones: [] });
    runAndTell(stores, history, showExtracted(stores, extracted, verb));
    const { sequence } = stores.document.getState();
    if (sequence) fitErrorRange(stores, extracted.report, diagonalOf(sequence));
    showSettled(stores);
  }

  function fail(error: unknown, method: SkeletonMethod): void {
    end();
    stores.document.setState({ partial: null, partialLocks: null });
    showSettled(stores);
    if (!isCancel(error)) remember(method, { failure: explain(error, "Extracting the skeleton") });
  }

  function end(): void {
    job = null;
    stores.work.setState({ extraction: null });
  }

  function cancel(): void {
    const cancelled = job;
    end();
    stores.document.setState({ partial: null, partialLocks: null });
    showSettled(stores);
    cancelled?.cancel();
  }

  // Results and a running extraction belong to the frames that they were found for.
  stores.document.subscribe(
    (state) => state.sequence?.frames ?? null,
    (frames) => {
      if (job) cancel();
      found.setState({ frames, results: {} });
    },
  );

  return {
    start,
    cancel,
    keep() {
      if (!job) return;
      patchRun({ keeping: true });
      job.keep();
    },
    choose(method) {
      const { extraction } = stores.document.getState();
      keepShown();
      const other = foundBy(found.getState().results[method], extraction.joints);
      if (other) put(other, "Show");
      else history.run(setExtraction(stores, { method }));
    },
    show(joints) {
      keepShown();
      const method = stores.document.getState().skeletonReport?.method;
      const result = method && found.getState().results[method];
      const other = result && "found" in result ? result.found[joints] : undefined;
      if (other) put(other, "Show");
    },
  };
}

/**
 * Shows the skeleton over clay after a run, or the source without one, unless the artist chose another view meanwhile.
 */
function showSettled({ view, document }: Stores): void {
  const { layout, shading } = view.getState();
  const settled = document.getState().rig ? "rig" : "source";
  if (layout === "overlay" && shading === "bones") view.setState({ layout: settled, shading: "clay" });
  else if (layout === "source") view.setState({ layout: settled });
}
