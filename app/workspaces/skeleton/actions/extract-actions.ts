import { EXTRACT_METHODS } from "../../../../workers/model/skeleton/extract/extract-methods";
import type { Action } from "../../../actions/action";
import { noRig, noSequence, solving, tooFewFrames } from "../../../actions/guards/guards";
import type { Stores } from "../../../document/stores";
import { EXTRACTING } from "../runs/extracting";
import { FITTING } from "../runs/fit/fitting";

/** A method that keeps the bones of a rig needs one. */
const noBonesToKeep = ({ document }: Stores) => {
  const { rig, extraction } = document.getState();
  return EXTRACT_METHODS[extraction.method].keepsBones && !rig
    ? "This method gives the bones of a rig their parents. Solve first, or choose a method that finds bones."
    : null;
};

const noExtraction = ({ work }: Stores) =>
  work.getState().extraction ? null : "No skeleton is being found.";

/** Finding a skeleton. */
export const EXTRACT_ACTIONS: Action[] = [
  {
    id: "skeleton.cancel-extraction",
    label: "Cancel the extraction",
    icon: "x",
    keys: ["Esc"],
    help: "The rig that was there before stays.",
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
    help: "Ends with the best skeleton so far.",
    menu: ["Rig", 1],
    refusal: noExtraction,
    perform: ({ get }) => {
      get(EXTRACTING).keep();
      get(FITTING).keep();
    },
  },
  {
    id: "skeleton.extract",
    label: "Extract a skeleton",
    icon: "bone",
    words: "hierarchy joints rig bones",
    help: "Finds bones, their parents, joints and motion by the chosen method.",
    menu: ["Rig", 0],
    refusal: (stores) =>
      noSequence(stores) ?? tooFewFrames(stores) ?? solving(stores) ?? noBonesToKeep(stores),
    perform: ({ get }) => get(EXTRACTING).start("nothing"),
  },
  {
    id: "skeleton.continue-extraction",
    label: "Continue from these bones",
    icon: "again",
    help: "Goes on from the rig that there is.",
    menu: ["Rig", 0],
    refusal: (stores) => noRig(stores) ?? tooFewFrames(stores) ?? solving(stores),
    perform: ({ get }) => get(EXTRACTING).start("rig"),
  },
];
