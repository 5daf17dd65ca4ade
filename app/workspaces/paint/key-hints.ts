import { useView } from "../../document/use-stores";
import type { PaintToolName } from "../../document/view-state";
import { type KeyHintList, RING_HINTS } from "../../panels/fields/KeyHints";
import { SKELETON_HINTS } from "../skeleton/key-hints";
import { useWhyNotPainting } from "./panels/layers/use-picked-layer";
import { useBrush } from "./panels/use-brush";

/** Keys that work with every brush. */
const BRUSH: KeyHintList = [
  ["B", "drag radius"],
  ["Shift+B", "drag strength"],
  ["Alt", "picks a bone"],
  ["V", "selects the vertex"],
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
  weight: [["Ctrl", "inverts"], ["Shift", "smooths"], ...BRUSH],
  mask: [["Ctrl", "takes away"], ["Shift", "smooths"], ...BRUSH],
  constraint: [["Ctrl", "holds 1 minus the value"], ["Shift", "smooths"], ...BRUSH],
  influence: [["Ctrl", "blocks the bone"], ...BRUSH],
  wire: [
    ["Ctrl", "removes links"],
    ["Esc", "cancels"],
  ],
  attach: [["Ctrl", "releases"], ...BRUSH],
  neumann: [["Ctrl", "releases"], ...BRUSH],
  smooth: [["Ctrl", "removes it"], ...BRUSH],
  exclude: [["Ctrl", "raises it"], ...BRUSH],
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
