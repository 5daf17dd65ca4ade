import { create } from "zustand";
import { subscribeWithSelector } from "zustand/middleware";

export type ViewLayout = "source" | "rig" | "overlay" | "side-by-side";
export type Shading = "clay" | "error" | "weights" | "bones" | "influences";

/** How the document is looked at. Not part of the document: never undone, never saved in a project. */
export interface ViewState {
  /** Shown frame, 0-based; a whole number except while playing. Read it by subscription, not by a hook: it moves. */
  frame: number;
  playing: boolean;
  loop: boolean;
  /** 0.25, 0.5, 1, 2 … */
  speed: number;
  /** Frames played, both inclusive. */
  range: [number, number];
  layout: ViewLayout;
  shading: Shading;
  /** Ends of the error ramp, in the sequence's unit. */
  errorRange: [number, number];
  showBones: boolean;
  showGrid: boolean;
  showWireframe: boolean;
  /** Bone that is selected in outliner and viewport. */
  selectedBone: number | null;
  /** Bones whose handles are hidden, by index. */
  hiddenBones: readonly number[];
  /** Solver vertex under the pointer and where the pointer is, in CSS pixels of the viewport. */
  hovered: { vertex: number; x: number; y: number } | null;
  theme: "dark" | "light";
  /** What draws; null until the renderer is up. */
  backend: "WebGPU" | "WebGL2" | null;
}

export const useView = create<ViewState>()(
  subscribeWithSelector(
    (): ViewState => ({
      frame: 0,
      playing: false,
      loop: true,
      speed: 1,
      range: [0, 0],
      layout: "rig",
      shading: "clay",
      errorRange: [0, 1],
      showBones: true,
      showGrid: true,
      showWireframe: false,
      selectedBone: null,
      hiddenBones: [],
      hovered: null,
      theme: "dark",
      backend: null,
    }),
  ),
);
