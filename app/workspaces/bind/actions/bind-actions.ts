import { anyMoves } from "../../../../workers/model/rig/motion-by-names";
import { skeletonOfRig } from "../../../../workers/model/skeleton/skeleton-of-rig";
import type { Action } from "../../../actions/action";
import { noSequence } from "../../../actions/guards/guards";
import { notSettled, noWeights } from "../../../actions/guards/weight-guards";
import type { Studio } from "../../../actions/studio";
import { exemplarCount, suspicious } from "../../../document/binding/binding-state";
import { segmentsOfBones } from "../../../document/binding/segment-weights";
import { selectNextSuspicious } from "../../../document/binding/select-held";
import { resetWeighting, setWeighting } from "../../../document/binding/weight-edit-commands";
import { released, steeringCleared, steersNothing } from "../../../document/binding/weight-edit-strokes";
import { setPaint } from "../../../document/paint-settings";
import { replaceSkeleton } from "../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../document/stores";
import { BINDING } from "../runs/binding";
import { MEASURED, MEASURING } from "../runs/strain/strain-measuring";

/** Why the mesh cannot be bound now. */
function nothingToBind(stores: Stores): string | null {
  const { sequence, skeleton, weighting, rig } = stores.document.getState();
  const missing = noSequence(stores);
  if (missing || !sequence) return missing;
  if (!skeleton || skeleton.segments.length === 0) {
    return "There is no skeleton yet. Draw one in the Paint workspace, or drop a file that has one.";
  }
  const names = rig?.bones.map(({ name }) => name) ?? [];
  if (sequence.frameCount > 1 && !anyMoves(skeleton.segments, names)) {
    return rig
      ? "This mesh is animated, and its rig shares no bone name with the skeleton. Make the skeleton from the rig."
      : "This mesh is animated and has no rig to take the motion of bones from. Solve it first.";
  }
  if (weighting.method === "biharmonic" && !sequence.tets) {
    return "Bounded biharmonic weights need a tetrahedral mesh. Open a .mesh file or choose another method.";
  }
  return null;
}

const run = (stores: Stores) => stores.binding.getState().run;
const goesOn = (stores: Stores) => {
  const state = run(stores)?.state;
  return state !== undefined && state !== "ended";
};
const nothingRuns = (stores: Stores) => (goesOn(stores) ? null : "No weights are being found.");
const neverBound = (stores: Stores) => (run(stores) ? null : "The mesh is not bound yet.");
const noExemplars = (stores: Stores) =>
  noSequence(stores) ??
  (exemplarCount(stores.binding.getState()) > 0
    ? null
    : "There are no sample poses yet. Bind the mesh first.");
const noneSuspicious = (stores: Stores) =>
  noSequence(stores) ??
  (suspicious(stores.binding.getState().held).length > 0 ? null : "No attachment is suspicious.");

/** Why the rig's bones cannot be matched to the skeleton's segments, or null. */
function otherBones(stores: Stores): string | null {
  const { skeleton, rig } = stores.document.getState();
  if (!skeleton || !rig || segmentsOfBones(skeleton, rig)) return null;
  return "The rig and the skeleton have different bones. Bind the mesh first.";
}

/** Makes a skeleton from the rig's bones if there is none, as an undo step. */
function ensureSkeleton(studio: Studio): void {
  const { skeleton, rig, skeletonClips } = studio.document.getState();
  if (skeleton || !rig) return;
  studio.history.run(
    replaceSkeleton(studio, "Skeleton from the rig", "helper", skeletonOfRig(rig), skeletonClips),
  );
}

/** Steps by `by` exemplars. If none is shown, shows the first or the last one. */
function flip(stores: Stores, by: number): void {
  const count = exemplarCount(stores.binding.getState());
  const { exemplar } = stores.view.getState().paint;
  const next = exemplar === null ? (by > 0 ? 0 : count - 1) : (exemplar + by + count) % count;
  setPaint(stores, { exemplar: next, rest: false });
}

export const BIND_ACTIONS: Action[] = [
  {
    id: "bind.leave-exemplar",
    label: "Hide sample pose",
    icon: "x",
    keys: ["Esc"],
    refusal: (stores) =>
      noSequence(stores) ??
      (stores.view.getState().paint.exemplar === null ? "No sample pose is shown." : null),
    perform: (studio) => setPaint(studio, { exemplar: null }),
  },
  {
    id: "bind.start",
    anywhere: true,
    label: "Bind",
    words: "skin skinning rigid automatic weights",
    icon: "link",
    help: "Finds weights from scratch and respects everything that you painted.",
    menu: ["Rig", 5],
    refusal: nothingToBind,
    perform: ({ get }) => get(BINDING).bind(),
  },
  {
    id: "bind.optimise",
    label: "Optimise current weights",
    icon: "again",
    help: "Continues from the rig's weights, as rigidly as possible. Painted and locked weights stay.",
    menu: ["Rig", 5],
    refusal: (stores) => noWeights(stores) ?? notSettled(stores) ?? otherBones(stores),
    perform: (studio) => {
      ensureSkeleton(studio);
      if (studio.document.getState().weighting.method !== "arap")
        studio.history.run(setWeighting(studio, { method: "arap" }));
      studio.get(BINDING).optimise();
    },
  },
  {
    id: "bind.measure",
    label: "Measure weights",
    icon: "measure",
    help: "Measures the current weights in poses that they were not fitted to. Changes nothing.",
    menu: ["Rig", 5],
    refusal: (stores) =>
      noWeights(stores) ??
      notSettled(stores) ??
      otherBones(stores) ??
      (stores.of(MEASURED).getState().progress ? "The weights are being measured." : null),
    perform: (studio) => {
      ensureSkeleton(studio);
      studio.get(MEASURING).start();
    },
  },
  {
    id: "bind.stop-measuring",
    label: "Stop measuring weights",
    icon: "x",
    refusal: (stores) => (stores.of(MEASURED).getState().progress ? null : "Nothing is being measured."),
    perform: ({ get }) => get(MEASURING).cancel(),
  },
  {
    id: "bind.reset",
    label: "Reset weight settings",
    icon: "restart",
    help: "Resets every setting except the method.",
    menu: ["Rig", 5],
    refusal: noSequence,
    perform: (studio) => studio.history.run(resetWeighting(studio)),
  },
  {
    id: "bind.pause",
    anywhere: true,
    label: "Pause weight optimisation",
    icon: "pause",
    help: "Pauses the optimisation. Each stroke still runs one iteration.",
    menu: ["Rig", 5],
    refusal: (stores) =>
      neverBound(stores) ??
      (run(stores)?.state === "converged" ? "It has converged. It continues with your next edit." : null),
    checked: (stores) => run(stores)?.state === "paused" || run(stores)?.state === "ended",
    perform: ({ get }) => get(BINDING).togglePause(),
  },
  {
    id: "bind.step",
    anywhere: true,
    label: "Single iteration",
    icon: "next",
    menu: ["Rig", 5],
    refusal: (stores) =>
      neverBound(stores) ??
      (run(stores)?.state === "converged" ? "It has converged: another iteration changes nothing." : null),
    perform: ({ get }) => get(BINDING).step(),
  },
  {
    id: "bind.keep",
    anywhere: true,
    label: "Keep current weights",
    icon: "check",
    help: "Ends the optimisation, keeps the current weights and measures them.",
    menu: ["Rig", 5],
    refusal: nothingRuns,
    perform: ({ get }) => get(BINDING).keep(),
  },
  {
    id: "bind.cancel",
    anywhere: true,
    label: "Stop finding weights",
    icon: "x",
    help: "Restores the previous weights.",
    menu: ["Rig", 5],
    refusal: nothingRuns,
    perform: (studio) => {
      // While the run starts, there are no weights to lose.
      if (run(studio)?.state !== "starting") studio.work.setState({ asking: "binding" });
      else studio.get(BINDING).cancel();
    },
  },
  {
    id: "bind.beside",
    label: "Compare with first weights",
    icon: "split",
    help: "Shows the current weights and those that they started from in two views with one camera.",
    menu: ["View", 4],
    refusal: (stores) =>
      noSequence(stores) ??
      (stores.binding.getState().heat ? null : "There are no other weights yet. Bind the mesh first."),
    checked: ({ view }) => view.getState().paint.beside !== null,
    perform: (studio) => setPaint(studio, { beside: studio.view.getState().paint.beside ? null : "heat" }),
  },
  {
    id: "bind.next-exemplar",
    label: "Next sample pose",
    icon: "next",
    keys: ["."],
    refusal: noExemplars,
    perform: (studio) => flip(studio, 1),
  },
  {
    id: "bind.previous-exemplar",
    label: "Previous sample pose",
    icon: "prev",
    keys: [","],
    refusal: noExemplars,
    perform: (studio) => flip(studio, -1),
  },
  {
    id: "bind.next-suspicious",
    label: "Next suspicious attachment",
    icon: "warn",
    help: "Selects the attachment and its bone, and frames the vertices that the bone moves.",
    menu: ["Rig", 5],
    refusal: noneSuspicious,
    perform: (studio) => {
      selectNextSuspicious(studio);
      studio.viewport.current?.frameSelection();
    },
  },
  {
    id: "bind.remove-suspicious",
    label: "Remove suspicious attachments",
    icon: "trash",
    help: "Removes attachments around which the mesh is strained much more than elsewhere, and computes their weights again.",
    menu: ["Rig", 5],
    refusal: noneSuspicious,
    perform: ({ get, document, binding }) => {
      const gone = suspicious(binding.getState().held);
      const label =
        gone.length === 1 ? "Remove a suspicious attachment" : `Remove ${gone.length} suspicious attachments`;
      get(BINDING).edit(label, "trash", released(document.getState().weightEdits, gone));
    },
  },
  {
    id: "bind.clear",
    label: "Clear weight constraints",
    icon: "trash",
    help: "Clears your holds, influences, links, attachments, barriers and sample poses. Painted and locked weights stay.",
    menu: ["Rig", 5],
    refusal: (stores) =>
      noSequence(stores) ??
      (steersNothing(stores.document.getState().weightEdits) ? "There are no weight constraints." : null),
    perform: ({ get, document }) =>
      get(BINDING).edit(
        "Clear weight constraints",
        "erase",
        steeringCleared(document.getState().weightEdits),
      ),
  },
];
