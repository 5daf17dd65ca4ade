import type { PaintTool } from "../../document/view-state";
import type { StartStroke } from "./paint-stroke";
import { startWeightStroke } from "./weight-tool";

/** The tools that paint, and how their strokes begin. */
export const STROKES: Partial<Record<PaintTool, StartStroke>> = {
  weight: startWeightStroke,
};
