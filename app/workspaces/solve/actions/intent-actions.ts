import { NO_INTENT } from "../../../../workers/model/solve/solve-settings";
import type { Action } from "../../../actions/action";
import { brushActions } from "../../../actions/brush-actions";
import { noSequence } from "../../../actions/guards";
import { useDocument } from "../../../document/document";
import { setMapBrush } from "../../../document/paint-settings";
import { clearIntent } from "../../../document/solve/intent-commands";
import { INTENT_MAP_NAMES, INTENT_MAPS } from "../../../document/solve/intent-maps";
import { paintForSolve } from "../../../document/solve/intent-painting";
import { type IntentMap, useView } from "../../../document/view-state";

const paintAction = (map: IntentMap): Action => ({
  id: `intent.paint-${map}`,
  label: `Paint “${INTENT_MAPS[map].name.toLowerCase()}”`,
  icon: "brush",
  help: INTENT_MAPS[map].help,
  menu: ["Rig", 4],
  refusal: noSequence,
  checked: () => useView.getState().intentMap === map,
  perform: () => paintForSolve(useView.getState().intentMap === map ? null : map),
});

const notPainting = () => noSequence() ?? (useView.getState().intentMap ? null : "No map is being painted.");

/** Painting what is wanted of a solve. */
export const INTENT_ACTIONS: Action[] = [
  {
    id: "intent.leave-painting",
    label: "Stop painting for the solve",
    icon: "x",
    keys: ["Esc"],
    refusal: notPainting,
    perform: () => paintForSolve(null),
  },
  ...INTENT_MAP_NAMES.map(paintAction),
  ...brushActions({
    prefix: "intent",
    name: "map brush",
    get: () => useView.getState().mapBrushes.solve,
    set: (change) => setMapBrush("solve", change),
    refusal: notPainting,
  }),
  {
    id: "intent.clear",
    label: "Clear what is painted for solves",
    icon: "trash",
    help: "All maps and the weights of frames; undo brings them back.",
    menu: ["Rig", 4],
    refusal: () =>
      noSequence() ?? (useDocument.getState().intent === NO_INTENT ? "Nothing is painted for solves." : null),
    perform: ({ history }) => history.run(clearIntent()),
  },
];
