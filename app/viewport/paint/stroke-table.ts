import type { PaintTool } from "../../document/view-state";
import type { StartStroke } from "./paint-stroke";

/** The tools that paint, and how their strokes begin. */
export const STROKES: Partial<Record<PaintTool, StartStroke>> = {};
