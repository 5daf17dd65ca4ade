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
import type { SegmentPick } from "../../../document/view-state";
import { nonePicked, picked } from "./skeleton-guards";

/** An edit of the selected segment, as one step. */
const edits = (
  id: string,
  label: string,
  icon: IconName,
  keys: Action["keys"],
  help: string,
  edit: (at: number) => SkeletonEdit,
  after?: (at: number, edit: SkeletonEdit) => SegmentPick | null,
  refusal: () => string | null = () => null,
): Action => ({
  id: `skeleton.${id}`,
  tool: "skeleton",
  label,
  icon,
  ...(keys && { keys }),
  help,
  refusal: () => nonePicked() ?? refusal(),
  perform: ({ history }) => {
    const at = picked().segment;
    const { name } = skeletonNow().segments[at];
    const made = edit(at);
    const words = `${label.split(" ")[0]} ${name}`;
    runEdit((command) => history.run(command), words, icon, made, after?.(at, made));
  },
});

const isRoot = () =>
  skeletonNow().segments[picked().segment].parent < 0 ? "It is a root: nothing is above it." : null;

/** The parent of a segment that is gone, at its new place. */
const parentAfter = (at: number, { origin }: SkeletonEdit): SegmentPick | null => {
  const parent = origin.indexOf(skeletonNow().segments[at].parent);
  return parent < 0 ? null : { segment: parent, end: null };
};

/** Edits of the bone that is selected. */
export const SEGMENT_ACTIONS: Action[] = [
  edits(
    "split",
    "Split in two",
    "cut",
    ["S"],
    "Cuts the selected bone in the middle; its inspector splits in more.",
    (at) => splitSegment(skeletonNow(), at, 2),
    (at) => ({ segment: at, end: null }),
  ),
  edits(
    "dissolve",
    "Dissolve into its parent",
    "merge",
    ["D"],
    "The joint between the selected bone and its parent goes; the parent reaches to the bone's end.",
    (at) => dissolveSegment(skeletonNow(), at),
    parentAfter,
    isRoot,
  ),
  edits(
    "connect",
    "Connect to its parent",
    "branch",
    undefined,
    "The selected bone begins where its parent ends.",
    (at) => connectSegment(skeletonNow(), at),
    undefined,
    isRoot,
  ),
  edits(
    "disconnect",
    "Disconnect from its parent",
    "unlink",
    undefined,
    "The selected bone becomes the root of a tree of its own, with all that hangs on it.",
    (at) => reparent(skeletonNow(), at, -1),
    undefined,
    isRoot,
  ),
  edits(
    "delete",
    "Delete the bone",
    "trash",
    ["Delete"],
    "What hangs on it hangs on its parent.",
    (at) => deleteSegments(skeletonNow(), [at]),
    parentAfter,
  ),
  edits(
    "delete-branch",
    "Delete the branch",
    "trash",
    ["Shift+Delete"],
    "The selected bone and all that hangs on it.",
    (at) => deleteBranch(skeletonNow(), at),
    parentAfter,
  ),
];
