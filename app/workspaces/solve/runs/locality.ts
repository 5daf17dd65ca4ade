import { createStore } from "zustand/vanilla";
import type { Handle, Job, SolveResult, SolverClient } from "../../../../workers/client";
import { isFiled, type OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { LocalityEstimate } from "../../../../workers/model/solve/locality";
import { NO_INTENT, type SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { serviceKey } from "../../../actions/service";
import { LatestQuestion } from "../../../document/session/jobs/latest-question";
import { isCancel, reportError } from "../../../document/session/report-error";
import { type Stores, storeKey } from "../../../document/stores";
import { rigToContinue } from "../../../document/weights/layers/base-rig";
import { withPainted } from "./solve/held-locks";

/** The settings of locality that a drag changes. */
export type Reach = Pick<SolveSettings, "reach" | "leastPatch">;

/** The error that local weights would add to the rig on screen. */
interface LocalityState {
  /** The settings of the figures below; null before the first estimate. */
  asked: Reach | null;
  /** A quick estimate, with unchanged bones. */
  estimate: LocalityEstimate | null;
  /** The exact result: the rig with local weights and adapted bones, and its report. */
  found: SolveResult | null;
  /** Whether `found` is being computed. */
  refining: boolean;
}

const NOTHING: LocalityState = { asked: null, estimate: null, found: null, refining: false };

export const LOCALITY = storeKey(() => createStore<LocalityState>(() => NOTHING));

/** Computes the cost of local weights while their settings change. */
interface LocalWeights {
  /** Estimates the cost of settings during a drag. Of the settings that have to wait, only the latest are estimated. */
  preview(reach: Reach): void;
  /** Computes the rig with local weights for the document's settings, and its exact cost. */
  refine(): Promise<void>;
  cancel(): void;
}

export const LOCAL_WEIGHTS = serviceKey<LocalWeights>("local weights");

export function createLocalWeights(stores: Stores, client: SolverClient): LocalWeights {
  const shown = stores.of(LOCALITY);
  let held: { of: Rig; sequence: Handle<OpenedSequence>; rig: Handle<Rig> } | null = null;
  const questions = new LatestQuestion(estimate);
  let estimating: Job<LocalityEstimate> | null = null;
  let refining: Job<SolveResult> | null = null;

  /** Uploads the sequence and the rig without its weight layers to the engine, once per rig. */
  function uploaded() {
    const state = stores.document.getState();
    const { sequence, rig, partial } = state;
    if (!sequence || isFiled(sequence) || !rig || partial) return null;
    if (held?.of !== rig) {
      letGo();
      const below = client.upload(rigToContinue(rig, state));
      held = { of: rig, sequence: client.upload(sequence), rig: below };
    }
    return held;
  }

  function letGo(): void {
    if (!held) return;
    client.free(held.sequence);
    client.free(held.rig);
    held = null;
  }

  async function estimate(asked: Reach): Promise<void> {
    const given = uploaded();
    if (!given) return;
    const { settings, locks } = stores.document.getState();
    estimating = client.estimateLocality({
      sequence: given.sequence,
      rig: given.rig,
      ...asked,
      influences: settings.influences,
      held: withPainted(stores, locks, given.of)?.vertices ?? null,
    });
    try {
      const found = await estimating.result;
      if (held === given) shown.setState({ asked, estimate: found });
    } catch (error) {
      questions.forget();
      if (!isCancel(error)) reportError(stores, error, "Estimating the cost of locality");
    } finally {
      estimating = null;
    }
  }

  function cancel(): void {
    questions.forget();
    estimating?.cancel();
    refining?.cancel();
    refining = null;
    if (shown.getState().refining) shown.setState({ refining: false });
  }

  async function refine(): Promise<void> {
    refining?.cancel();
    const state = stores.document.getState();
    const { sequence, settings, locks, intent, report, partial } = state;
    const rig = state.rig && rigToContinue(state.rig, state);
    if (!sequence || isFiled(sequence) || !rig || partial) return;
    const { reach, leastPatch } = settings;
    const mine = client.localise({
      sequence,
      settings,
      from: rig,
      ...(report && { foundBy: report.method }),
      locks: withPainted(stores, locks, rig),
      ...(intent !== NO_INTENT && { intent }),
    });
    refining = mine;
    shown.setState({ asked: { reach, leastPatch }, found: null, refining: true });
    try {
      const found = await mine.result;
      if (refining === mine) shown.setState({ found });
    } catch (error) {
      if (refining === mine && !isCancel(error)) reportError(stores, error, "Local weights");
    } finally {
      if (refining === mine) {
        refining = null;
        shown.setState({ refining: false });
      }
    }
  }

  // The figures are valid for one rig only.
  stores.document.subscribe(
    ({ rig }) => rig,
    () => {
      cancel();
      letGo();
      shown.setState(NOTHING);
    },
  );

  return {
    preview(reach) {
      refining?.cancel();
      refining = null;
      shown.setState({ found: null, refining: false });
      questions.ask(reach);
    },
    refine,
    cancel,
  };
}
