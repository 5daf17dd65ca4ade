import { usesSwitch } from "../../../../workers/model/solve/method-settings";
import { METHODS } from "../../../../workers/model/solve/methods";
import type { Action } from "../../../actions/action";
import {
  inFiles,
  noFramesInMemory,
  noRig,
  noSequence,
  solving,
  tooFewFrames,
} from "../../../actions/guards/guards";
import { reveal } from "../../../actions/setting-actions";
import { enter } from "../../../actions/workspace";
import { setRestFrame } from "../../../document/sequence-commands";
import { setSettings } from "../../../document/solve/solve-commands";
import type { Stores } from "../../../document/stores";
import { runAndTell } from "../../../document/weights/painted-changes";
import { CORRECTING } from "../runs/correcting";
import { LIVE_SETTINGS } from "../runs/live/live-settings";
import { LOCAL_WEIGHTS } from "../runs/locality/local-weights";
import { measureAgain } from "../runs/measuring-again";
import { SOLVING } from "../runs/solve/solving";
import { noSolveFromFiles } from "./files-refusal";

const noSolve = (stores: Stores) => (stores.work.getState().solve ? null : "No solve is running.");
/** Why the kind of motion cannot be chosen, or null. Some methods support only one. */
const oneKind = (stores: Stores) => {
  const { label, boneKinds } = METHODS[stores.document.getState().settings.method];
  return boneKinds.length > 1 ? null : `${label} supports only ${boneKinds[0]} bones.`;
};

/** Why weights cannot become local, or null. */
const anywhere = (stores: Stores) => {
  const { method } = stores.document.getState().settings;
  return usesSwitch(method, "local") ? null : `${METHODS[method].label} has no local weights. Choose Auto.`;
};

const noShapes = (stores: Stores) =>
  stores.document.getState().settings.correction ? null : "Set the number of shapes under Correction first.";

/** Why there is nothing to measure again, or null. */
const upToDate = (stores: Stores) => {
  const { report } = stores.document.getState();
  if (!report) return "There are no figures yet. Solve first, or fit a skeleton.";
  return report.weightsChanged ? null : "The figures are those of the current weights.";
};

export const RIG_ACTIONS: Action[] = [
  {
    id: "rig.cancel",
    label: "Cancel solve",
    icon: "x",
    keys: ["Esc"],
    help: "The previous rig stays.",
    menu: ["Rig", 1],
    refusal: noSolve,
    perform: ({ get, document, work }) => {
      // Asks before the solve's bones are discarded. Before its first rig there is nothing to lose.
      if (document.getState().partial) work.setState({ asking: "solve" });
      else get(SOLVING).cancel();
    },
  },
  {
    id: "rig.solve",
    label: "Solve",
    words: "decompose extract rig bones autorig",
    icon: "bolt",
    keys: ["Ctrl+Enter"],
    help: "Finds bones, weights and motion from scratch.",
    menu: ["Rig", 0],
    refusal: (stores) =>
      noSequence(stores) ?? tooFewFrames(stores) ?? solving(stores) ?? noSolveFromFiles(stores),
    perform: (studio) => {
      enter(studio, "solve");
      studio.get(SOLVING).start("nothing");
    },
  },
  {
    id: "rig.continue",
    label: "Continue",
    icon: "again",
    keys: ["Shift+Enter"],
    help: "Continues from the current rig. Locked bones stay.",
    menu: ["Rig", 0],
    refusal: (stores) => noRig(stores) ?? tooFewFrames(stores) ?? inFiles(stores) ?? solving(stores),
    perform: (studio) => {
      enter(studio, "solve");
      studio.get(SOLVING).start("rig");
    },
  },
  {
    id: "rig.pause",
    label: "Pause solve",
    icon: "pause",
    keys: ["P"],
    menu: ["Rig", 1],
    refusal: noSolve,
    checked: ({ work }) => work.getState().solve?.paused ?? false,
    perform: ({ get }) => get(SOLVING).togglePause(),
  },
  {
    id: "rig.keep",
    label: "Keep this rig",
    icon: "check",
    keys: ["K"],
    help: "Ends the solve with the best rig so far.",
    menu: ["Rig", 1],
    refusal: noSolve,
    perform: ({ get }) => get(SOLVING).keep(),
  },
  {
    id: "rig.correct",
    label: "Fit correction",
    words: "correction corrective shapes morph targets blendshapes",
    icon: "correct",
    help: "Adds morph targets for the error that bones leave. The Correction section sets their number.",
    menu: ["Rig", 2],
    refusal: (stores) => noRig(stores) ?? noFramesInMemory(stores) ?? noShapes(stores),
    perform: ({ get, document }) => {
      const { correction, correctionFit } = document.getState().settings;
      return get(CORRECTING).start(correction ?? 0, correctionFit);
    },
  },
  {
    id: "rig.local",
    label: "Make weights local…",
    words: "locality far patches reach paint near bones",
    icon: "bolt",
    help: "Keeps the weights of each bone near it, so that they can be painted. Shows what it costs first.",
    menu: ["Rig", 2],
    refusal: (stores) => noRig(stores) ?? noFramesInMemory(stores) ?? solving(stores) ?? anywhere(stores),
    perform: async (studio) => {
      enter(studio, "solve");
      if (!studio.document.getState().settings.local)
        studio.history.run(setSettings(studio, { local: true }));
      await Promise.all([reveal(studio, "Reach of bones"), studio.get(LOCAL_WEIGHTS).refine()]);
    },
  },
  {
    id: "rig.measure",
    label: "Measure the rig again",
    words: "error report figures painted",
    icon: "measure",
    help: "Measures the error of the painted weights on all frames. Changes only the report.",
    menu: ["Rig", 2],
    refusal: (stores) => noRig(stores) ?? noFramesInMemory(stores) ?? solving(stores) ?? upToDate(stores),
    perform: measureAgain,
  },
  {
    id: "rig.rest-frame",
    label: "Rest pose from this frame",
    icon: "rest",
    help: "Closes the rig, because it deforms the old rest pose.",
    menu: ["Rig", 2],
    refusal: (stores) => noSequence(stores) ?? solving(stores),
    perform: (studio) =>
      runAndTell(studio, studio.history, setRestFrame(studio, Math.round(studio.view.getState().frame))),
  },
  {
    id: "rig.affine",
    label: "Affine bones",
    icon: "sliders",
    help: "Bones may scale and shear. Lowers the error, but most engines only play rigid bones.",
    menu: ["Rig", 3],
    refusal: (stores) => noSequence(stores) ?? oneKind(stores),
    checked: ({ document }) => document.getState().settings.boneKind === "affine",
    perform: (studio) => {
      const { boneKind } = studio.document.getState().settings;
      studio.get(LIVE_SETTINGS).change({ boneKind: boneKind === "affine" ? "rigid" : "affine" });
    },
  },
];
