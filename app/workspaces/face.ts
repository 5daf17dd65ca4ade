import type { ComponentType, ReactNode } from "react";
import type { Action } from "../actions/action";
import type { Workspace } from "../actions/workspace";
import type { PanelVisibility } from "../document/session/panel-state";
import type { Stores } from "../document/stores";
import type { KeyHintList } from "../panels/fields/KeyHints";
import type { Tool } from "../viewport/tool";

/** What lies under the viewport. */
export interface Strip {
  title: string;
  content(small?: boolean): ReactNode;
}

/** What every workspace brings: its actions and tools, and the work that it runs in the background. */
interface Wing extends Workspace {
  /** Actions of this workspace alone. */
  actions: readonly Action[];
  /** Actions that can be performed from every workspace. */
  everywhere?: readonly Action[];
  /** The pointer asks them in this order. */
  tools?: readonly Tool[];
  /** Panels that are folded at first. */
  folded?: Partial<Record<keyof PanelVisibility, true>>;
  /** Asks before its work is thrown away. Shown in every workspace. */
  StopQuestion?: ComponentType;
  /** Says in the status bar of every workspace what it does in the background. */
  Status?: ComponentType;
}

/** A workspace in the usual layout: outliner, viewport over a strip, inspector. */
export interface PanelFace extends Wing {
  Layout?: undefined;
  Inspector: ComponentType;
  /** Stands in the outliner's column instead of the list of bones. */
  Outliner?: ComponentType;
  /** Floats over the viewport. */
  Chrome: ComponentType<{ small: boolean }>;
  /** Outliner and inspector on small screens, as tabs of one sheet. */
  Tabs: ComponentType;
  /** A hook. Gives what lies under the viewport, or null for the timeline. */
  useStrip?(): Strip | null;
  /** A hook. True while small views fill the viewport, so that everything else stands around them. */
  useFramed?(): boolean;
  /** A hook. Gives the keys that the status bar lists now, or null if there are none. */
  useKeyHints?(): KeyHintList | null;
  /** Hears of each press in the viewport, in CSS pixels from its corner. */
  onPress?(stores: Stores, x: number, y: number, width: number, height: number): void;
}

type OnlyInPanels = Exclude<keyof PanelFace, keyof Wing | "Layout">;

/** A workspace that arranges everything itself. */
export type OwnFace = Wing & { [Part in OnlyInPanels]?: undefined } & {
  Layout: ComponentType<{
    small: boolean;
    /** Goes over the viewport: questions about work that would be thrown away. */
    overlay: ReactNode;
  }>;
};

/** All that the shell knows of a workspace. */
export type WorkspaceFace = PanelFace | OwnFace;
