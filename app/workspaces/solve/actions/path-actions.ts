import type { Action } from "../../../actions/action";
import { enter } from "../../../actions/workspace";
import type { Stores } from "../../../document/stores";
import { FITTED } from "../runs/live/fitted";
import { LIVE_SETTINGS } from "../runs/live/live-settings";
import { noPath } from "../runs/path/path-refusal";
import { PATH } from "../runs/path/path-state";
import { SOLUTION_PATH } from "../runs/path/solution-path";

const notRunning = ({ of }: Stores) => (of(PATH).getState().run ? null : "No solution path is being solved.");

export const PATH_ACTIONS: Action[] = [
  {
    id: "path.start",
    label: "Solve path",
    words: "slider number of bones live nested",
    icon: "sliders",
    help: "Finds a rig for every number of bones up to twice as many, in the background. Then the number is a slider.",
    menu: ["Rig", 0],
    refusal: noPath,
    perform: (studio) => {
      enter(studio, "solve");
      studio.get(SOLUTION_PATH).start();
    },
  },
  {
    id: "path.stop",
    label: "Stop the path",
    icon: "stop",
    help: "Ends the work in the background. The rigs so far stay.",
    refusal: notRunning,
    perform: ({ get }) => get(SOLUTION_PATH).stop(),
  },
  {
    id: "path.stop-refining",
    label: "Stop refining",
    icon: "stop",
    keys: ["Esc"],
    help: "Keeps the rig on screen as far as it is refined.",
    refusal: ({ of }) =>
      of(PATH).getState().refining || of(FITTED).getState().shows ? null : "No rig is being refined.",
    perform: ({ get }) => {
      get(SOLUTION_PATH).stopRefining();
      get(LIVE_SETTINGS).keep();
    },
  },
  {
    id: "path.pause",
    label: "Pause the path",
    icon: "pause",
    refusal: notRunning,
    checked: ({ of }) => of(PATH).getState().run?.paused ?? false,
    perform: ({ get }) => get(SOLUTION_PATH).togglePause(),
  },
  {
    id: "path.strip",
    label: "Path or timeline",
    icon: "timeline",
    help: "Shows the error curve of the solution path in place of the timeline.",
    refusal: ({ of }) =>
      of(PATH).getState().members.size > 0 ? null : "There is no solution path yet. Solve path finds one.",
    checked: ({ panels }) => panels.getState().solveStrip === "path",
    perform: ({ panels }) =>
      panels.setState(({ solveStrip }) => ({ solveStrip: solveStrip === "path" ? "timeline" : "path" })),
  },
];
