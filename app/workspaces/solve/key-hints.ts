import { INTENT_MAPS } from "../../document/solve/intent-maps";
import { useView } from "../../document/use-stores";
import { AMOUNT_HINTS, type KeyHintList } from "../../panels/fields/KeyHints";

const REGIONS: KeyHintList = [
  ["invert", "erases"],
  ["radius", "drag radius"],
  ["Esc", "stops"],
];

const AMOUNTS: KeyHintList = AMOUNT_HINTS.map(([key, does]) => [key, key === "invert" ? "erases" : does]);

const HANDLES: Record<string, KeyHintList> = {
  "over handle": [
    ["drag", "moves the bone over the surface"],
    ["Ctrl", "selects several"],
  ],
  moving: [["Esc", "cancels"]],
};

/** The keys that are useful in the Solve workspace now. */
export function useSolveHints(): KeyHintList | null {
  const map = useView((view) => view.intentMap);
  const hand = useView((view) => view.hand);
  if (map) return INTENT_MAPS[map].kind === "region" ? REGIONS : AMOUNTS;
  return hand ? (HANDLES[hand] ?? null) : null;
}
