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
      ? "This mesh moves, and no bone of the skeleton has a name of its rig's bones. Make the skeleton from the rig."
      : "This mesh moves, and has no rig whose motion bones could go on with. Solve finds one.";
  }
  if (weighting.method === "biharmonic" && !sequence.tets) {
    return "Bounded biharmonic weights need a solid of tetrahedra: open a .mesh file, or take another method.";
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
  (exemplarCount(stores.binding.getState()) > 0 ? null : "There are no exemplars yet. Bind the mesh first.");
const noneSuspicious = (stores: Stores) =>
  noSequence(stores) ??
  (suspicious(stores.binding.getState().held).length > 0 ? null : "No attachment is suspicious.");

/** Why the rig's bones cannot be matched to the skeleton's segments, or null. */
function otherBones(stores: Stores): string | null {
  const { skeleton, rig } = stores.document.getState();
  if (!skeleton || !rig || segmentsOfBones(skeleton, rig)) return null;
  return "The rig's bones are not those of the skeleton. Bind the mesh to it first.";
}

/** Makes a skeleton from the rig's bones if there is none, as an undo step. */
function ensureSkeleton(studio: Studio): void {
  const { skeleton, rig, skeletonClips } = studio.document.getState();
  if (skeleton || !rig) return;
  studio.history.run(
    replaceSkeleton(studio, "Skeleton from the rig", "helper", skeletonOfRig(rig), skeletonClips),
  );
}

/** Shows the exemplar `by` places further on. If none is shown, the first or the last one. */
function flip(stores: Stores, by: number): void {
  const count = exemplarCount(stores.binding.getState());
  const { exemplar } = stores.view.getState().paint;
  const next = exemplar === null ? (by > 0 ? 0 : count - 1) : (exemplar + by + count) % count;
  setPaint(stores, { exemplar: next, rest: false });
}

export const BIND_ACTIONS: Action[] = [
  {
    id: "bind.leave-exemplar",
    label: "Leave the exemplars",
    icon: "x",
    keys: ["Esc"],
    refusal: (stores) =>
      noSequence(stores) ?? (stores.view.getState().paint.exemplar === null ? "No exemplar is shown." : null),
    perform: (studio) => setPaint(studio, { exemplar: null }),
  },
  {
    id: "bind.start",
    anywhere: true,
    label: "Bind",
    words: "skin skinning rigid automatic weights",
    icon: "link",
    help: "Finds weights for the mesh from scratch and follows everything that you painted.",
    menu: ["Rig", 5],
    refusal: nothingToBind,
    perform: ({ get }) => get(BINDING).bind(),
  },
  {
    id: "bind.optimise",
    label: "Optimise these weights",
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
    label: "Measure the weights",
    icon: "measure",
    help: "Measures the current weights in poses that they were not fitted to. It changes nothing.",
    menu: ["Rig", 5],
    refusal: (stores) =>
      noWeights(stores) ??
      notSettled(stores) ??
      otherBones(stores) ??
      (stores.of(MEASURED).getState().progress ? "The weights are being measured." : null),
    perform: (studio) => {
      ensureSkeleton(studio);
      void studio.get(MEASURING).start();
    },
  },
  {
    id: "bind.stop-measuring",
    label: "Stop measuring the weights",
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
    label: "Pause the weights",
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
    label: "One iteration",
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
    label: "Keep these weights",
    icon: "check",
    help: "Ends the optimisation with the weights as they are, and measures them.",
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
    label: "Compare with heat weights",
    icon: "split",
    help: "Shows the current weights and the heat weights in two views with one camera.",
    menu: ["View", 4],
    refusal: (stores) =>
      noSequence(stores) ??
      (stores.binding.getState().heat ? null : "There are no heat weights yet. Bind the mesh first."),
    checked: ({ view }) => view.getState().paint.beside !== null,
    perform: (studio) => setPaint(studio, { beside: studio.view.getState().paint.beside ? null : "heat" }),
  },
  {
    id: "bind.next-exemplar",
    label: "Next exemplar",
    icon: "next",
    keys: ["."],
    refusal: noExemplars,
    perform: (studio) => flip(studio, 1),
  },
  {
    id: "bind.previous-exemplar",
    label: "Previous exemplar",
    icon: "prev",
    keys: [","],
    refusal: noExemplars,
    perform: (studio) => flip(studio, -1),
  },
  {
    id: "bind.next-suspicious",
    label: "Next suspicious attachment",
    icon: "warn",
    help: "Selects the attachment with its bone, and frames what the bone moves.",
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
    help: "Removes attachments that the surface around them does not follow. Their weights are computed again.",
    menu: ["Rig", 5],
    refusal: noneSuspicious,
    perform: ({ get, document, binding }) => {
      const gone = suspicious(binding.getState().held);
      const label =
        gone.length === 1 ? "Remove a suspicious attachment" : `Remove ${gone.length} suspicious attaches`;
      get(BINDING).edit(label, "trash", released(document.getState().weightEdits, gone));
    },
  },
  {
    id: "bind.clear",
    label: "Clear what is painted for weights",
    icon: "trash",
    help: "Clears holds, influences, wire edges, constraints and exemplars that you set. Painted and locked weights stay.",
    menu: ["Rig", 5],
    refusal: (stores) =>
      noSequence(stores) ??
      (steersNothing(stores.document.getState().weightEdits) ? "Nothing is painted for weights." : null),
    perform: ({ get, document }) =>
      get(BINDING).edit(
        "Clear what is painted for weights",
        "erase",
        steeringCleared(document.getState().weightEdits),
      ),
  },
];
