import type { Skeleton } from "../../../../workers/model/skeleton/skeleton";
import { EMPTY_SKELETON } from "../../../../workers/model/skeleton/skeleton-edit";
import { mirrorSegments } from "../../../../workers/model/skeleton/skeleton-mirror";
import { skeletonOfRig } from "../../../../workers/model/skeleton/skeleton-of-rig";
import { branchOf } from "../../../../workers/model/tree-of-parents";
import type { Action } from "../../../actions/action";
import { noSequence } from "../../../actions/guards/guards";
import type { Studio } from "../../../actions/studio";
import { plural } from "../../../common/format";
import { toast } from "../../../document/session/toasts";
import {
  fitIntoMesh,
  pickNow,
  pickSegment,
  replaceSkeleton,
  runEdit,
  skeletonNow,
} from "../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../document/stores";
import { mirrorPlane } from "../skeleton-drawing";
import { noSkeleton } from "./skeleton-guards";

function mirror(studio: Studio): void {
  const { sequence } = studio.document.getState();
  const skeleton = skeletonNow(studio);
  const pick = pickNow(studio);
  if (!sequence) return;
  const chosen = pick ? branchOf(skeleton.segments, pick.segment) : [...skeleton.segments.keys()];
  const words = pick ? `Mirror ${skeleton.segments[pick.segment].name}` : "Mirror skeleton";
  const edit = mirrorSegments(skeleton, chosen, mirrorPlane(sequence));
  runEdit(studio, (command) => studio.history.run(command), words, "mirror", edit);
}

/** Tells the artist which bones became virtual because they move nothing in their rig. */
function sayIdle(stores: Stores, { segments }: Skeleton): void {
  const [first, ...more] = segments.filter(({ kind }) => kind === "virtual");
  if (!first) return;
  const until = "until you choose another kind.";
  if (more.length === 0) {
    toast(
      stores,
      `${first.name} moves nothing in this rig`,
      `It is virtual: no weights are found for it ${until}`,
    );
  } else {
    const title = `${plural(1 + more.length, "bone")} move nothing in this rig`;
    toast(stores, title, `They are virtual: no weights are found for them ${until}`);
  }
}

/** Actions on the whole skeleton. */
export const SKELETON_ACTIONS: Action[] = [
  {
    id: "skeleton.mirror",
    tool: "skeleton",
    label: "Mirror bones across X",
    icon: "mirror",
    keys: ["M"],
    help: "Mirrors the selected bone with its children, or the whole skeleton. Bones on the other side are replaced.",
    menu: ["Rig", 7],
    refusal: (stores) => noSequence(stores) ?? noSkeleton(stores),
    perform: mirror,
  },
  {
    id: "skeleton.new",
    anywhere: true,
    label: "New skeleton",
    icon: "plus",
    help: "Starts an empty skeleton. Undo restores the old one.",
    menu: ["Rig", 8],
    refusal: noSequence,
    perform: (studio) => {
      studio.perform("skeleton.draw");
      if (studio.document.getState().skeleton) {
        studio.history.run(replaceSkeleton(studio, "New skeleton", "joint", EMPTY_SKELETON));
      }
      pickSegment(studio, null);
    },
  },
  {
    id: "skeleton.of-rig",
    anywhere: true,
    label: "Skeleton from this rig",
    icon: "helper",
    help: "Makes a skeleton from the rig's bones, to edit and to bind again.",
    menu: ["Rig", 8],
    refusal: (stores) =>
      noSequence(stores) ??
      (stores.document.getState().rig ? null : "There is no rig yet. Solve first, or open one."),
    perform: (studio) => {
      const { rig, skeletonClips } = studio.document.getState();
      if (!rig) return;
      const made = skeletonOfRig(rig);
      studio.history.run(replaceSkeleton(studio, "Skeleton from the rig", "helper", made, skeletonClips));
      pickSegment(studio, null);
      studio.perform("skeleton.draw");
      sayIdle(studio, made);
    },
  },
  {
    id: "skeleton.fit",
    anywhere: true,
    label: "Fit skeleton into mesh",
    icon: "align",
    help: "Moves the skeleton to the middle of the mesh's bounding box, and scales it if its size differs.",
    menu: ["Rig", 8],
    refusal: noSkeleton,
    perform: (studio) => {
      const fit = fitIntoMesh(studio, studio.document.getState());
      if (fit) studio.history.run(fit);
    },
  },
  {
    id: "skeleton.clear",
    anywhere: true,
    label: "Clear skeleton",
    icon: "trash",
    help: "Deletes all bones. Undo restores them.",
    menu: ["Rig", 8],
    refusal: noSkeleton,
    perform: (studio) => {
      studio.history.run(replaceSkeleton(studio, "Clear skeleton", "trash", null));
      pickSegment(studio, null);
    },
  },
];
