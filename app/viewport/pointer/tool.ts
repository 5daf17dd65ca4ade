import type { Stores } from "../../document/stores";
import type { ViewState } from "../../document/view-state";
import type { Grab, HoverPoint } from "../camera/grab";
import type { Stage } from "../stage";
import type { ViewportEdits } from "../viewport-edits";

/** A place of the canvas, in CSS pixels. */
export type CanvasPoint = { x: number; y: number };

/** Shows a text beside the pointer; null hides it. */
export type Say = (text: string | null, at: CanvasPoint) => void;

/** The parts of the viewport that tools use. */
export interface ToolContext {
  stores: Stores;
  stage: Stage;
  edits: ViewportEdits;
  /** The viewport's element, which shows the cursor. */
  element: HTMLElement;
  redraw(): void;
  say: Say;
  /** The bone under a point, by its handle or by the surface that it moves most. */
  boneUnder(at: CanvasPoint): number | null;
}

/** The effect of a press, as the hover shows it. */
export interface ToolHover {
  /** The CSS cursor. */
  cursor: string;
  /** Selects the list of keys in the status bar. */
  hand: ViewState["hand"];
  /**
   * The other information of the hover: the bone's name and the vertex ("surface"), only the name ("bone"), or nothing.
   * "own" also leaves the label beside the pointer to the tool.
   */
  sees: "surface" | "bone" | "nothing" | "own";
}

/** Something that the pointer can do in the viewport. The tool decides itself whether it is active. */
export interface ViewportTool {
  /**
   * The effect of a press at a place; null if the press is not for this tool. `at` is null if the pointer is elsewhere.
   */
  hover(at: HoverPoint | null): ToolHover | null;
  /** Takes a press, or returns null to leave it to the next tool. */
  grab(at: CanvasPoint, event: PointerEvent): Grab | null;
  /** The list of keys that the status bar shows during a drag of this tool. */
  readonly holding?: ViewState["hand"];
  /** Handles a click that no tool grabbed. Returns true if nothing else should handle it. */
  click?(at: CanvasPoint, keys: { several: boolean }): boolean;
  /** Handles a right click; `page` is its place in the window. */
  menu?(at: CanvasPoint, page: CanvasPoint): boolean;
  /** Removes everything that the tool has added to the viewport. */
  stop?(): void;
}

/** Creates a tool for a new viewport. */
export type Tool = (context: ToolContext) => ViewportTool;
