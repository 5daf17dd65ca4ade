import type { Skeleton } from "../../../../workers/model/skeleton/skeleton";
import {
  connectSegment,
  dissolveSegment,
  splitSegment,
} from "../../../../workers/model/skeleton/skeleton-edit";
import {
  deleteBranch,
  deleteSegments,
  reparent,
  type SkeletonEdit,
} from "../../../../workers/model/skeleton/skeleton-order";
import type { Action } from "../../../actions/action";
import type { IconName } from "../../../common/icon-names";
import { runEdit, skeletonNow } from "../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../document/stores";
import type { SegmentPick } from "../../../document/view-state";
import { nonePicked, picked } from "./skeleton-guards";

/** An action that edits the selected segment as one step. */
const edits = (
  id: string,
  label: string,
  icon: IconName,
  keys: Action["keys"],
  help: string,
  edit: (skeleton: Skeleton, at: number) => SkeletonEdit,
  after?: (skeleton: Skeleton, at: number, edit: SkeletonEdit) => SegmentPick | null,
  refusal: (stores: Stores) => string | null = () => null,
): Action => ({
  id: `skeleton.${id}`,
  tool: "skeleton",
  label,
  icon,
  ...(keys && { keys }),
  help,
  refusal: (stores) => nonePicked(stores) ?? refusal(stores),
  perform: (studio) => {
    const at = picked(studio).segment;
    const skeleton = skeletonNow(studio);
    const made = edit(skeleton, at);
    const words = `${label.split(" ")[0]} ${skeleton.segments[at].name}`;
    runEdit(studio, (command) => studio.history.run(command), words, icon, made, after?.(skeleton, at, made));
  },
});

const isRoot = (stores: Stores) =>
  skeletonNow(stores).segments[picked(stores).segment].parent < 0
    ? "This bone is a root and has no parent."
    : null;

/** Selects the parent of a deleted segment, at its new index. */
const parentAfter = (skeleton: Skeleton, at: number, { origin }: SkeletonEdit): SegmentPick | null => {
  const parent = origin.indexOf(skeleton.segments[at].parent);
  return parent < 0 ? null : { segment: parent, end: null };
};

export const SEGMENT_ACTIONS: Action[] = [
  edits(
    "split",
    "Split in two",
    "cut",
    ["S"],
    "Cuts the selected bone in the middle. The inspector splits it into more parts.",
    (skeleton, at) => splitSegment(skeleton, at, 2),
    (_, at) => ({ segment: at, end: null }),
  ),
  edits(
    "dissolve",
    "Dissolve into parent",
    "merge",
    ["D"],
    "Removes the joint between the selected bone and its parent. The parent then reaches to the bone's tail.",
    dissolveSegment,
    parentAfter,
    isRoot,
  ),
  edits(
    "connect",
    "Connect to parent",
    "branch",
    undefined,
    "Moves the head of the selected bone to its parent's tail.",
    connectSegment,
    undefined,
    isRoot,
  ),
  edits(
    "disconnect",
    "Disconnect from parent",
    "unlink",
    undefined,
    "Makes the selected bone the root of its branch.",
    (skeleton, at) => reparent(skeleton, at, -1),
    undefined,
    isRoot,
  ),
  edits(
    "delete",
    "Delete bone",
    "trash",
    ["Delete"],
    "Its children move to its parent.",
    (skeleton, at) => deleteSegments(skeleton, [at]),
    parentAfter,
  ),
  edits(
    "delete-branch",
    "Delete branch",
    "trash",
    ["Shift+Delete"],
    "Deletes the selected bone and all its children.",
    deleteBranch,
    parentAfter,
  ),
];
