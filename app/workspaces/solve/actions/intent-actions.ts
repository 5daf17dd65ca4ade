import { NO_INTENT } from "../../../../workers/model/solve/solve-settings";
import type { Action } from "../../../actions/action";
import { brushActions } from "../../../actions/everywhere/brush-actions";
import { noSequence } from "../../../actions/guards/guards";
import { setMapBrush } from "../../../document/paint-settings";
import { clearIntent } from "../../../document/solve/intent-commands";
import { INTENT_MAP_NAMES, INTENT_MAPS } from "../../../document/solve/intent-maps";
import { paintForSolve } from "../../../document/solve/intent-painting";
import type { Stores } from "../../../document/stores";
import type { IntentMap } from "../../../document/view-state";

const paintAction = (map: IntentMap): Action => ({
  id: `intent.paint-${map}`,
  label: `Paint “${INTENT_MAPS[map].name.toLowerCase()}”`,
  icon: "brush",
  help: INTENT_MAPS[map].help,
  menu: ["Rig", 4],
  refusal: noSequence,
  checked: ({ view }) => view.getState().intentMap === map,
  perform: (studio) => paintForSolve(studio, studio.view.getState().intentMap === map ? null : map),
});

const notPainting = (stores: Stores) =>
  noSequence(stores) ?? (stores.view.getState().intentMap ? null : "No map is being painted.");

/** Actions that paint the maps that steer a solve. */
export const INTENT_ACTIONS: Action[] = [
  {
    id: "intent.leave-painting",
    label: "Stop painting maps",
    icon: "x",
    keys: ["Esc"],
    refusal: notPainting,
    perform: (studio) => paintForSolve(studio, null),
  },
  ...INTENT_MAP_NAMES.map(paintAction),
  ...brushActions({
    prefix: "intent",
    name: "map brush",
    get: ({ view }) => view.getState().mapBrushes.solve,
    set: (stores, change) => setMapBrush(stores, "solve", change),
    refusal: notPainting,
  }),
  {
    id: "intent.clear",
    label: "Clear painted maps",
    icon: "trash",
    help: "Clears all maps and frame weights. Undo restores them.",
    menu: ["Rig", 4],
    refusal: (stores) =>
      noSequence(stores) ??
      (stores.document.getState().intent === NO_INTENT ? "There are no maps or frame weights." : null),
    perform: (studio) => studio.history.run(clearIntent(studio)),
  },
];
