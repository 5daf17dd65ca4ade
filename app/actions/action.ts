import type { IconName } from "../common/icon-names";
import type { Stores } from "../document/stores";
import type { PaintTool } from "../document/view-state";
import type { Studio } from "./studio";
import type { Workspace } from "./workspace";

export const MENUS = ["File", "Edit", "View", "Rig", "Help"] as const;
export type MenuName = (typeof MENUS)[number];

/** Something that the artist can ask for. Menus, tooltips, palette and keyboard all read it from here. */
export interface Action {
  /** "rig.solve". */
  id: string;
  /** Sentence case; an ellipsis where a dialog follows. */
  label: string;
  icon?: IconName;
  /** "Ctrl+K": the first is shown. Ctrl is Command on a Mac. */
  keys?: [string, ...string[]];
  /** What it does, where the label does not say it all. */
  help?: string;
  /** What artists also call it, for the search of actions: "screenshot render". */
  words?: string;
  /** Menu and the group within it. */
  menu?: [name: MenuName, group: number];
  /** The workspace that it belongs to, given by the table; without one it belongs to all. Other menus leave it out. */
  home?: Workspace;
  /** The tool of the Paint workspace that it is for. */
  tool?: PaintTool;
  /** It can be done from every workspace, though only the menus of its home list it. */
  anywhere?: boolean;
  /** Why it cannot be done now, wherever the artist is, or null. Says what is missing and what to do. */
  refusal?(stores: Stores): string | null;
  /** Whether what it switches is on. */
  checked?(stores: Stores): boolean;
  perform(studio: Studio): void | Promise<void>;
}
