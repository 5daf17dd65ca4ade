import type { StrengthName } from "../../../workers/model/deform";
import { restPose } from "../../../workers/model/rig/pose";
import { testPoses } from "../../../workers/model/rig/trial-poses";
import type { Action } from "../../actions/action";
import { brushActions } from "../../actions/everywhere/brush-actions";
import { inFiles, noRig } from "../../actions/guards/guards";
import type { Studio } from "../../actions/studio";
import { deleteAllPoses, keepPoses, setPose, showClip } from "../../document/deform/deform-commands";
import { STRENGTH_NAMES } from "../../document/deform/deform-text";
import { addPane, focusedPane, paint, removePane } from "../../document/deform/panes";
import { isRest, posesInOrder, poseToKeep, showsRest } from "../../document/deform/posing";
import { setMapBrush } from "../../document/paint-settings";
import { openDialog } from "../../document/session/dialogs";
import type { Stores } from "../../document/stores";
import { MOST_PANES } from "../../document/view-state";
import { play } from "../../viewport/playback/playback";
import { downloadDirect } from "./runs/export-direct";
import { PREPARING } from "./runs/preparing/preparing";

const notPosed = (stores: Stores) =>
  noRig(stores) ?? (stores.document.getState().pose ? null : "No pose is shown.");

/** The rest pose needs no second card. */
const nothingToKeep = (stores: Stores) =>
  noRig(stores) ??
  (showsRest(stores) ? "This is the rest pose, which the list always has. Pose a bone first." : null);

/** Moves by `by` poses in the strip. From an unsaved pose, goes to the nearest end. */
function stepPose(studio: Studio, by: 1 | -1): void {
  const state = studio.document.getState();
  const poses = posesInOrder(state);
  const { pose } = state;
  const at = pose && isRest(pose) ? 0 : pose ? poses.indexOf(pose) : -1;
  const next = at < 0 ? (by > 0 ? 0 : poses.length - 1) : (at + by + poses.length) % poses.length;
  studio.history.run(setPose(studio, poses[next]));
}

/** Seed of the poses that combine joints, so that the same rig always gets the same poses. */
const TEST_POSE_SEED = 1;

const notPainting = (stores: Stores) =>
  noRig(stores) ?? (stores.view.getState().paintMap ? null : "No strength map is being painted.");

const paintAction = (map: StrengthName): Action => ({
  id: `deform.paint-${map}`,
  label: `Paint ${STRENGTH_NAMES[map].toLowerCase()} strength`,
  icon: "brush",
  help: "0 keeps the bound weights, 1 smooths fully.",
  menu: ["Rig", 5],
  refusal: noRig,
  checked: ({ view }) => view.getState().paintMap === map,
  perform: (studio) => paint(studio, studio.view.getState().paintMap === map ? null : map),
});

export const DEFORM_ACTIONS: Action[] = [
  {
    id: "deform.leave-painting",
    label: "Stop painting",
    icon: "x",
    keys: ["Esc"],
    refusal: notPainting,
    perform: (studio) => paint(studio, null),
  },
  {
    id: "deform.keep-pose",
    anywhere: true,
    label: "Keep this pose",
    icon: "plus",
    keys: ["Shift+P"],
    help: "Adds the pose, or the current frame of the clip, to the list of poses.",
    menu: ["Rig", 4],
    refusal: nothingToKeep,
    perform: (studio) => {
      const pose = poseToKeep(studio);
      if (pose) studio.history.run(keepPoses(studio, [pose]));
      studio.panels.setState({ strip: "poses" });
    },
  },
  {
    id: "deform.test-poses",
    label: "Add test poses",
    icon: "pose",
    help: "Adds poses that bend and twist every joint through its range, for tests and for bakes.",
    menu: ["Rig", 4],
    refusal: noRig,
    perform: (studio) => {
      const { rig, poses } = studio.document.getState();
      const there = new Set(poses.map((pose) => pose.name));
      const added = rig && testPoses(rig.bones, TEST_POSE_SEED).filter(({ name }) => !there.has(name));
      if (added && added.length > 0) studio.history.run(keepPoses(studio, added));
      studio.panels.setState({ strip: "poses" });
    },
  },
  {
    id: "deform.delete-poses",
    label: "Delete all poses",
    icon: "trash",
    help: "Deletes all kept poses. Undo restores them.",
    menu: ["Rig", 4],
    refusal: (stores) =>
      noRig(stores) ?? (stores.document.getState().poses.length > 0 ? null : "There are no kept poses."),
    perform: (studio) => studio.history.run(deleteAllPoses(studio)),
  },
  {
    id: "deform.reset-pose",
    anywhere: true,
    label: "Reset pose",
    icon: "restart",
    keys: ["Alt+R"],
    help: "Returns all bones to the rest pose.",
    menu: ["Rig", 4],
    refusal: (stores) => {
      const { pose } = stores.document.getState();
      return noRig(stores) ?? (pose && isRest(pose) ? "The rest pose is shown." : null);
    },
    perform: (studio) => {
      const { rig } = studio.document.getState();
      if (rig) studio.history.run(setPose(studio, restPose(rig.bones), "Reset pose"));
    },
  },
  {
    id: "deform.next-pose",
    label: "Next pose",
    icon: "next",
    keys: ["Right"],
    menu: ["Rig", 4],
    refusal: notPosed,
    perform: (studio) => stepPose(studio, 1),
  },
  {
    id: "deform.previous-pose",
    label: "Previous pose",
    icon: "prev",
    keys: ["Left"],
    menu: ["Rig", 4],
    refusal: notPosed,
    perform: (studio) => stepPose(studio, -1),
  },
  {
    id: "deform.play",
    label: "Play clip",
    icon: "play",
    keys: ["Space"],
    refusal: notPosed,
    perform: (studio) => {
      showClip(studio, studio.history);
      play(studio);
    },
  },
  {
    id: "deform.timeline",
    label: "Timeline below views",
    icon: "timeline",
    keys: ["T"],
    help: "Scrubs the clip instead of poses.",
    menu: ["View", 4],
    refusal: noRig,
    checked: ({ panels }) => panels.getState().strip === "timeline",
    perform: (studio) => {
      const next = studio.panels.getState().strip === "timeline" ? "poses" : "timeline";
      studio.panels.setState({ strip: next });
      if (next === "timeline") showClip(studio, studio.history);
    },
  },
  {
    id: "deform.onion",
    label: "Onion skin",
    words: "ghost frames before after",
    help: "Shows frames of the source around this one as ghosts: blue before, orange after.",
    menu: ["View", 4],
    refusal: noRig,
    checked: ({ view }) => view.getState().onion.on,
    perform: ({ view }) => view.setState(({ onion }) => ({ onion: { ...onion, on: !onion.on } })),
  },
  {
    id: "deform.open-edges",
    label: "Mark open edges",
    words: "closed boundary hole border volume",
    help: "A mesh with open edges encloses no volume.",
    menu: ["View", 4],
    refusal: noRig,
    checked: ({ view }) => view.getState().showOpenEdges,
    perform: ({ view }) => view.setState(({ showOpenEdges }) => ({ showOpenEdges: !showOpenEdges })),
  },
  {
    id: "deform.add-pane",
    label: "Add view",
    icon: "plus",
    keys: ["Shift+A"],
    help: "Adds a view with another deformer in the same pose.",
    menu: ["View", 7],
    refusal: (stores) =>
      noRig(stores) ??
      (stores.view.getState().panes.length < MOST_PANES
        ? null
        : `There are already ${MOST_PANES} views, the most that fit.`),
    perform: addPane,
  },
  {
    id: "deform.remove-pane",
    label: "Remove view",
    icon: "x",
    keys: ["Shift+X"],
    menu: ["View", 7],
    refusal: (stores) =>
      noRig(stores) ?? (stores.view.getState().panes.length > 1 ? null : "The last view cannot be removed."),
    perform: (studio) => removePane(studio, studio.view.getState().focusedPane),
  },
  ...(["lambda", "kappa", "alpha"] as const).map(paintAction),
  ...brushActions({
    prefix: "deform",
    name: "strength brush",
    get: ({ view }) => view.getState().mapBrushes.deform,
    set: (stores, change) => setMapBrush(stores, "deform", change),
    refusal: notPainting,
  }),
  {
    id: "deform.bake",
    label: "Bake to weights…",
    icon: "bake",
    help: "Finds linear blend weights that come as close to the deformer as possible.",
    menu: ["Rig", 6],
    refusal: (stores) => noRig(stores) ?? inFiles(stores),
    perform: (studio) => openDialog(studio, { kind: "bake" }),
  },
  {
    id: "deform.download",
    label: "Export Direct Delta Mush",
    icon: "exp",
    help: "Writes a JSON and a binary file of the variant in the last used view.",
    menu: ["Rig", 6],
    refusal: (stores) =>
      noRig(stores) ??
      (stores.prepared.getState().direct
        ? null
        : "Nothing is precomputed. Show Direct Delta Mush in a view first."),
    perform: (studio) => downloadDirect(studio, studio.client, focusedPane(studio).deformer),
  },
  {
    id: "deform.cancel",
    anywhere: true,
    label: "Cancel preparation",
    icon: "x",
    help: "Keeps the previous result on screen.",
    refusal: ({ prepared }) => (prepared.getState().progress ? null : "Nothing is being prepared."),
    perform: ({ get }) => get(PREPARING).cancel(),
  },
  {
    id: "deform.prepare",
    label: "Prepare again",
    icon: "again",
    help: "Computes the deformer again with the current settings.",
    refusal: (stores) => {
      const { progress, stale, direct } = stores.prepared.getState();
      if (progress) return "The deformer is already being prepared.";
      return noRig(stores) ?? (stale || !direct ? null : "The deformer is up to date.");
    },
    perform: ({ get }) => get(PREPARING).again(),
  },
];
