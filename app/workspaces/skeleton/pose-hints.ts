import { useView } from "../../document/use-stores";
import { type KeyHintList, RING_HINTS } from "../../panels/fields/KeyHints";
import { useBoneTreeHints } from "./key-hints";

const REACH_HINTS: Record<string, KeyHintList> = {
  "over handle": [
    ["drag", "moves the end; the bones above follow"],
    ["pose.pin", "pins the end"],
  ],
  "over placement": [
    ["drag", "arrows and centre move, rings turn, the knob scales"],
    ["fit.apply", "applies"],
  ],
  placing: [
    ["Shift", "fine"],
    ["Ctrl", "in steps"],
    ["Esc", "cancels"],
  ],
  moving: [
    ["Shift", "fine"],
    ["Ctrl", "in steps"],
    ["Esc", "cancels"],
  ],
};

/** The keys that are useful in the Skeleton workspace now. */
export function useSkeletonHints(): KeyHintList | null {
  const tree = useBoneTreeHints();
  const hand = useView((view) => view.hand);
  const posing = hand ? (RING_HINTS[hand] ?? REACH_HINTS[hand]) : undefined;
  return tree ?? posing ?? null;
}
