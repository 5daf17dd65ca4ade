import { areConnected } from "../../../../workers/model/tree-of-parents";
import type { Action } from "../../../actions/action";
import { noRig, solving, tooFewFrames } from "../../../actions/guards/guards";
import { enter } from "../../../actions/workspace";
import type { Stores } from "../../../document/stores";
import { PATH } from "../runs/path/path-state";
import { SOLUTION_PATH } from "../runs/path/solution-path";

/** Why the rig can have no path, or null. */
function noPathOf(stores: Stores): string | null {
  const { rig, report, settings } = stores.document.getState();
  if (!report) return "This rig was not solved here. Continue the solve first.";
  if (rig && areConnected(rig.bones))
    return "The bones hang together at joints. A path needs bones without a hierarchy.";
  if (settings.mirrored) return "Bones of a mirrored solve come in pairs. Turn Mirror off and solve again.";
  return null;
}

const notRunning = ({ of }: Stores) => (of(PATH).getState().run ? null : "No solution path is being solved.");

export const PATH_ACTIONS: Action[] = [
  {
    id: "path.start",
    label: "Solve path",
    words: "slider number of bones live nested",
    icon: "sliders",
    help: "Finds a rig for every number of bones up to twice as many, in the background. Then the number is a slider.",
    menu: ["Rig", 0],
    refusal: (stores) => noRig(stores) ?? tooFewFrames(stores) ?? solving(stores) ?? noPathOf(stores),
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
    refusal: ({ of }) => (of(PATH).getState().refining ? null : "No rig of a path is being refined."),
    perform: ({ get }) => get(SOLUTION_PATH).stopRefining(),
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
