import type { IconName } from "../common/icon-names";
import type { PaintToolName } from "../document/paint-state";
import type { Stores } from "../document/stores";
import type { Studio } from "./studio";
import type { Workspace } from "./workspace";

export const MENUS = ["File", "Edit", "View", "Rig", "Help"] as const;
export type MenuName = (typeof MENUS)[number];

/** Something that the artist can ask for. Menus, tooltips, the palette and the keyboard all read it from here. */
export interface Action {
  /** "rig.solve". */
  id: string;
  /** Sentence case. Ends in an ellipsis if a dialog follows. */
  label: string;
  icon?: IconName;
  /** For example "Ctrl+K". The first key is shown. Ctrl is Command on a Mac. */
  keys?: [string, ...string[]];
  /** The effect of the action, if the label does not say enough. */
  help?: string;
  /** Other words for it, which the palette also finds: "screenshot render". */
  words?: string;
  /** Menu and the group within it. */
  menu?: [name: MenuName, group: number];
  /**
   * Its workspace, set by the table. Without one it belongs to all of them. The menus of other workspaces leave it out.
   */
  home?: Workspace;
  /** Other workspaces that have it as well, by id: their menus list it, and its keys work there. */
  also?: readonly string[];
  /** The tool of the Paint workspace that it needs. */
  tool?: PaintToolName;
  /** Every workspace can run it, though only the menus of its home list it. */
  anywhere?: boolean;
  /** Says why it cannot run now in any workspace, and what to do; null if it can. */
  refusal?(stores: Stores): string | null;
  /** Whether the toggle is on. */
  checked?(stores: Stores): boolean;
  perform(studio: Studio): void | Promise<void>;
}
