import { type BrushState, type IntentMap, useView } from "../view-state";
import { INTENT_MAPS } from "./intent-maps";

/** The brush of strengths, while maps for solves are painted. */
let before: BrushState | null = null;

/** Starts to paint a map for solves, which the views then show; null goes back to what was shown. */
export function paintForSolve(map: IntentMap | null): void {
  const { intentMap, brush } = useView.getState();
  if (map === intentMap) return;
  if (map === null) {
    useView.setState({ intentMap: null, brush: before ?? brush });
    before = null;
    return;
  }
  before ??= brush;
  const { first } = INTENT_MAPS[map];
  useView.setState({ intentMap: map, brush: { ...brush, mode: "replace", value: first, strength: 1 } });
}
