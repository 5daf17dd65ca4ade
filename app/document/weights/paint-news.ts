import { createStore } from "zustand/vanilla";

/** What came of the last change of weights by hand. Beside the document. */
export interface PaintNews {
  /** "Taken from spine_02 and forearm_L; chest is locked.", or null. */
  words: string | null;
  /** Vertices without a mirror image, which the last mirrored change left alone; shown in the picture. */
  unmatched: Uint32Array | null;
}

export const createPaintNewsStore = () => createStore<PaintNews>()(() => ({ words: null, unmatched: null }));
