import { useView } from "../../document/use-stores";
import { AMOUNT_HINTS, type KeyHintList, RING_HINTS } from "../../panels/fields/KeyHints";

/** Over the corner of a cage, and while it is dragged. */
const CORNER_HINTS: Record<string, KeyHintList> = {
  "over handle": [
    ["drag", "moves the corner, and others that are selected"],
    ["Ctrl+click", "selects several"],
  ],
  moving: [
    ["Shift", "fine"],
    ["Esc", "cancels"],
  ],
};

/** The keys that are useful in the Deform workspace now. */
export function useDeformHints(): KeyHintList | null {
  const isPainting = useView((view) => view.paintMap !== null);
  const hand = useView((view) => view.hand);
  const held = hand ? (RING_HINTS[hand] ?? CORNER_HINTS[hand]) : undefined;
  return held ?? (isPainting ? AMOUNT_HINTS : null);
}
