import { fitReduceRanges } from "../../../document/reduce/reduce-ranges";
import { REDUCTION, type ReduceChoice } from "../../../document/reduce/reduce-state";
import type { Stores } from "../../../document/stores";
import { bestWithin, isDone } from "./budget";

/** Shows a result on a side, because the artist chose it. */
export function showChosen(stores: Stores, side: "a" | "b", choice: ReduceChoice): void {
  if (side === "b") stores.of(REDUCTION).setState({ isChosen: true });
  put(stores, side, choice);
}

/** Shows the best result within the budget, or the first one, until the artist chooses another. */
export function showBest(stores: Stores): void {
  const { runs, budget, sides, isChosen } = stores.of(REDUCTION).getState();
  if (isChosen && sides.b !== null) return;
  const best = bestWithin(runs, budget)[0] ?? runs.find(isDone);
  if (best && best.id !== sides.b) put(stores, "b", best.id);
}

function put(stores: Stores, side: "a" | "b", choice: ReduceChoice): void {
  stores.of(REDUCTION).setState(({ sides }) => ({ sides: { ...sides, [side]: choice } }));
  fitReduceRanges(stores);
}
