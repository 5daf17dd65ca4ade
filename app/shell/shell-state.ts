import { create } from "zustand";
import { subscribeWithSelector } from "zustand/middleware";
import type { Complaint } from "../../workers/model/errors";
import type { KeptProject } from "../../workers/model/kept-project";
import type { SkeletonSource } from "../../workers/model/skeleton-source";
import type { IterationRecord } from "../../workers/model/solve-report";
import type { SourceInfo } from "../../workers/model/source-info";
import type { Progress } from "../../workers/model/task";
import type { WorkspaceName } from "../document/view-state";
import type { IconName } from "../ui/icon-names";

/** A solve that is running. */
export interface SolveRun {
  /** "Solving 20 bones". */
  title: string;
  /** Phases in the order in which they came. */
  phases: string[];
  progress: Progress | null;
  /** Milliseconds since the epoch, moved on by pauses. */
  startedAt: number;
  paused: boolean;
  keeping: boolean;
  history: IterationRecord[];
  errorPerFrame: number[] | null;
}

/** Files that are being read, or another engine task that the artist waits for. */
export interface WaitingTask {
  title: string;
  progress: Progress | null;
  cancel(): void;
}

export interface Toast {
  id: number;
  kind: "done" | "warning";
  title: string;
  body: string;
  /** Identifier of an action that the toast offers, and its label there. */
  offer: { action: string; label: string } | null;
}

export type DialogState =
  | { kind: "open"; sources: SourceInfo[]; skeletons: SkeletonSource[] }
  | { kind: "skeletons"; skeletons: SkeletonSource[] }
  | { kind: "error"; complaint: Complaint; details: string; fix: { label: string; action: string } | null }
  | { kind: "export" }
  | { kind: "bake" }
  /** Of the open project, or of another that is kept. */
  | { kind: "versions"; project: KeptProject | null }
  | { kind: "keys" }
  | { kind: "about" };

export interface SavedState {
  state: "saving" | "saved" | "failed";
  /** Milliseconds since the epoch. */
  time: number;
  /** Why it failed. */
  message: string;
}

/** Work that goes on and would be thrown away with what it has found. */
export type Throwaway = "solve" | "binding" | "comparison";

export interface PanelVisibility {
  outliner: boolean;
  inspector: boolean;
  timeline: boolean;
}

const ALL_PANELS: PanelVisibility = { outliner: true, inspector: true, timeline: true };

/** What the shell shows beside the document: dialogs, toasts, running work. Never undone. */
export interface ShellState {
  dialog: DialogState | null;
  paletteOpen: boolean;
  historyOpen: boolean;
  toasts: Toast[];
  waiting: WaitingTask | null;
  solve: SolveRun | null;
  /** What the artist is asked about before it is thrown away; it goes on meanwhile. */
  asking: Throwaway | null;
  saved: SavedState | null;
  /** Of the workspace on screen. */
  panels: PanelVisibility;
  /** Of every workspace. */
  panelsOf: Record<WorkspaceName, PanelVisibility>;
  /** What lies under the panes of the Deform workspace. */
  strip: "poses" | "timeline";
  dragOver: boolean;
  /** Index of the bone whose name is being typed. */
  renaming: number | null;
  boneOrder: "error" | "name" | "index";
  /** Where the menu of the selected bones is open, in CSS pixels of the window. */
  boneMenu: { x: number; y: number } | null;
}

export const useShell = create<ShellState>()(
  subscribeWithSelector(
    (): ShellState => ({
      dialog: null,
      paletteOpen: false,
      historyOpen: false,
      toasts: [],
      waiting: null,
      solve: null,
      asking: null,
      saved: null,
      panels: ALL_PANELS,
      panelsOf: {
        solve: ALL_PANELS,
        paint: ALL_PANELS,
        deform: { ...ALL_PANELS, outliner: false },
        compare: ALL_PANELS,
      },
      strip: "poses",
      dragOver: false,
      renaming: null,
      boneOrder: "error",
      boneMenu: null,
    }),
  ),
);

let lastToast = 0;

/** Says that something is done. At most two are shown; an older one gives way. */
export function toast(title: string, body = "", more: Partial<Pick<Toast, "kind" | "offer">> = {}): void {
  const next: Toast = { id: ++lastToast, kind: "done", offer: null, title, body, ...more };
  useShell.setState((state) => ({ toasts: [...state.toasts, next].slice(-2) }));
}

export function dismissToast(id: number): void {
  useShell.setState((state) => ({ toasts: state.toasts.filter((each) => each.id !== id) }));
}

/** An icon for a kind of toast. */
export const TOAST_ICONS: Record<Toast["kind"], IconName> = { done: "check", warning: "warn" };
