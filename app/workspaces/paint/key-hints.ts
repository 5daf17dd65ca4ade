import { isGradient } from "../../document/brush-settings";
import { useStore, useView } from "../../document/use-stores";
import { type KeyHintList, RING_HINTS } from "../../panels/fields/KeyHints";
import { SKELETON_HINTS } from "../skeleton/key-hints";
import { type BrushName, hasBrush, isSelecting } from "./actions/paint-words";
import { MIRROR_CHOICE } from "./mirror/mirror-choice";
import { useWhyNotPainting } from "./panels/layers/use-picked-layer";
import { useBrush } from "./panels/use-brush";

/** Keys that work with every brush. */
const BRUSH: KeyHintList = [
  ["radius", "drag radius"],
  ["strength", "drag strength"],
  ["pick", "picks a bone"],
  ["paint.vertex", "selects the vertex"],
];

/** Keys of the weight brush while it drags gradients, which have no radius. */
const GRADIENT: KeyHintList = [
  ["Esc", "cancels"],
  ["smooth", "smooths"],
  ...BRUSH.filter(([key]) => key !== "radius"),
];

/** Keys of Select and Lasso. */
const SELECTING: KeyHintList = [
  ["Shift", "adds"],
  ["Ctrl", "removes"],
  ["paint.select-connected", "selects the whole part"],
  ["select.grow", "grows"],
  ["select.shrink", "shrinks"],
];

/** Keys while the edge of the mirror is picked. */
const PICKING_EDGE: KeyHintList = [
  ["", "Click the edge in the middle of the mesh"],
  ["Esc", "cancels"],
];

const BRUSHES: Record<BrushName, KeyHintList> = {
  weight: [["invert", "inverts"], ["smooth", "smooths"], ...BRUSH],
  mask: [["invert", "erases"], ["smooth", "smooths"], ...BRUSH],
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
  const dragsGradient = useView(({ paint }) => paint.tool === "weight" && isGradient(paint.operation));
  const hand = useView((view) => view.hand);
  const canPaint = useBrush();
  const layer = useWhyNotPainting();
  const picking = useStore(MIRROR_CHOICE, (choice) => choice.picking);
  const turning = hand ? RING_HINTS[hand] : undefined;
  if (turning) return turning;
  if (picking) return PICKING_EDGE;
  if (isSelecting(tool)) return SELECTING;
  if (canPaint && tool === "weight" && layer) return [["", layer]];
  if (canPaint && dragsGradient) return GRADIENT;
  if (canPaint && hasBrush(tool)) return BRUSHES[tool];
  return hand ? (SKELETON_HINTS[hand] ?? null) : null;
}
