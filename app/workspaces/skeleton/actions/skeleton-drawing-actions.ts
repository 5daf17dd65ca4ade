import type { Action } from "../../../actions/action";
import { noSequence } from "../../../actions/guards";
import { setPaint } from "../../../document/paint-settings";
import { pickNow, pickSegment } from "../../../document/skeleton/skeleton-commands";
import { useView } from "../../../document/view-state";
import { isDrawing, nonePicked, picked } from "./skeleton-guards";

/** How the hand draws: chains, what is selected, what joints do. */
export const SKELETON_DRAWING_ACTIONS: Action[] = [
  {
    id: "skeleton.draw",
    anywhere: true,
    label: "Draw a skeleton",
    icon: "joint",
    help: "Click joints inside the mesh: each lies in the middle of what is under the pointer.",
    menu: ["Rig", 7],
    refusal: noSequence,
    checked: isDrawing,
    perform: () => {
      setPaint({ tool: "skeleton" });
      useView.setState({ workspace: "paint", firstJoint: null });
    },
  },
  {
    id: "skeleton.end-chain",
    tool: "skeleton",
    label: "End the chain",
    icon: "check",
    keys: ["Enter", "Esc"],
    help: "The next click begins another tree, or draws on from a joint that is clicked first.",
    refusal: () =>
      noSequence() ?? (useView.getState().firstJoint || pickNow()?.end ? null : "No chain is being drawn."),
    perform: () => {
      if (useView.getState().firstJoint) useView.setState({ firstJoint: null });
      else pickSegment({ segment: picked().segment, end: null });
    },
  },
  {
    id: "skeleton.deselect",
    tool: "skeleton",
    label: "Select no bone of the skeleton",
    icon: "cursor",
    keys: ["Esc"],
    refusal: nonePicked,
    perform: () => pickSegment(null),
  },
  {
    id: "skeleton.extrude",
    tool: "skeleton",
    label: "Extrude",
    icon: "extrude",
    keys: ["E"],
    help: "The next click draws a bone from the end of the selected one.",
    refusal: nonePicked,
    perform: () => pickSegment({ segment: picked().segment, end: picked().end ?? "tail" }),
  },
  {
    id: "skeleton.both-sides",
    tool: "skeleton",
    label: "Draw on both sides",
    icon: "sym",
    keys: ["X"],
    help: "What is drawn and moved on one side is on the other too.",
    refusal: noSequence,
    checked: () => useView.getState().paint.mirrorX,
    perform: () => setPaint({ mirrorX: !useView.getState().paint.mirrorX }),
  },
  {
    id: "skeleton.snap",
    tool: "skeleton",
    label: "Snap joints to the middle",
    icon: "target",
    help: "Joints go to the middle of the limb under the pointer; Ctrl does the other thing while it is held.",
    refusal: noSequence,
    checked: () => useView.getState().snapJoints,
    perform: () => useView.setState(({ snapJoints }) => ({ snapJoints: !snapJoints })),
  },
];
