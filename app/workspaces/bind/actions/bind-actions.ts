import { anyMoves } from "../../../../workers/model/rig/motion-by-names";
import { skeletonOfRig } from "../../../../workers/model/skeleton/skeleton-of-rig";
import type { Action } from "../../../actions/action";
import { noSequence } from "../../../actions/guards";
import type { Studio } from "../../../actions/studio";
import { notSettled, noWeights } from "../../../actions/weight-guards";
import { exemplarCount, suspicious, useBinding } from "../../../document/binding/binding-state";
import { segmentsOfBones } from "../../../document/binding/segment-weights";
import { selectNextSuspicious } from "../../../document/binding/select-held";
import { resetWeighting, setWeighting } from "../../../document/binding/weight-edit-commands";
import { released, steeringCleared, steersNothing } from "../../../document/binding/weight-edit-strokes";
import { useDocument } from "../../../document/document";
import { setPaint } from "../../../document/paint-settings";
import { useWork } from "../../../document/session/work";
import { replaceSkeleton } from "../../../document/skeleton/skeleton-commands";
import { useView } from "../../../document/view-state";
import { BINDING } from "../runs/binding";
import { MEASURING, useMeasuring } from "../runs/strain/measuring";

/** Why the mesh cannot be bound now. */
function nothingToBind(): string | null {
  const { sequence, skeleton, weighting, rig } = useDocument.getState();
  const missing = noSequence();
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

const run = () => useBinding.getState().run;
const goesOn = () => {
  const state = run()?.state;
  return state !== undefined && state !== "ended";
};
const nothingRuns = () => (goesOn() ? null : "No weights are being found.");
const neverBound = () => (run() ? null : "The mesh is not bound yet.");
const noExemplars = () =>
  noSequence() ??
  (exemplarCount(useBinding.getState()) > 0 ? null : "There are no exemplars yet. Bind the mesh first.");
const noneSuspicious = () =>
  noSequence() ?? (suspicious(useBinding.getState().held).length > 0 ? null : "No attachment is suspicious.");

/** Why the skeleton's segments do not tell what the rig's bones are. */
function otherBones(): string | null {
  const { skeleton, rig } = useDocument.getState();
  if (!skeleton || !rig || segmentsOfBones(skeleton, rig)) return null;
  return "The rig's bones are not those of the skeleton. Bind the mesh to it first.";
}

/** A rig that came without a skeleton gets one of its own bones, as a step. */
function ensureSkeleton({ history }: Studio): void {
  const { skeleton, rig, skeletonClips } = useDocument.getState();
  if (skeleton || !rig) return;
  history.run(replaceSkeleton("Skeleton from the rig", "helper", skeletonOfRig(rig), skeletonClips));
}

/** Shows the exemplar so many further on; the first where none is shown. */
function flip(by: number): void {
  const count = exemplarCount(useBinding.getState());
  const { exemplar } = useView.getState().paint;
  const next = exemplar === null ? (by > 0 ? 0 : count - 1) : (exemplar + by + count) % count;
  setPaint({ exemplar: next, rest: false });
}

export const BIND_ACTIONS: Action[] = [
  {
    id: "bind.leave-exemplar",
    label: "Leave the exemplars",
    icon: "x",
    keys: ["Esc"],
    refusal: () =>
      noSequence() ?? (useView.getState().paint.exemplar === null ? "No exemplar is shown." : null),
    perform: () => setPaint({ exemplar: null }),
  },
  {
    id: "bind.start",
    anywhere: true,
    label: "Bind",
    words: "skin skinning rigid automatic weights",
    icon: "link",
    help: "Finds the weights of the mesh on the skeleton from nothing; what is painted for them counts.",
    menu: ["Rig", 5],
    refusal: nothingToBind,
    perform: ({ get }) => get(BINDING).bind(),
  },
  {
    id: "bind.optimise",
    label: "Optimise these weights",
    icon: "again",
    help: "Goes on from the weights that the rig has, as rigidly as possible; what is painted or locked stays.",
    menu: ["Rig", 5],
    refusal: () => noWeights() ?? notSettled() ?? otherBones(),
    perform: (studio) => {
      ensureSkeleton(studio);
      if (useDocument.getState().weighting.method !== "arap")
        studio.history.run(setWeighting({ method: "arap" }));
      studio.get(BINDING).optimise();
    },
  },
  {
    id: "bind.measure",
    label: "Measure the weights",
    icon: "measure",
    help: "What the weights are worth as they are, in poses that nothing was fitted to. It changes none of them.",
    menu: ["Rig", 5],
    refusal: () =>
      noWeights() ??
      notSettled() ??
      otherBones() ??
      (useMeasuring.getState().progress ? "The weights are being measured." : null),
    perform: (studio) => {
      ensureSkeleton(studio);
      void studio.get(MEASURING).start();
    },
  },
  {
    id: "bind.stop-measuring",
    label: "Stop measuring the weights",
    icon: "x",
    refusal: () => (useMeasuring.getState().progress ? null : "Nothing is being measured."),
    perform: ({ get }) => get(MEASURING).cancel(),
  },
  {
    id: "bind.reset",
    label: "Reset how weights are found",
    icon: "restart",
    help: "Every setting but the method goes back to its default.",
    menu: ["Rig", 5],
    refusal: noSequence,
    perform: ({ history }) => history.run(resetWeighting()),
  },
  {
    id: "bind.pause",
    anywhere: true,
    label: "Pause the weights",
    icon: "pause",
    help: "The optimisation rests; a stroke makes one iteration.",
    menu: ["Rig", 5],
    refusal: () =>
      neverBound() ??
      (run()?.state === "converged" ? "It has converged, and goes on with the next edit." : null),
    checked: () => run()?.state === "paused" || run()?.state === "ended",
    perform: ({ get }) => get(BINDING).togglePause(),
  },
  {
    id: "bind.step",
    anywhere: true,
    label: "One iteration",
    icon: "next",
    menu: ["Rig", 5],
    refusal: () =>
      neverBound() ??
      (run()?.state === "converged" ? "It has converged: another iteration changes nothing." : null),
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
    help: "The weights from before come back.",
    menu: ["Rig", 5],
    refusal: nothingRuns,
    perform: ({ get }) => {
      // While they are prepared there are no weights to lose.
      if (run()?.state !== "starting") useWork.setState({ asking: "binding" });
      else get(BINDING).cancel();
    },
  },
  {
    id: "bind.beside",
    label: "Heat weights beside",
    icon: "split",
    help: "Two views with one camera: the weights at hand, and those of heat alone.",
    menu: ["View", 4],
    refusal: () =>
      noSequence() ??
      (useBinding.getState().heat ? null : "There are no heat weights yet. Bind the mesh first."),
    checked: () => useView.getState().paint.beside !== null,
    perform: () => setPaint({ beside: useView.getState().paint.beside ? null : "heat" }),
  },
  {
    id: "bind.next-exemplar",
    label: "Next exemplar",
    icon: "next",
    keys: ["."],
    refusal: noExemplars,
    perform: () => flip(1),
  },
  {
    id: "bind.previous-exemplar",
    label: "Previous exemplar",
    icon: "prev",
    keys: [","],
    refusal: noExemplars,
    perform: () => flip(-1),
  },
  {
    id: "bind.next-suspicious",
    label: "Next suspicious attach",
    icon: "warn",
    help: "Selects it with its bone, and looks at what the bone moves.",
    menu: ["Rig", 5],
    refusal: noneSuspicious,
    perform: ({ viewport }) => {
      selectNextSuspicious();
      viewport.current?.frameSelection();
    },
  },
  {
    id: "bind.remove-suspicious",
    label: "Remove suspicious attaches",
    icon: "trash",
    help: "Attachments whose surroundings do not follow them: their weights are found anew.",
    menu: ["Rig", 5],
    refusal: noneSuspicious,
    perform: ({ get }) => {
      const gone = suspicious(useBinding.getState().held);
      const label =
        gone.length === 1 ? "Remove a suspicious attach" : `Remove ${gone.length} suspicious attaches`;
      get(BINDING).edit(label, "trash", released(useDocument.getState().weightEdits, gone));
    },
  },
  {
    id: "bind.clear",
    label: "Clear what is painted for weights",
    icon: "trash",
    help: "Holds, influences, wire edges, constraints and exemplars that were set by hand; painted and locked weights stay.",
    menu: ["Rig", 5],
    refusal: () =>
      noSequence() ??
      (steersNothing(useDocument.getState().weightEdits) ? "Nothing is painted for weights." : null),
    perform: ({ get }) =>
      get(BINDING).edit(
        "Clear what is painted for weights",
        "erase",
        steeringCleared(useDocument.getState().weightEdits),
      ),
  },
];
