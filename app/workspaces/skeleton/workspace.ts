import { noSequence } from "../../actions/guards/guards";
import type { Stores } from "../../document/stores";
import { PoseTool } from "../../viewport/gizmo/pose-tool";
import { boneNameLabels } from "../../viewport/overlay/bone-names";
import type { WorkspaceFace } from "../face";
import { BONE_TOOL_ACTIONS } from "./actions/bone-tool-actions";
import { BONE_TREE_ACTIONS } from "./actions/bone-tree-actions";
import { EXTRACT_ACTIONS } from "./actions/extract-actions";
import { FIT_ACTIONS } from "./actions/fit-actions";
import { JOINT_ACTIONS } from "./actions/joint-actions";
import { POSE_ACTIONS } from "./actions/pose-actions";
import { BoneOutliner } from "./panels/bones/BoneOutliner";
import { SkeletonChrome } from "./panels/SkeletonChrome";
import { SkeletonInspector } from "./panels/SkeletonInspector";
import { useSkeletonHints } from "./pose-hints";
import { SkeletonTabs } from "./SkeletonTabs";
import { SKELETON_SETTINGS } from "./settings";
import { AlignTool } from "./tools/fit/align-tool";
import { GhostTool } from "./tools/fit/ghost-tool";
import { extrudeTool, moveJointTool } from "./tools/joints/joint-tool";
import { newLink } from "./tools/joints/new-link";
import { LimitMarks } from "./tools/pose/limit-marks";
import { ReachTool } from "./tools/pose/reach-tool";

/** Refuses still meshes, which get their skeleton in the Paint workspace. */
const nothingMoves = (stores: Stores) => {
  const { sequence, rig } = stores.document.getState();
  return sequence?.frameCount === 1 && !rig
    ? "The mesh has no animation to extract a skeleton from. Draw one in the Paint workspace."
    : null;
};

/** The skeleton of a rig: its tree of bones and their joints. */
export const SKELETON: WorkspaceFace = {
  id: "skeleton",
  label: "Skeleton",
  icon: "bone",
  about: "Extract, fit and edit the skeleton of a rig.",
  refusal: (stores) => noSequence(stores) ?? nothingMoves(stores),
  settings: SKELETON_SETTINGS,
  actions: [
    ...EXTRACT_ACTIONS,
    ...FIT_ACTIONS,
    ...BONE_TREE_ACTIONS,
    ...BONE_TOOL_ACTIONS,
    ...JOINT_ACTIONS,
    ...POSE_ACTIONS,
  ],
  tools: [
    (context) => new AlignTool(context),
    (context) => new PoseTool(context, "skeleton"),
    (context) => new ReachTool(context),
    (context) => new LimitMarks(context),
    (context) => new GhostTool(context),
    moveJointTool,
    extrudeTool,
    newLink,
    boneNameLabels,
  ],
  Inspector: SkeletonInspector,
  Outliner: BoneOutliner,
  Chrome: SkeletonChrome,
  Tabs: SkeletonTabs,
  useKeyHints: useSkeletonHints,
};
