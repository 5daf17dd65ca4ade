import { SOURCE_FRAMES } from "../document/frames/source-frames";
import { REDUCTION } from "../document/reduce/reduce-state";
import type { Stores } from "../document/stores";
import type { Pacer } from "./playback/pacing";

/**
 * Draws again whenever something changes that the picture shows. Partial results and frames of a file come as fast as
 * they are computed, so the pacer draws those.
 * @returns a function that ends it
 */
export function redrawOnChanges(stores: Stores, redraw: () => void, pacer: Pacer): () => void {
  const stops = [
    redrawOnRigs(stores, redraw, pacer),
    stores.prepared.subscribe((state, before) => {
      const same = state.direct === before.direct && state.slide === before.slide;
      if (!same || state.strengths !== before.strengths || state.centres !== before.centres) redraw();
    }),
    stores.of(SOURCE_FRAMES).onFrame(() => pacer.ask()),
    stores.compare.subscribe((state) => state.rigs, redraw),
    stores.of(REDUCTION).subscribe(redraw),
    redrawOnBinding(stores, redraw),
    stores.view.subscribe((state, before) => {
      if (state.hovered === before.hovered) redraw();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function redrawOnRigs(stores: Stores, redraw: () => void, pacer: Pacer): () => void {
  return stores.document.subscribe((state, before) => {
    const partial = state.partial ?? state.liveRig;
    const isNext = partial && (before.partial ?? before.liveRig) && state.sequence === before.sequence;
    // Without a solve or an extraction, the partial rig answers a drag.
    const { solve, extraction } = stores.work.getState();
    const isAsked = state.partial && !solve && !extraction;
    if (isNext && !isAsked) pacer.ask();
    else redraw();
  });
}

function redrawOnBinding({ binding }: Stores, redraw: () => void): () => void {
  return binding.subscribe((state, before) => {
    const same = state.strain === before.strain && state.exemplarStrain === before.exemplarStrain;
    const marks = state.held === before.held && state.selectedHeld === before.selectedHeld;
    const poses =
      state.exemplars === before.exemplars &&
      state.heat === before.heat &&
      state.heatStrain === before.heatStrain;
    if (!same || !marks || !poses || state.liveEdits !== before.liveEdits) redraw();
  });
}
