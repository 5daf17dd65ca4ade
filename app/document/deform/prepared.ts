import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { DeformerKind, DirectData, Strengths } from "../../../workers/model/deform";
import type { Rig } from "../../../workers/model/rig/rig";
import type { Progress } from "../../../workers/model/task";

/** Figures of a pane's deformer in the shown pose, measured once the pose stops changing. */
export interface PaneFigures {
  /**
   * Relative change of volume from the rest pose: 0.02 is 2 % more. Null if the surface is open or encloses nothing.
   */
  volume: number | null;
  /** The number of edges with a face on one side only; 0 for a closed surface. */
  openEdges: number;
  /** The change of volume of the region that the selected bone moves most; null without a selection. */
  regionVolume: number | null;
  /** E_RMS against the source's frame, as in the report; null while a hand-made pose is shown. */
  eRms: number | null;
  /** Time of the deforming pass on the GPU; null if it cannot be measured. */
  milliseconds: number | null;
}

/**
 * The data from which deformers pose. The Deform workspace computes it from the document, and shows the old data until
 * the new is ready. Never undone, never saved.
 */
export interface PreparedState {
  /** The rig that this data belongs to. */
  rig: Rig | null;
  direct: DirectData | null;
  /** The current strengths; newer than those in `direct` while only α changes. */
  strengths: Strengths | null;
  /** α in effect at each vertex (α · D_α, at most 0.99) with the settings on screen, V: `PassData.slide`. */
  slide: Float32Array | null;
  /** Optimised centres of rotation, 3V. */
  centres: Float32Array | null;
  /** The progress of the running preparation, or null. */
  progress: Progress | null;
  /** Whether `direct` belongs to older settings than the document's. */
  stale: boolean;
  /**
   * Seconds from the last change of settings to its picture, and the work that it needed: "slide only", "one system".
   */
  lastChange: { seconds: number; what: string } | null;
  /** By pane; empty until measured. */
  figures: readonly (PaneFigures | null)[];
}

export const createPreparedStore = () =>
  createStore<PreparedState>()(
    subscribeWithSelector(
      (): PreparedState => ({
        rig: null,
        direct: null,
        strengths: null,
        slide: null,
        centres: null,
        progress: null,
        stale: false,
        lastChange: null,
        figures: [],
      }),
    ),
  );

/** Whether a deformer uses `direct`. */
export const usesDirect = (kind: DeformerKind): boolean => kind === "dm" || kind.startsWith("ddm");
