import {
  connectSegment,
  dissolveSegment,
  EMPTY_SKELETON,
  splitSegment,
} from "../../workers/model/skeleton-edit";
import { mirrorSegments } from "../../workers/model/skeleton-mirror";
import { skeletonOfRig } from "../../workers/model/skeleton-of-rig";
import {
  branchOf,
  deleteBranch,
  deleteSegments,
  reparent,
  type SkeletonEdit,
} from "../../workers/model/skeleton-order";
import { useDocument } from "../document/document";
import {
  fitIntoMesh,
  pickNow,
  pickSegment,
  replaceSkeleton,
  runEdit,
  skeletonNow,
} from "../document/skeleton/skeleton-commands";
import { mirrorPlane } from "../document/skeleton/skeleton-drawing";
import { type PaintState, type SegmentPick, useView } from "../document/view-state";
import type { Studio } from "../shell/studio";
import type { IconName } from "../ui/icon-names";
import type { Action } from "./action";
import { noSequence } from "./file-actions";

const isDrawing = () =>
  useView.getState().workspace === "paint" && useView.getState().paint.tool === "skeleton";
const notHere = () =>
  noSequence() ??
  (isDrawing() ? null : "This is for drawing skeletons: choose Skeleton in the Paint workspace.");
const noSkeleton = () =>
  noSequence() ??
  (useDocument.getState().skeleton ? null : "There is no skeleton. Draw one, or drop a file with one.");
const nonePicked = () =>
  notHere() ?? (pickNow() ? null : "No bone of the skeleton is selected. Click one in the viewport.");

const picked = (): SegmentPick => pickNow() ?? { segment: 0, end: null };
const setPaint = (change: Partial<PaintState>) =>
  useView.setState(({ paint }) => ({ paint: { ...paint, ...change } }));

/** An edit of the selected segment, as one step. */
const edits = (
  id: string,
  label: string,
  icon: IconName,
  keys: string[],
  help: string,
  edit: (at: number) => SkeletonEdit,
  after?: (at: number, edit: SkeletonEdit) => SegmentPick | null,
  refusal: () => string | null = () => null,
): Action => ({
  id: `skeleton.${id}`,
  label,
  icon,
  keys,
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

function mirror({ history }: Studio): void {
  const { sequence } = useDocument.getState();
  const skeleton = skeletonNow();
  const pick = pickNow();
  if (!sequence) return;
  const chosen = pick ? branchOf(skeleton, pick.segment) : [...skeleton.segments.keys()];
  const words = pick ? `Mirror ${skeleton.segments[pick.segment].name}` : "Mirror the skeleton";
  const edit = mirrorSegments(skeleton, chosen, mirrorPlane(sequence));
  runEdit((command) => history.run(command), words, "mirror", edit);
}

export const SKELETON_ACTIONS: Action[] = [
  {
    id: "skeleton.draw",
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
    label: "End the chain",
    icon: "check",
    keys: ["Enter", "Esc"],
    help: "The next click begins another tree, or draws on from a joint that is clicked first.",
    refusal: () =>
      notHere() ?? (useView.getState().firstJoint || pickNow()?.end ? null : "No chain is being drawn."),
    perform: () => {
      if (useView.getState().firstJoint) useView.setState({ firstJoint: null });
      else pickSegment({ segment: picked().segment, end: null });
    },
  },
  {
    id: "skeleton.deselect",
    label: "Select no bone of the skeleton",
    icon: "cursor",
    keys: ["Esc"],
    refusal: nonePicked,
    perform: () => pickSegment(null),
  },
  {
    id: "skeleton.extrude",
    label: "Extrude",
    icon: "bone",
    keys: ["E"],
    help: "The next click draws a bone from the end of the selected one.",
    refusal: nonePicked,
    perform: () => pickSegment({ segment: picked().segment, end: picked().end ?? "tail" }),
  },
  edits(
    "split",
    "Split in two",
    "split",
    ["S"],
    "Cuts the selected bone in the middle; its inspector splits in more.",
    (at) => splitSegment(skeletonNow(), at, 2),
    (at) => ({ segment: at, end: null }),
  ),
  edits(
    "dissolve",
    "Dissolve into its parent",
    "link",
    ["D"],
    "The joint between the selected bone and its parent goes; the parent reaches to the bone's end.",
    (at) => dissolveSegment(skeletonNow(), at),
    parentAfter,
    isRoot,
  ),
  edits(
    "connect",
    "Connect to its parent",
    "pin",
    [],
    "The selected bone begins where its parent ends.",
    (at) => connectSegment(skeletonNow(), at),
    undefined,
    isRoot,
  ),
  edits(
    "disconnect",
    "Disconnect from its parent",
    "unlock",
    [],
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
    "layers",
    ["Shift+Delete"],
    "The selected bone and all that hangs on it.",
    (at) => deleteBranch(skeletonNow(), at),
    parentAfter,
  ),
  {
    id: "skeleton.mirror",
    label: "Mirror bones across X",
    icon: "mirror",
    keys: ["M"],
    help: "The selected bone with all that hangs on it, or the whole skeleton: the other side is made, or replaced.",
    menu: ["Rig", 7],
    refusal: () => notHere() ?? noSkeleton(),
    perform: mirror,
  },
  {
    id: "skeleton.both-sides",
    label: "Draw on both sides",
    icon: "mirror",
    keys: ["X"],
    help: "What is drawn and moved on one side is on the other too.",
    refusal: notHere,
    checked: () => useView.getState().paint.mirrorX,
    perform: () => setPaint({ mirrorX: !useView.getState().paint.mirrorX }),
  },
  {
    id: "skeleton.snap",
    label: "Snap joints to the middle",
    icon: "target",
    help: "Joints go to the middle of the limb under the pointer; Ctrl does the other thing while it is held.",
    refusal: notHere,
    checked: () => useView.getState().snapJoints,
    perform: () => useView.setState(({ snapJoints }) => ({ snapJoints: !snapJoints })),
  },
  {
    id: "skeleton.new",
    label: "New skeleton",
    icon: "plus",
    help: "Begins with no bone; undo brings the old one back.",
    menu: ["Rig", 8],
    refusal: noSequence,
    perform: (studio) => {
      studio.perform("skeleton.draw");
      if (useDocument.getState().skeleton) {
        studio.history.run(replaceSkeleton("New skeleton", "joint", EMPTY_SKELETON));
      }
      pickSegment(null);
    },
  },
  {
    id: "skeleton.of-rig",
    label: "Skeleton from this rig",
    icon: "bone",
    help: "Bones where the rig has them, to edit and to find new weights for.",
    menu: ["Rig", 8],
    refusal: () =>
      noSequence() ?? (useDocument.getState().rig ? null : "There is no rig yet. Solve first, or open one."),
    perform: (studio) => {
      const { rig, skeletonClips } = useDocument.getState();
      if (!rig) return;
      const made = skeletonOfRig(rig);
      studio.history.run(replaceSkeleton("Skeleton from the rig", "bone", made, skeletonClips));
      pickSegment(null);
      studio.perform("skeleton.draw");
    },
  },
  {
    id: "skeleton.fit",
    label: "Fit the skeleton into the mesh",
    icon: "target",
    help: "Moves it to the middle of the mesh's box, and scales it where it is of another size.",
    menu: ["Rig", 8],
    refusal: noSkeleton,
    perform: ({ history }) => {
      const fit = fitIntoMesh(useDocument.getState());
      if (fit) history.run(fit);
    },
  },
  {
    id: "skeleton.clear",
    label: "Clear the skeleton",
    icon: "trash",
    help: "All its bones go; undo brings them back.",
    menu: ["Rig", 8],
    refusal: noSkeleton,
    perform: ({ history }) => {
      history.run(replaceSkeleton("Clear the skeleton", "trash", null));
      pickSegment(null);
    },
  },
];
