import { createStore } from "zustand/vanilla";

/** The outcome of the last manual change of weights. Not part of the document. */
export interface PaintNews {
  /** "Taken from spine_02 and forearm_L; chest is locked.", or null. */
  words: string | null;
  /** Vertices without a mirror image that the last mirrored change skipped; shown in the viewport. */
  unmatched: Uint32Array | null;
}

export const createPaintNewsStore = () => createStore<PaintNews>()(() => ({ words: null, unmatched: null }));
