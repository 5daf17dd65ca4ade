import type { SolverClient } from "../../../../workers/client";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { ExtractPartial, ExtractResult } from "../../../../workers/model/reports/skeleton-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { EXTRACT_METHODS } from "../../../../workers/model/skeleton/extract/extract-methods";
import type {
  ExtractSettings,
  SkeletonMethod,
} from "../../../../workers/model/skeleton/extract/extract-settings";
import { serviceKey } from "../../../actions/service";
import type { History } from "../../../document/history/history";
import { diagonalOf } from "../../../document/measure";
import { CurrentJob, type JobListener } from "../../../document/session/jobs/current-job";
import { explain, isCancel } from "../../../document/session/report-error";
import type { ExtractionRun } from "../../../document/session/work";
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
  const current = new CurrentJob<ExtractResult, ExtractPartial>();

  const remember = (method: SkeletonMethod, result: ExtractionOutcome) =>
    found.setState(({ results }) => ({ results: { ...results, [method]: result } }));
  const patchRun = (change: Partial<ExtractionRun>) =>
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
    const job = client.extractSkeleton({
      sequence,
      settings,
      from: from === "rig" || keepsBones ? baseRig(rig, state) : null,
    });
    stores.work.setState({
      extraction: {
        title: `Extracting a skeleton, ${label}`,
        progress: null,
        startedAt: Date.now(),
        keeping: false,
        rmsePercent: null,
      },
    });
    const listener: JobListener<Record<Joints, Extracted>, ExtractPartial> = {
      progressEvery: PROGRESS_MS,
      progress: (progress) => patchRun({ progress }),
      partialEvery: PARTIAL_MS,
      partial(partial) {
        stores.document.setState({ partial: partial.rig });
        patchRun({ rmsePercent: partial.rmsePercent });
      },
      done(both) {
        endRun();
        remember(settings.method, { found: both });
        put(both[settings.joints], "Extract");
      },
      failed: (error) => fail(error, settings.method),
    };
    current.follow(
      job,
      listener,
      job.result.then((result) => measured(result, sequence, settings)),
    );
  }

  /** Both kinds of joints of a result, measured like any other rig. */
  async function measured(
    { rig, other, report: skeletonReport }: ExtractResult,
    sequence: OpenedSequence,
    settings: ExtractSettings,
  ): Promise<Record<Joints, Extracted>> {
    const measuredAs = async (each: Rig, joints: Joints): Promise<Extracted> => {
      const measures = await client.measureRig({ sequence, rig: each }).result;
      const asked = { ...settings, joints };
      const report = reportOf(measures, skeletonReport, each, asked, sequence.frameCount);
      return { rig: each, skeletonReport, report, settings: asked };
    };
    const [strict, soft] = settings.joints === "strict" ? [rig, other] : [other, rig];
    return { strict: await measuredAs(strict, "strict"), soft: await measuredAs(soft, "soft") };
  }

  function put(extracted: Extracted, verb: string): void {
    stores.view.setState({ selectedBone: null, hiddenBones: [] });
    runAndTell(stores, history, showExtracted(stores, extracted, verb));
    const { sequence } = stores.document.getState();
    if (sequence) fitErrorRange(stores, extracted.report, diagonalOf(sequence));
    showSettled(stores);
  }

  function fail(error: unknown, method: SkeletonMethod): void {
    endRun();
    hidePartial();
    if (!isCancel(error)) remember(method, { failure: explain(error, "Extracting the skeleton") });
  }

  const endRun = () => stores.work.setState({ extraction: null });

  /** Shows the document's rig again. */
  function hidePartial(): void {
    stores.document.setState({ partial: null, partialLocks: null });
    showSettled(stores);
  }

  function cancel(): void {
    const job = current.release();
    endRun();
    hidePartial();
    job?.cancel();
  }

  // Results and a running extraction belong to the frames that they were found for.
  stores.document.subscribe(
    (state) => state.sequence?.frames ?? null,
    (frames) => {
      if (current.job) cancel();
      found.setState({ frames, results: {} });
    },
  );

  return {
    start,
    cancel,
    keep() {
      if (!current.job) return;
      patchRun({ keeping: true });
      current.job.keep();
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
