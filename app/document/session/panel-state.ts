import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";

export interface PanelVisibility {
  outliner: boolean;
  inspector: boolean;
  timeline: boolean;
}

export const ALL_PANELS: PanelVisibility = { outliner: true, inspector: true, timeline: true };

/** The open and folded panels, and the fields in use. Never undone. */
export interface PanelState {
  paletteOpen: boolean;
  historyOpen: boolean;
  jobsOpen: boolean;
  /** The page of the manual that is open, with a heading after "#"; null if the manual is closed. */
  manual: string | null;
  /** The panels of the current workspace. */
  panels: PanelVisibility;
  /** The panels of every workspace, by its id. */
  panelsOf: Record<string, PanelVisibility>;
  /** The strip below the panes of the Deform workspace. */
  strip: "poses" | "timeline";
  /** The strip below the viewport of the Solve workspace. */
  solveStrip: "path" | "timeline";
  /** Whether files are being dragged over the page. */
  dragOver: boolean;
  /** Index of the bone that is being renamed. */
  renaming: number | null;
  /** The order of the list of bones. "tree" lists bones without parents by error. */
  boneOrder: "tree" | "error" | "name" | "index";
  /** Where the context menu of the selected bones is open, in CSS pixels of the window. */
  boneMenu: { x: number; y: number } | null;
}

export const createPanelsStore = () =>
  createStore<PanelState>()(
    subscribeWithSelector(
      (): PanelState => ({
        paletteOpen: false,
        historyOpen: false,
        jobsOpen: false,
        manual: null,
        panels: ALL_PANELS,
        panelsOf: {},
        strip: "poses",
        solveStrip: "timeline",
        dragOver: false,
        renaming: null,
        boneOrder: "tree",
        boneMenu: null,
      }),
    ),
  );
