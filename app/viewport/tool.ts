import type { Stores } from "../document/stores";
import type { ViewState } from "../document/view-state";
import type { Grab } from "./camera/gestures";
import type { Stage } from "./stage";
import type { ViewportEdits } from "./viewport-edits";

/** A place of the canvas, in CSS pixels. */
export type Place = { x: number; y: number };

/** Says something beside the pointer; null is silence. */
export type Say = (text: string | null, at: Place) => void;

/** What a tool works with. */
export interface ToolContext {
  stores: Stores;
  stage: Stage;
  edits: ViewportEdits;
  /** The viewport's element: cursors are put into it. */
  element: HTMLElement;
  redraw(): void;
  say: Say;
  /** The bone under a point, by its handle or by the surface that it moves most. */
  boneUnder(at: Place): number | null;
}

/** What a press would do. */
export interface ToolHover {
  /** The CSS cursor. */
  cursor: string;
  /** For the list of keys in the status bar. */
  hand: ViewState["hand"];
  /**
   * What else is shown of what lies under the pointer: the bone's name and the vertex, the name alone, or nothing.
   * "own" leaves the word beside the pointer to the tool as well.
   */
  sees: "surface" | "bone" | "nothing" | "own";
}

/** Something that the pointer can do in the viewport. It looks for itself whether it is in hand. */
export interface ViewportTool {
  /** What a press at a place would do; null where it is not for this tool. At null the pointer is not its matter. */
  hover(at: Place | null): ToolHover | null;
  /** Takes a press, or leaves it to the next tool. */
  grab(at: Place, event: PointerEvent): Grab | null;
  /** What is shown of the keys while a grab of this tool goes on. */
  readonly holding?: ViewState["hand"];
  /** Takes a click that nothing has grabbed; true where that is all that it means. */
  click?(at: Place, keys: { several: boolean }): boolean;
  /** Takes a right click; `page` is where it is in the window. */
  menu?(at: Place, page: Place): boolean;
  /** Removes what it has put into the viewport. */
  stop?(): void;
}

/** Makes a tool for a viewport that comes up. */
export type Tool = (context: ToolContext) => ViewportTool;
