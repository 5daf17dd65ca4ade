import { NO_INTENT } from "../../../../workers/model/solve/solve-settings";
import type { Action } from "../../../actions/action";
import { noSequence } from "../../../actions/guards";
import { useDocument } from "../../../document/document";
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

/** Painting what is wanted of a solve. */
export const INTENT_ACTIONS: Action[] = [
  {
    id: "intent.leave-painting",
    label: "Stop painting for the solve",
    icon: "x",
    keys: ["Esc"],
    refusal: () => noSequence() ?? (useView.getState().intentMap ? null : "No map is being painted."),
    perform: () => paintForSolve(null),
  },
  ...INTENT_MAP_NAMES.map(paintAction),
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
