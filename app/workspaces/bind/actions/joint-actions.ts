import type { Action } from "../../../actions/action";
import { noSequence } from "../../../actions/guards/guards";
import { segmentsOfBones } from "../../../document/binding/segment-weights";
import type { Stores } from "../../../document/stores";
import { JOINT_FITTING } from "../runs/joints/joint-fitting";
import { JOINTS } from "../runs/joints/joint-state";

/** Why there are no weights to optimise the joints for, or null. */
function unbound(stores: Stores): string | null {
  const { skeleton, rig } = stores.document.getState();
  if (!skeleton) return "There is no skeleton yet.";
  return rig && segmentsOfBones(skeleton, rig)
    ? null
    : "Joints are optimised for weights. Bind the mesh first.";
}

const noProposal = (stores: Stores) =>
  noSequence(stores) ??
  (stores.of(JOINTS).getState().proposal ? null : "No joints are proposed. Optimise them first.");

export const JOINT_FITTING_ACTIONS: Action[] = [
  {
    id: "joints.start",
    label: "Optimise joints",
    icon: "ik",
    help: "Finds joint positions that keep the mesh more rigid. Weights stay.",
    menu: ["Rig", 5],
    refusal: (stores) =>
      noSequence(stores) ??
      unbound(stores) ??
      (stores.of(JOINTS).getState().running ? "Joints are already being optimised." : null),
    perform: ({ get }) => get(JOINT_FITTING).start(),
  },
  {
    id: "joints.keep",
    anywhere: true,
    label: "Stop optimising joints",
    icon: "stop",
    refusal: (stores) => (stores.of(JOINTS).getState().running ? null : "No joints are being optimised."),
    perform: ({ get }) => get(JOINT_FITTING).keep(),
  },
  {
    id: "joints.apply",
    label: "Apply joint positions",
    icon: "check",
    help: "Moves the chosen joints by the share on the slider, in one undo step.",
    refusal: (stores) =>
      noProposal(stores) ?? (stores.of(JOINTS).getState().running ? "Stop the optimisation first." : null),
    perform: ({ get }) => get(JOINT_FITTING).apply(),
  },
  {
    id: "joints.discard",
    anywhere: true,
    label: "Discard joint positions",
    icon: "x",
    refusal: (stores) => (stores.of(JOINTS).getState().running ? null : noProposal(stores)),
    perform: ({ get }) => get(JOINT_FITTING).discard(),
  },
];
