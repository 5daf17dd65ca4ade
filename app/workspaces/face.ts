import type { ComponentType, ReactNode } from "react";
import type { Action } from "../actions/action";
import type { Workspace } from "../actions/workspace";
import type { PanelVisibility } from "../document/session/panel-state";
import type { KeyHintList } from "../panels/KeyHints";
import type { Tool } from "../viewport/tool";

/** What lies under the viewport. */
export interface Strip {
  title: string;
  content(small?: boolean): ReactNode;
}

/** A whole workspace of its own layout. */
export type Layout = ComponentType<{
  small: boolean;
  /** What floats over every viewport: questions about work that would be thrown away. */
  overlay: ReactNode;
}>;

/** All that the shell knows of a workspace: what it shows where, what can be done in it, and with which tools. */
export interface WorkspaceFace extends Workspace {
  /** For this workspace alone. */
  actions: readonly Action[];
  /** Its part of what can be done anywhere. */
  everywhere?: readonly Action[];
  /** In the order in which they are asked. */
  tools?: readonly Tool[];
  /** Panels that are folded at first. */
  folded?: Partial<Record<keyof PanelVisibility, true>>;
  /** What the inspector's column shows. */
  Inspector: ComponentType;
  /** What the outliner's column shows, where it is not the list of bones. */
  Outliner?: ComponentType;
  /** What floats over the viewport. */
  Chrome: ComponentType<{ small: boolean }>;
  /** Outliner and inspector on small screens, as tabs of one sheet. */
  Tabs: ComponentType;
  /** Instead of outliner, viewport, strip and inspector. */
  Layout?: Layout;
  /** What lies under the viewport instead of the timeline; null for the timeline. A hook. */
  useStrip?(): Strip | null;
  /** Whether the viewport is divided into small views, round which everything else has to stand. A hook. */
  useFramed?(): boolean;
  /** A press in the viewport, in CSS pixels from its corner. */
  onPress?(x: number, y: number, width: number, height: number): void;
  /** Asks before work is thrown away, from every workspace. */
  StopQuestion?: ComponentType;
  /** What goes on in the background, for the status bar of every workspace. */
  Status?: ComponentType;
  /** Which keys do what now, for the status bar of this workspace; null where nothing special. A hook. */
  useKeyHints?(): KeyHintList | null;
}
