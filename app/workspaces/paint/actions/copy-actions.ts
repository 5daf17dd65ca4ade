import type { Action } from "../../../actions/action";
import { noVertices } from "../../../actions/guards/guards";
import { noLayerForWeights, noSelectedBone, notSettled } from "../../../actions/guards/weight-guards";
import { plural } from "../../../common/format";
import { toast } from "../../../document/session/toasts";
import { vertexSelection } from "../../../document/vertices/vertex-selection";
import type { BoneExchange } from "../../../document/weights/painting/bone-rows";
import {
  bonePair,
  COPIED_WEIGHTS,
  copiedPatch,
  copySelection,
  exchangeBones,
  pasteSelection,
} from "../copying/copied-weights";
import { runOrTell } from "./run-edit";

const EXCHANGES: readonly { how: BoneExchange; label: string; help: string }[] = [
  {
    how: "copy",
    label: "Paste bone weights",
    help: "Gives the selected bone the weights of the copied bone.",
  },
  {
    how: "add",
    label: "Add copied bone weights",
    help: "Adds the weights of the copied bone to those of the selected bone.",
  },
  {
    how: "move",
    label: "Move copied bone weights here",
    help: "Moves all weight of the copied bone to the selected bone.",
  },
  { how: "swap", label: "Swap with copied bone", help: "Exchanges the weights of the two bones." },
];

/** Actions that copy weights between selections and between bones. */
export const COPY_ACTIONS: Action[] = [
  {
    id: "paint.copy-selection",
    label: "Copy weights of selection",
    icon: "copy",
    // While a single vertex is selected, the keys copy and paste its weights.
    keys: ["Ctrl+C"],
    help: "Copies the weights of the selected vertices.",
    menu: ["Rig", 7],
    refusal: (stores) => notSettled(stores) ?? noVertices(stores),
    perform: (studio) => {
      copySelection(studio);
      const { vertices } = vertexSelection(studio);
      const what = plural(vertices.length, "vertex", "vertices");
      toast(studio, `Weights of ${what} copied`, "Select other vertices, then paste.");
    },
  },
  {
    id: "paint.paste-selection",
    label: "Paste weights onto selection",
    icon: "paste",
    keys: ["Ctrl+V"],
    help: "Gives each selected vertex the copied weights of the nearest point.",
    menu: ["Rig", 7],
    refusal: (stores) =>
      noLayerForWeights(stores) ??
      noVertices(stores) ??
      (copiedPatch(stores) ? null : "No weights are copied. Select vertices and copy theirs first."),
    perform: (studio) =>
      runOrTell(studio, pasteSelection(studio), "The selection already has these weights."),
  },
  {
    id: "paint.copy-bone",
    label: "Copy bone weights",
    icon: "copy",
    help: "Then select another bone, and paste, add, move or swap.",
    menu: ["Rig", 7],
    refusal: (stores) => notSettled(stores) ?? noSelectedBone(stores),
    perform: (studio) => {
      const { rig } = studio.document.getState();
      const bone = rig?.bones[studio.view.getState().selectedBone ?? -1]?.name ?? null;
      studio.of(COPIED_WEIGHTS).setState({ bone });
      if (bone)
        toast(studio, `${bone} copied`, "Select another bone, then paste, add, move or swap its weights.");
    },
  },
  ...EXCHANGES.map(
    ({ how, label, help }): Action => ({
      id: `paint.bone-${how}`,
      label,
      words: "bone weights exchange",
      icon: how === "copy" ? "paste" : "copy",
      help,
      menu: ["Rig", 7],
      refusal: (stores) => {
        const settled = noLayerForWeights(stores);
        if (settled) return settled;
        const pair = bonePair(stores);
        return typeof pair === "string" ? pair : null;
      },
      perform: (studio) =>
        runOrTell(studio, exchangeBones(studio, how), "The bones have no weight to exchange here."),
    }),
  ),
];
