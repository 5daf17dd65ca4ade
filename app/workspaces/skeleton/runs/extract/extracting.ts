import type { SolverClient } from "../../../../../workers/client";
import type { ExtractPartial, ExtractResult } from "../../../../../workers/model/reports/skeleton-report";
import { EXTRACT_METHODS } from "../../../../../workers/model/skeleton/extract/extract-methods";
import type { SkeletonMethod } from "../../../../../workers/model/skeleton/extract/extract-settings";
import { serviceKey } from "../../../../actions/service";
import type { History } from "../../../../document/history/history";
import { explain, isCancel } from "../../../../document/session/report-error";
import { setExtraction } from "../../../../document/skeleton/extract-commands";
import { showSolve } from "../../../../document/solve/shown-solve";
import type { Stores } from "../../../../document/stores";
import { baseRig } from "../../../../document/weights/layers/base-rig";
import { SkeletonRun } from "../skeleton-run";
import { bothJoints } from "./both-joints";
import {
  EXTRACTIONS,
  extractionOutcome,
  foundBy,
  type Joints,
  rememberOutcome,
  rememberShown,
} from "./extractions";
import { hidePartial, putExtracted, showPartial } from "./shown-skeleton";

/** Minimum time between updates of the rig on screen, ms. */
const PARTIAL_MS = 200;

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
  const run = new SkeletonRun<ExtractResult, ExtractPartial>(stores);

  function start(from: "nothing" | "rig"): void {
    const state = stores.document.getState();
    const { sequence, rig, extraction: settings } = state;
    if (!sequence) return;
    rememberShown(stores);
    showSolve(stores);
    const { method, joints } = settings;
    const { label, keepsBones } = EXTRACT_METHODS[method];
    const before = from === "rig" || keepsBones ? baseRig(rig, state) : null;
    const job = client.extractSkeleton({ sequence, settings, from: before });
    const measured = job.result.then((result) => bothJoints(client, result, sequence, settings));
    run.start(
      `Extracting a skeleton, ${label}`,
      job,
      {
        partialEvery: PARTIAL_MS,
        partial(partial) {
          showPartial(stores, partial);
          run.showError(partial.rmsePercent);
        },
        done(found) {
          rememberOutcome(stores, method, { found });
          putExtracted(stores, history, found[joints], "Extract");
        },
        failed(error) {
          hidePartial(stores);
          if (isCancel(error)) return;
          rememberOutcome(stores, method, { failure: explain(error, "Extracting the skeleton") });
        },
      },
      measured,
    );
  }

  function cancel(): void {
    if (run.cancel()) hidePartial(stores);
  }

  function choose(method: SkeletonMethod): void {
    rememberShown(stores);
    const found = foundBy(extractionOutcome(stores, method), stores.document.getState().extraction.joints);
    if (found) putExtracted(stores, history, found, "Show");
    else history.run(setExtraction(stores, { method }));
  }

  function show(joints: Joints): void {
    rememberShown(stores);
    const method = stores.document.getState().skeletonReport?.method;
    const outcome = method && extractionOutcome(stores, method);
    const other = outcome && "found" in outcome ? outcome.found[joints] : undefined;
    if (other) putExtracted(stores, history, other, "Show");
  }

  // Results and a running extraction belong to the frames that they were found for.
  stores.document.subscribe(
    (state) => state.sequence?.frames ?? null,
    (frames) => {
      cancel();
      stores.of(EXTRACTIONS).setState({ frames, results: {} });
    },
  );

  return { start, cancel, choose, show, keep: () => run.keep() };
}
