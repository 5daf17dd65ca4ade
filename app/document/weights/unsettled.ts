import { shownRig } from "../document";
import type { Stores } from "../stores";

/**
 * Why weights cannot be set by hand: an optimisation is finding others, or is about to. It would end without having
 * followed what it was started for. Null if none runs, or if it is paused or has converged.
 */
export function whyUnsettled(stores: Stores): string | null {
  const state = stores.document.getState();
  const starts = state.rig !== null && stores.binding.getState().run?.state === "starting";
  return starts || shownRig(state) !== state.rig
    ? "The weights are still being optimised. Pause it first."
    : null;
}
