import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { DeformerKind, DirectData, Strengths } from "../../../workers/model/deform";
import type { Rig } from "../../../workers/model/rig/rig";
import type { Progress } from "../../../workers/model/task";

/** What a pane's deformer did to the shown pose, measured when the pose rests. */
export interface PaneFigures {
  /** Volume against the rest pose, 0.02 is 2 % more; null where the surface is open or encloses none. */
  volume: number | null;
  /** The same for what the selected bone moves most; null without a selection. */
  regionVolume: number | null;
  /** Against the source's frame, as in the report; null while a hand-made pose is shown. */
  eRms: number | null;
  /** Of the deforming pass on the graphics processor; null where it cannot be timed. */
  milliseconds: number | null;
}

/**
 * What deformers pose from. Made from the document by document/preparing.ts, shown until its successor is there;
 * never undone, never saved.
 */
export interface PreparedState {
  /** The rig that the data below belong to. */
  rig: Rig | null;
  direct: DirectData | null;
  /** Of the settings as they are; newer than those in `direct` while α alone changes. */
  strengths: Strengths | null;
  /** α as it takes effect on each vertex (α · D_α, at most 0.99) in the settings on screen, V: `PassData.slide`. */
  slide: Float32Array | null;
  /** Optimised centres of rotation, 3V. */
  centres: Float32Array | null;
  /** The preparation that is running, or null. */
  progress: Progress | null;
  /** `direct` is of older settings than the document's. */
  stale: boolean;
  /** Seconds from the last change of settings to its picture, and what it took: "slide only", "one system". */
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

/** Whether a deformer poses from `direct`. */
export const isDirect = (kind: DeformerKind): boolean => kind === "dm" || kind.startsWith("ddm");
