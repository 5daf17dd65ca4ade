import { METHODS } from "../../workers/model/methods";
import { connectBones, setRestFrame, setSettings } from "../document/commands";
import { useDocument } from "../document/document";
import { useView } from "../document/view-state";
import { runAndTell } from "../document/weights/painted-changes";
import { complain } from "../shell/complain";
import { useShell } from "../shell/shell-state";
import type { Action } from "./action";
import { noRig, noSequence } from "./file-actions";
import { enter, tooFewFrames, WORKSPACES } from "./workspaces";

const noSolve = () => (useShell.getState().solve ? null : "No solve is running.");
const running = () =>
  useShell.getState().solve ? "A solve is running. Cancel it or keep what it has." : null;
/** Some methods leave no choice of motion. */
const oneKind = () => {
  const { label, boneKinds } = METHODS[useDocument.getState().settings.method];
  return boneKinds.length > 1 ? null : `${label} knows ${boneKinds[0]} bones only.`;
};

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
    perform: ({ solving }) => {
      // What it has found is asked about; without a first rig there is nothing to lose.
      if (useDocument.getState().partial) useShell.setState({ asking: "solve" });
      else solving.cancel();
    },
  },
  {
    id: "rig.solve",
    label: "Solve",
    icon: "bolt",
    keys: ["Ctrl+Enter"],
    help: "Finds bones, weights and motion from nothing.",
    menu: ["Rig", 0],
    refusal: () => noSequence() ?? tooFewFrames() ?? running(),
    perform: ({ solving }) => {
      enter("solve");
      solving.start("nothing");
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
    perform: ({ solving }) => {
      enter("solve");
      solving.start("rig");
    },
  },
  {
    id: "rig.pause",
    label: "Pause the solve",
    icon: "pause",
    keys: ["P"],
    menu: ["Rig", 1],
    refusal: noSolve,
    checked: () => useShell.getState().solve?.paused ?? false,
    perform: ({ solving }) => solving.togglePause(),
  },
  {
    id: "rig.keep",
    label: "Keep this",
    icon: "check",
    keys: ["K"],
    help: "Ends the solve with the best rig so far.",
    menu: ["Rig", 1],
    refusal: noSolve,
    perform: ({ solving }) => solving.keep(),
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
        const connected = await client.inferSkeleton(sequence, rig).result;
        // Whatever changed the rig meanwhile was wanted later.
        if (useDocument.getState().rig !== rig) return;
        useView.setState({ selectedBone: null, hiddenBones: [] });
        runAndTell(history, connectBones(connected.rig, connected.order));
      } catch (error) {
        complain(error, "Connecting the bones");
      }
    },
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
  ...WORKSPACES.map(
    ({ id, label, icon, about, refusal }): Action => ({
      id: `workspace.${id}`,
      label: `Workspace: ${label.toLowerCase()}`,
      icon,
      help: about,
      refusal,
      checked: () => useDocument.getState().sequence !== null && useView.getState().workspace === id,
      perform: () => enter(id),
    }),
  ),
];
