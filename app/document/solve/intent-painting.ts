import { setMapBrush } from "../paint-settings";
import { type IntentMap, useView } from "../view-state";
import { INTENT_MAPS } from "./intent-maps";

/** Starts to paint a map for solves, which the views then show; null stops. Each map begins with its usual brush. */
export function paintForSolve(map: IntentMap | null): void {
  if (map === useView.getState().intentMap) return;
  if (map) setMapBrush("solve", { operation: "replace", value: INTENT_MAPS[map].first, strength: 1 });
  useView.setState({ intentMap: map });
}
