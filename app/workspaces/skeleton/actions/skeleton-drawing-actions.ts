import type { Action } from "../../../actions/action";
import { noSequence } from "../../../actions/guards/guards";
import { setPaint } from "../../../document/paint-settings";
import { pickNow, pickSegment } from "../../../document/skeleton/skeleton-commands";
import { isDrawing, nonePicked, picked } from "./skeleton-guards";

/** Actions that draw chains, change the selection, and set how joints behave. */
export const SKELETON_DRAWING_ACTIONS: Action[] = [
  {
    id: "skeleton.draw",
    anywhere: true,
    label: "Draw skeleton",
    icon: "joint",
    help: "Click inside the mesh to place joints. Each goes to the middle of the limb under the pointer.",
    menu: ["Rig", 7],
    refusal: noSequence,
    checked: isDrawing,
    perform: (studio) => {
      setPaint(studio, { tool: "skeleton" });
      studio.view.setState({ workspace: "paint", firstJoint: null });
    },
  },
  {
    id: "skeleton.end-chain",
    tool: "skeleton",
    label: "End chain",
    icon: "check",
    keys: ["Enter", "Esc"],
    help: "The next click starts another tree, or continues from the clicked joint.",
    refusal: (stores) =>
      noSequence(stores) ??
      (stores.view.getState().firstJoint || pickNow(stores)?.end ? null : "No chain is being drawn."),
    perform: (studio) => {
      if (studio.view.getState().firstJoint) studio.view.setState({ firstJoint: null });
      else pickSegment(studio, { segment: picked(studio).segment, end: null });
    },
  },
  {
    id: "skeleton.deselect",
    tool: "skeleton",
    label: "Deselect skeleton bones",
    icon: "cursor",
    keys: ["Esc"],
    refusal: nonePicked,
    perform: (studio) => pickSegment(studio, null),
  },
  {
    id: "skeleton.extrude",
    tool: "skeleton",
    label: "Extrude",
    icon: "extrude",
    keys: ["E"],
    help: "The next click draws a bone from the end of the selected one.",
    refusal: nonePicked,
    perform: (studio) =>
      pickSegment(studio, { segment: picked(studio).segment, end: picked(studio).end ?? "tail" }),
  },
  {
    id: "skeleton.both-sides",
    tool: "skeleton",
    label: "Draw on both sides",
    icon: "sym",
    keys: ["X"],
    help: "Draws and moves joints on both sides.",
    refusal: noSequence,
    checked: ({ view }) => view.getState().paint.mirrorX,
    perform: (studio) => setPaint(studio, { mirrorX: !studio.view.getState().paint.mirrorX }),
  },
  {
    id: "skeleton.snap",
    tool: "skeleton",
    label: "Snap joints to the middle",
    icon: "target",
    help: "Places joints in the middle of the limb under the pointer. Hold Ctrl for the opposite.",
    refusal: noSequence,
    checked: ({ view }) => view.getState().snapJoints,
    perform: ({ view }) => view.setState(({ snapJoints }) => ({ snapJoints: !snapJoints })),
  },
];
