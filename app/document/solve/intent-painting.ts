import { setMapBrush } from "../paint-settings";
import type { Stores } from "../stores";
import type { IntentMap } from "../view-state";
import { INTENT_MAPS } from "./intent-maps";

/** Starts to paint a map for solves and shows it in the views; null stops. Each map starts with its default brush. */
export function paintForSolve(stores: Stores, map: IntentMap | null): void {
  if (map === stores.view.getState().intentMap) return;
  if (map) setMapBrush(stores, "solve", { operation: "replace", value: INTENT_MAPS[map].first, strength: 1 });
  stores.view.setState({ intentMap: map });
}
