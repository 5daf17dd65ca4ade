import { METHODS } from "../../../../workers/model/solve/methods";
import type { Action } from "../../../actions/action";
import { noRig, noSequence, tooFewFrames } from "../../../actions/guards";
import { enter } from "../../../actions/workspace";
import { connectBones, setRestFrame, setSettings } from "../../../document/commands";
import { useDocument } from "../../../document/document";
import { reportError } from "../../../document/session/report-error";
import { useWork } from "../../../document/session/work";
import { useView } from "../../../document/view-state";
import { runAndTell } from "../../../document/weights/painted-changes";
import { CORRECTING } from "../runs/correcting";
import { SOLVING } from "../runs/solving";

const noSolve = () => (useWork.getState().solve ? null : "No solve is running.");
const running = () =>
  useWork.getState().solve ? "A solve is running. Cancel it or keep what it has." : null;
/** Some methods leave no choice of motion. */
const oneKind = () => {
  const { label, boneKinds } = METHODS[useDocument.getState().settings.method];
  return boneKinds.length > 1 ? null : `${label} knows ${boneKinds[0]} bones only.`;
};

const noShapes = () =>
  useDocument.getState().settings.correction ? null : "Say first, under Correction, by how many shapes.";

const nothingToConnect = () => {
  const bones = useDocument.getState().rig?.bones ?? [];
  if (bones.length < 2) return "There is one bone only: nothing to connect.";
  if (bones.some(({ parent }) => parent >= 0)) return "The bones are connected already.";
  return tooFewFrames();
};

export const RIG_ACTIONS: Action[] = [
  {
    id: "rig.cancel",
    label: "Cancel the solve",
    icon: "x",
    keys: ["Esc"],
    help: "The rig that was there before stays.",
    menu: ["Rig", 1],
    refusal: noSolve,
    perform: ({ get }) => {
      // What it has found is asked about; without a first rig there is nothing to lose.
      if (useDocument.getState().partial) useWork.setState({ asking: "solve" });
      else get(SOLVING).cancel();
    },
  },
  {
    id: "rig.solve",
    label: "Solve",
    words: "decompose extract rig bones autorig",
    icon: "bolt",
    keys: ["Ctrl+Enter"],
    help: "Finds bones, weights and motion from nothing.",
    menu: ["Rig", 0],
    refusal: () => noSequence() ?? tooFewFrames() ?? running(),
    perform: ({ get }) => {
      enter("solve");
      get(SOLVING).start("nothing");
    },
  },
  {
    id: "rig.continue",
    label: "Continue",
    icon: "again",
    keys: ["Shift+Enter"],
    help: "Goes on from the rig that there is; locked bones stay.",
    menu: ["Rig", 0],
    refusal: () => noRig() ?? running(),
    perform: ({ get }) => {
      enter("solve");
      get(SOLVING).start("rig");
    },
  },
  {
    id: "rig.pause",
    label: "Pause the solve",
    icon: "pause",
    keys: ["P"],
    menu: ["Rig", 1],
    refusal: noSolve,
    checked: () => useWork.getState().solve?.paused ?? false,
    perform: ({ get }) => get(SOLVING).togglePause(),
  },
  {
    id: "rig.keep",
    label: "Keep this",
    icon: "check",
    keys: ["K"],
    help: "Ends the solve with the best rig so far.",
    menu: ["Rig", 1],
    refusal: noSolve,
    perform: ({ get }) => get(SOLVING).keep(),
  },
  {
    id: "rig.connect",
    label: "Connect bones",
    icon: "branch",
    help: "Hangs bones on each other where they share a joint, so that a limb follows when it is posed.",
    menu: ["Rig", 2],
    refusal: () => noRig() ?? running() ?? nothingToConnect(),
    perform: async ({ client, history }) => {
      const { sequence, rig } = useDocument.getState();
      if (!sequence || !rig) return;
      try {
        const connected = await client.inferSkeleton({ sequence, rig }).result;
        // Whatever changed the rig meanwhile was wanted later.
        if (useDocument.getState().rig !== rig) return;
        useView.setState({ selectedBone: null, hiddenBones: [] });
        runAndTell(history, connectBones(connected.rig, connected.order));
      } catch (error) {
        reportError(error, "Connecting the bones");
      }
    },
  },
  {
    id: "rig.correct",
    label: "Fit a correction",
    words: "corrective shapes morph targets blendshapes",
    icon: "correct",
    help: "Adds morph targets for what the bones leave, as many as the Correction section says.",
    menu: ["Rig", 2],
    refusal: () => noRig() ?? tooFewFrames() ?? noShapes(),
    perform: ({ get }) => get(CORRECTING).start(useDocument.getState().settings.correction ?? 0),
  },
  {
    id: "rig.rest-frame",
    label: "Rest pose from this frame",
    icon: "rest",
    help: "The rig is set aside: it deformed the old rest pose.",
    menu: ["Rig", 2],
    refusal: () => noSequence() ?? running(),
    perform: ({ history }) => runAndTell(history, setRestFrame(Math.round(useView.getState().frame))),
  },
  {
    id: "rig.affine",
    label: "Affine bones",
    icon: "sliders",
    help: "Bones may stretch and shear: lower error, but most engines only play rigid bones.",
    menu: ["Rig", 3],
    refusal: () => noSequence() ?? oneKind(),
    checked: () => useDocument.getState().settings.boneKind === "affine",
    perform: ({ history }) => {
      const { boneKind } = useDocument.getState().settings;
      history.run(setSettings({ boneKind: boneKind === "affine" ? "rigid" : "affine" }));
    },
  },
];
