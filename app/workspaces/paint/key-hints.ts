import { useView } from "../../document/use-stores";
import type { PaintToolName } from "../../document/view-state";
import { type KeyHintList, RING_HINTS } from "../../panels/fields/KeyHints";
import { SKELETON_HINTS } from "../skeleton/key-hints";
import { useWhyNotPainting } from "./panels/layers/use-picked-layer";
import { useBrush } from "./panels/use-brush";

/** Keys that work with every brush. */
const BRUSH: KeyHintList = [
  ["radius", "drag radius"],
  ["strength", "drag strength"],
  ["pick", "picks a bone"],
  ["paint.vertex", "selects the vertex"],
];

/** Keys of Select and Lasso. */
const SELECTING: KeyHintList = [
  ["Shift", "adds"],
  ["Ctrl", "takes away"],
  ["L", "takes the whole part"],
  [">", "grows"],
  ["<", "shrinks"],
];

const BRUSHES: Record<Exclude<PaintToolName, "skeleton" | "select" | "lasso">, KeyHintList> = {
  weight: [["invert", "inverts"], ["smooth", "smooths"], ...BRUSH],
  mask: [["invert", "takes away"], ["smooth", "smooths"], ...BRUSH],
  constraint: [["invert", "holds 1 minus the value"], ["smooth", "smooths"], ...BRUSH],
  influence: [["invert", "blocks the bone"], ...BRUSH],
  wire: [
    ["invert", "removes links"],
    ["Esc", "cancels"],
  ],
  attach: [["invert", "releases"], ...BRUSH],
  neumann: [["invert", "releases"], ...BRUSH],
  smooth: [["invert", "removes it"], ...BRUSH],
  exclude: [["invert", "raises it"], ...BRUSH],
};

/** The keys that are useful in the Paint workspace now. */
export function usePaintHints(): KeyHintList | null {
  const tool = useView((view) => view.paint.tool);
  const hand = useView((view) => view.hand);
  const canPaint = useBrush();
  const layer = useWhyNotPainting();
  const turning = hand ? RING_HINTS[hand] : undefined;
  if (turning) return turning;
  if (tool === "select" || tool === "lasso") return SELECTING;
  if (canPaint && tool === "weight" && layer) return [["", layer]];
  if (canPaint && tool !== "skeleton") return BRUSHES[tool];
  return hand ? (SKELETON_HINTS[hand] ?? null) : null;
}
