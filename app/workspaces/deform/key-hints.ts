import { useView } from "../../document/use-stores";
import { AMOUNT_HINTS, type KeyHintList, RING_HINTS } from "../../panels/fields/KeyHints";

/** The keys that are useful in the Deform workspace now. */
export function useDeformHints(): KeyHintList | null {
  const isPainting = useView((view) => view.paintMap !== null);
  const hand = useView((view) => view.hand);
  const turning = hand ? RING_HINTS[hand] : undefined;
  return turning ?? (isPainting ? AMOUNT_HINTS : null);
}
