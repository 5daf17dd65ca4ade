import type { StrengthName } from "../../../workers/model/deform";
import { restPose } from "../../../workers/model/rig/pose";
import { testPoses } from "../../../workers/model/rig/trial-poses";
import type { Action } from "../../actions/action";
import { brushActions } from "../../actions/brush-actions";
import { noRig } from "../../actions/guards";
import type { Studio } from "../../actions/studio";
import { deleteAllPoses, keepPoses, setPose, showClip } from "../../document/deform/deform-commands";
import { STRENGTH_NAMES } from "../../document/deform/deform-text";
import { addPane, focusedPane, paint, removePane } from "../../document/deform/panes";
import { isRest, posesInOrder, poseToKeep } from "../../document/deform/posing";
import { usePrepared } from "../../document/deform/prepared";
import { useDocument } from "../../document/document";
import { setMapBrush } from "../../document/paint-settings";
import { openDialog } from "../../document/session/dialogs";
import { usePanels } from "../../document/session/panel-state";
import { MOST_PANES, useView } from "../../document/view-state";
import { play } from "../../viewport/playback";
import { downloadDirect } from "./runs/export-direct";
import { PREPARING } from "./runs/preparing";

const notPosed = () => noRig() ?? (useDocument.getState().pose ? null : "The clip is shown, not a pose.");

/** Shows the pose `by` further in the strip; from a pose that was not kept, the nearest end. */
function stepPose({ history }: Studio, by: 1 | -1): void {
  const state = useDocument.getState();
  const poses = posesInOrder(state);
  const { pose } = state;
  const at = pose && isRest(pose) ? 0 : pose ? poses.indexOf(pose) : -1;
  const next = at < 0 ? (by > 0 ? 0 : poses.length - 1) : (at + by + poses.length) % poses.length;
  history.run(setPose(poses[next]));
}

/** Of the poses that combine joints: the same rig always gets the same ones. */
const TEST_POSE_SEED = 1;

const notPainting = () =>
  noRig() ?? (useView.getState().paintMap ? null : "No strength map is being painted.");

const paintAction = (map: StrengthName): Action => ({
  id: `deform.paint-${map}`,
  label: `Paint ${STRENGTH_NAMES[map].toLowerCase()} strength`,
  icon: "brush",
  help: "0 keeps the bound weights there, 1 smooths fully.",
  menu: ["Rig", 5],
  refusal: noRig,
  checked: () => useView.getState().paintMap === map,
  perform: () => paint(useView.getState().paintMap === map ? null : map),
});

export const DEFORM_ACTIONS: Action[] = [
  {
    id: "deform.leave-painting",
    label: "Stop painting",
    icon: "x",
    keys: ["Esc"],
    refusal: notPainting,
    perform: () => paint(null),
  },
  {
    id: "deform.keep-pose",
    label: "Keep this pose",
    icon: "plus",
    keys: ["Shift+P"],
    help: "The pose, or the shown frame of the clip, becomes a test pose.",
    menu: ["Rig", 4],
    refusal: noRig,
    perform: ({ history }) => {
      const pose = poseToKeep();
      if (pose) history.run(keepPoses([pose]));
      usePanels.setState({ strip: "poses" });
    },
  },
  {
    id: "deform.test-poses",
    label: "Add test poses",
    icon: "pose",
    help: "Every joint bent and twisted to its range, as poses to look through and to bake over.",
    menu: ["Rig", 4],
    refusal: noRig,
    perform: ({ history }) => {
      const { rig, poses } = useDocument.getState();
      const there = new Set(poses.map((pose) => pose.name));
      const added = rig && testPoses(rig.bones, TEST_POSE_SEED).filter(({ name }) => !there.has(name));
      if (added && added.length > 0) history.run(keepPoses(added));
      usePanels.setState({ strip: "poses" });
    },
  },
  {
    id: "deform.delete-poses",
    label: "Delete all poses",
    icon: "trash",
    help: "The kept poses go; undo brings them back.",
    menu: ["Rig", 4],
    refusal: () => noRig() ?? (useDocument.getState().poses.length > 0 ? null : "No pose is kept."),
    perform: ({ history }) => history.run(deleteAllPoses()),
  },
  {
    id: "deform.reset-pose",
    label: "Reset pose",
    icon: "restart",
    keys: ["Alt+R"],
    help: "All bones go back to the rest pose.",
    menu: ["Rig", 4],
    refusal: () => {
      const { pose } = useDocument.getState();
      return noRig() ?? (pose && isRest(pose) ? "The rest pose is shown." : null);
    },
    perform: ({ history }) => {
      const { rig } = useDocument.getState();
      if (rig) history.run(setPose(restPose(rig.bones), "Reset pose"));
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
    label: "Play the clip",
    icon: "play",
    keys: ["Space"],
    refusal: notPosed,
    perform: (studio) => {
      showClip(studio.history);
      play();
    },
  },
  {
    id: "deform.timeline",
    label: "Timeline below the views",
    icon: "timeline",
    keys: ["T"],
    help: "Scrubs the clip instead of poses.",
    menu: ["View", 4],
    refusal: noRig,
    checked: () => usePanels.getState().strip === "timeline",
    perform: (studio) => {
      const next = usePanels.getState().strip === "timeline" ? "poses" : "timeline";
      usePanels.setState({ strip: next });
      if (next === "timeline") showClip(studio.history);
    },
  },
  {
    id: "deform.add-pane",
    label: "Add a view",
    icon: "plus",
    keys: ["Shift+A"],
    help: "Another deformer beside these, in the same pose.",
    menu: ["View", 7],
    refusal: () =>
      noRig() ??
      (useView.getState().panes.length < MOST_PANES ? null : `There are ${MOST_PANES} views, the most.`),
    perform: addPane,
  },
  {
    id: "deform.remove-pane",
    label: "Remove the view",
    icon: "x",
    keys: ["Shift+X"],
    menu: ["View", 7],
    refusal: () =>
      noRig() ?? (useView.getState().panes.length > 1 ? null : "There is one view only, and it stays."),
    perform: () => removePane(useView.getState().focusedPane),
  },
  ...(["lambda", "kappa", "alpha"] as const).map(paintAction),
  ...brushActions({
    prefix: "deform",
    name: "strength brush",
    get: () => useView.getState().mapBrushes.deform,
    set: (change) => setMapBrush("deform", change),
    refusal: notPainting,
  }),
  {
    id: "deform.bake",
    label: "Bake to weights…",
    icon: "bake",
    help: "Weights for linear blending that come as near to the deformer as they can.",
    menu: ["Rig", 6],
    refusal: noRig,
    perform: () => openDialog({ kind: "bake" }),
  },
  {
    id: "deform.download",
    label: "Export Direct Delta Mush",
    icon: "exp",
    help: "JSON and a binary, of the variant in the view that was touched last.",
    menu: ["Rig", 6],
    refusal: () =>
      noRig() ?? (usePrepared.getState().direct ? null : "Nothing is prepared. Show a direct form first."),
    perform: ({ client }) => downloadDirect(client, focusedPane().deformer),
  },
  {
    id: "deform.cancel",
    anywhere: true,
    label: "Cancel preparing",
    icon: "x",
    help: "The picture stays as it was before the last change.",
    refusal: () => (usePrepared.getState().progress ? null : "Nothing is being prepared."),
    perform: ({ get }) => get(PREPARING).cancel(),
  },
  {
    id: "deform.prepare",
    label: "Prepare again",
    icon: "again",
    help: "Makes the picture that fits the settings.",
    refusal: () => {
      const { progress, stale, direct } = usePrepared.getState();
      if (progress) return "It is being prepared.";
      return noRig() ?? (stale || !direct ? null : "It fits the settings.");
    },
    perform: ({ get }) => get(PREPARING).again(),
  },
];
