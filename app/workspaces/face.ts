import type { ComponentType, ReactNode } from "react";
import type { Action } from "../actions/action";
import type { SettingName } from "../actions/setting-actions";
import type { Workspace } from "../actions/workspace";
import type { PanelVisibility } from "../document/session/panel-state";
import type { Stores } from "../document/stores";
import type { KeyHintList } from "../panels/fields/KeyHints";
import type { Tool } from "../viewport/pointer/tool";

/** The panel under the viewport. */
export interface Strip {
  title: string;
  content(small?: boolean): ReactNode;
}

/** The parts that every workspace defines: actions, tools and background work. */
interface Wing extends Workspace {
  /** Actions of this workspace alone. */
  actions: readonly Action[];
  /** The settings in its panels that the palette can find. */
  settings?: readonly SettingName[];
  /** Actions that are available in every workspace. */
  everywhere?: readonly Action[];
  /** Tools in the order in which they get pointer events. */
  tools?: readonly Tool[];
  /** Panels that are folded at first. */
  folded?: Partial<Record<keyof PanelVisibility, true>>;
  /** Asks before the workspace's running work is discarded. Rendered in every workspace. */
  StopQuestion?: ComponentType;
  /** Shows the workspace's background work in the status bar of every workspace. */
  Status?: ComponentType;
  /** A hook. Returns the keys that the status bar lists now, or null if there are none. */
  useKeyHints?(): KeyHintList | null;
}

/** A workspace in the usual layout: outliner, viewport over a strip, inspector. */
export interface PanelFace extends Wing {
  Layout?: undefined;
  Inspector: ComponentType;
  /** Replaces the list of bones in the outliner's column. */
  Outliner?: ComponentType;
  /** Controls that float over the viewport. */
  Chrome: ComponentType<{ small: boolean }>;
  /** Outliner and inspector on small screens, as tabs of one sheet. */
  Tabs: ComponentType;
  /** A hook. Returns the panel under the viewport, or null for the timeline. */
  useStrip?(): Strip | null;
  /** A hook. True while small views fill the viewport, so that the controls go around them. */
  useFramed?(): boolean;
  /** Called for each press in the viewport, in CSS pixels from its corner. */
  onPress?(stores: Stores, x: number, y: number, width: number, height: number): void;
}

type OnlyInPanels = Exclude<keyof PanelFace, keyof Wing | "Layout">;

/** A workspace with its own layout. */
export type OwnFace = Wing & { [Part in OnlyInPanels]?: undefined } & {
  Layout: ComponentType<{
    small: boolean;
    /** Questions about work that would be discarded. They float over the viewport. */
    overlay: ReactNode;
  }>;
};

/** Everything that the shell needs to know about a workspace. */
export type WorkspaceFace = PanelFace | OwnFace;
