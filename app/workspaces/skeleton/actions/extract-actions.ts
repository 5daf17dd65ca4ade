import { EXTRACT_METHODS } from "../../../../workers/model/skeleton/extract/extract-methods";
import type { Action } from "../../../actions/action";
import { noFramesInMemory, noRig, noSequence, solving } from "../../../actions/guards/guards";
import type { Stores } from "../../../document/stores";
import { EXTRACTING } from "../runs/extract/extracting";
import { FITTING } from "../runs/fit/fitting";

/** A method that keeps the bones of a rig needs one. */
const noBonesToKeep = ({ document }: Stores) => {
  const { rig, extraction } = document.getState();
  return EXTRACT_METHODS[extraction.method].keepsBones && !rig
    ? "This method connects the bones of a rig. Solve first, or choose a method that finds bones."
    : null;
};

const noExtraction = ({ work }: Stores) =>
  work.getState().extraction ? null : "No skeleton is being extracted.";

/** Actions that extract skeletons. */
export const EXTRACT_ACTIONS: Action[] = [
  {
    id: "skeleton.cancel-extraction",
    label: "Cancel extraction",
    icon: "x",
    keys: ["Esc"],
    help: "The previous rig stays.",
    menu: ["Rig", 1],
    refusal: noExtraction,
    perform: ({ get }) => {
      get(EXTRACTING).cancel();
      get(FITTING).cancel();
    },
  },
  {
    id: "skeleton.keep-extraction",
    label: "Keep this skeleton",
    icon: "check",
    help: "Ends the extraction with the best skeleton so far.",
    menu: ["Rig", 1],
    refusal: noExtraction,
    perform: ({ get }) => {
      get(EXTRACTING).keep();
      get(FITTING).keep();
    },
  },
  {
    id: "skeleton.extract",
    label: "Extract skeleton",
    icon: "bone",
    words: "hierarchy joints rig bones",
    help: "Finds bones, their parents, joints and motion with the chosen method.",
    menu: ["Rig", 0],
    refusal: (stores) =>
      noSequence(stores) ?? noFramesInMemory(stores) ?? solving(stores) ?? noBonesToKeep(stores),
    perform: ({ get }) => get(EXTRACTING).start("nothing"),
  },
  {
    id: "skeleton.continue-extraction",
    label: "Continue extraction",
    icon: "again",
    help: "Continues from the current rig.",
    menu: ["Rig", 0],
    refusal: (stores) => noRig(stores) ?? noFramesInMemory(stores) ?? solving(stores),
    perform: ({ get }) => get(EXTRACTING).start("rig"),
  },
];
