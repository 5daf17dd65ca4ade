import { createStore } from "zustand/vanilla";
import type { Handle, Job, SolveResult, SolverClient } from "../../../../workers/client";
import type { MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { LocalityEstimate } from "../../../../workers/model/solve/locality";
import { NO_INTENT, type SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { serviceKey } from "../../../actions/service";
import { isCancel, reportError } from "../../../document/session/report-error";
import { type Stores, storeKey } from "../../../document/stores";
import { rigToContinue } from "../../../document/weights/layers/base-rig";
import { withPainted } from "./held-locks";

/** The settings of locality that a drag changes. */
export type Reach = Pick<SolveSettings, "reach" | "leastPatch">;

/** What local weights would cost the rig on screen. */
interface LocalityState {
  /** The settings that the figures are for; null without any. */
  asked: Reach | null;
  /** At once, with the bones as they are. */
  estimate: LocalityEstimate | null;
  /** A moment later: the rig with local weights, and its report. Bones have adapted. */
  found: SolveResult | null;
  /** Whether `found` is being computed. */
  refining: boolean;
}

const NOTHING: LocalityState = { asked: null, estimate: null, found: null, refining: false };

export const LOCALITY = storeKey(() => createStore<LocalityState>(() => NOTHING));

/** Shows what local weights cost, while their settings change. */
interface LocalWeights {
  /** Estimates the cost of settings that are being dragged. While one is estimated, only the latest one waits. */
  preview(reach: Reach): void;
  /** Computes the exact cost of the document's settings, and the rig that goes with it. */
  refine(): Promise<void>;
  cancel(): void;
}

export const LOCAL_WEIGHTS = serviceKey<LocalWeights>("local weights");

export function createLocalWeights(stores: Stores, client: SolverClient): LocalWeights {
  const shown = stores.of(LOCALITY);
  let held: { of: Rig; sequence: Handle<MeshSequence>; rig: Handle<Rig> } | null = null;
  let wanted: Reach | null = null;
  let estimating: Job<LocalityEstimate> | null = null;
  let refining: Job<SolveResult> | null = null;

  /** The document's rig, below its layers of weights, and its sequence, in the engine. */
  function uploaded() {
    const state = stores.document.getState();
    const { sequence, rig, partial } = state;
    if (!sequence || !rig || partial) return null;
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

  /** Estimates the wanted settings, one after the other. */
  async function follow(): Promise<void> {
    while (wanted) {
      const asked = wanted;
      wanted = null;
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
        const estimate = await estimating.result;
        if (held === given) shown.setState({ asked, estimate });
      } catch (error) {
        if (!isCancel(error)) reportError(stores, error, "Estimating the cost of locality");
        wanted = null;
      } finally {
        estimating = null;
      }
    }
  }

  function cancel(): void {
    wanted = null;
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
    if (!sequence || !rig || partial) return;
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

  // The figures belong to a rig.
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
      const isIdle = wanted === null && estimating === null;
      wanted = reach;
      refining?.cancel();
      refining = null;
      shown.setState({ found: null, refining: false });
      if (isIdle) void follow();
    },
    refine,
    cancel,
  };
}
