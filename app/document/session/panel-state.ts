import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";

export interface PanelVisibility {
  outliner: boolean;
  inspector: boolean;
  timeline: boolean;
}

export const ALL_PANELS: PanelVisibility = { outliner: true, inspector: true, timeline: true };

/** What is folded, open or being typed in the panels round the viewport. Never undone. */
export interface PanelState {
  paletteOpen: boolean;
  historyOpen: boolean;
  /** Of the workspace on screen. */
  panels: PanelVisibility;
  /** Of every workspace, by its id. */
  panelsOf: Record<string, PanelVisibility>;
  /** What lies under the panes of the Deform workspace. */
  strip: "poses" | "timeline";
  /** Files are being dragged over the page. */
  dragOver: boolean;
  /** Index of the bone whose name is being typed. */
  renaming: number | null;
  boneOrder: "error" | "name" | "index";
  /** Where the menu of the selected bones is open, in CSS pixels of the window. */
  boneMenu: { x: number; y: number } | null;
}

export const createPanelsStore = () =>
  createStore<PanelState>()(
    subscribeWithSelector(
      (): PanelState => ({
        paletteOpen: false,
        historyOpen: false,
        panels: ALL_PANELS,
        panelsOf: {},
        strip: "poses",
        dragOver: false,
        renaming: null,
        boneOrder: "error",
        boneMenu: null,
      }),
    ),
  );
