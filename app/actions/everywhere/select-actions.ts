import type { Adjacency } from "../../../workers/geometry/adjacency";
import {
  grownList,
  markedVertices,
  otherVertices,
  shrunkList,
} from "../../../workers/geometry/selecting/vertex-lists";
import { toast } from "../../document/session/toasts";
import type { Stores } from "../../document/stores";
import { hasMask, softSelection } from "../../document/vertices/selection-mask";
import { SET_NAMING } from "../../document/vertices/set-naming";
import {
  freeSetName,
  saveSet,
  selectVertices,
  setMask,
  vertexSelection,
} from "../../document/vertices/vertex-selection";
import { meshRings } from "../../document/weights/mesh-rings";
import type { Action } from "../action";
import { noSequence, noVertices } from "../guards/guards";
import type { Studio } from "../studio";

const select = (studio: Studio, vertices: Uint32Array) => {
  const command = selectVertices(studio, vertices);
  if (command) studio.history.run(command);
};

/** Runs a change of the selection that depends on neighbours. */
const byRings = (change: (list: Uint32Array, rings: Adjacency) => Uint32Array) => (studio: Studio) => {
  const { sequence } = studio.document.getState();
  if (sequence) select(studio, change(vertexSelection(studio).vertices, meshRings(sequence)));
};

/** Saves the selected vertices as a set, and asks for its name where the list of sets is on screen. */
function saveNamed(studio: Studio): void {
  const name = freeSetName(vertexSelection(studio).sets);
  studio.history.run(saveSet(studio, name));
  const naming = studio.of(SET_NAMING);
  if (naming.getState().onScreen) naming.setState({ naming: name });
  else toast(studio, `Saved as ${name}`, "The Selection section of the Paint workspace renames it.");
}

const count = (stores: Stores) => stores.document.getState().sequence?.vertexCount ?? 0;

const noMask = (stores: Stores) =>
  noSequence(stores) ??
  (vertexSelection(stores).mask ? null : "No mask is painted. The Mask tool paints one.");

/** Actions on selected vertices and on the mask, in every workspace. */
export const SELECT_ACTIONS: Action[] = [
  {
    id: "select.all",
    label: "Select all vertices",
    icon: "select",
    keys: ["Ctrl+A"],
    menu: ["Edit", 3],
    refusal: noSequence,
    perform: (studio) =>
      select(
        studio,
        Uint32Array.from({ length: count(studio) }, (_, i) => i),
      ),
  },
  {
    id: "select.none",
    label: "Select no vertices",
    words: "clear deselect",
    icon: "select",
    keys: ["Ctrl+Shift+A"],
    menu: ["Edit", 3],
    refusal: noVertices,
    perform: (studio) => select(studio, new Uint32Array(0)),
  },
  {
    id: "select.invert",
    label: "Invert selected vertices",
    icon: "select",
    keys: ["Ctrl+I"],
    menu: ["Edit", 3],
    refusal: noSequence,
    perform: (studio) => select(studio, otherVertices(vertexSelection(studio).vertices, count(studio))),
  },
  {
    id: "select.grow",
    label: "Grow selected vertices",
    icon: "select",
    keys: [">"],
    help: "Adds all neighbours to the selection.",
    menu: ["Edit", 3],
    refusal: noVertices,
    perform: byRings(grownList),
  },
  {
    id: "select.shrink",
    label: "Shrink selected vertices",
    icon: "select",
    keys: ["<"],
    help: "Removes the vertices at the border of the selection.",
    menu: ["Edit", 3],
    refusal: noVertices,
    perform: byRings(shrunkList),
  },
  {
    id: "select.save",
    label: "Save selected vertices as a set",
    words: "named group",
    icon: "select",
    menu: ["Edit", 3],
    refusal: noVertices,
    perform: saveNamed,
  },
  {
    id: "select.mask",
    label: "Limit brushes to the mask",
    words: "masking",
    icon: "mask",
    keys: ["K"],
    help: "Brushes and operations change only vertices inside the mask. Without a mask, only the selected ones.",
    menu: ["Edit", 3],
    refusal: (stores) =>
      noSequence(stores) ??
      (hasMask(vertexSelection(stores))
        ? null
        : "There is no mask. Select vertices, or paint one with Mask."),
    checked: ({ view }) => view.getState().masked,
    perform: ({ view }) => view.setState(({ masked }) => ({ masked: !masked })),
  },
  {
    id: "select.to-mask",
    label: "Mask from selection",
    icon: "mask",
    help: "The selected vertices become the mask, with their soft edge.",
    menu: ["Edit", 3],
    refusal: noVertices,
    perform: (studio) => {
      const mask = softSelection(studio.document.getState());
      if (mask) studio.history.run(setMask(studio, mask, "Mask from selection"));
    },
  },
  {
    id: "select.invert-mask",
    label: "Invert the mask",
    icon: "mask",
    help: "Brushes and operations change what the mask left out, and leave what it covered.",
    menu: ["Edit", 3],
    refusal: (stores) =>
      noMask(stores) ??
      (vertexSelection(stores).mask?.every((share) => share >= 1)
        ? "The mask covers everything. Clear it instead."
        : null),
    perform: (studio) => {
      const { mask } = vertexSelection(studio);
      const inverse = mask?.map((share) => 1 - share);
      if (inverse) studio.history.run(setMask(studio, inverse, "Invert the mask"));
    },
  },
  {
    id: "select.from-mask",
    label: "Select by mask",
    words: "mask to selection load",
    icon: "select",
    help: "Selects the vertices that the mask covers by half or more.",
    menu: ["Edit", 3],
    refusal: noMask,
    perform: (studio) => {
      const { mask } = vertexSelection(studio);
      if (mask) select(studio, markedVertices(mask.map((share) => (share >= 0.5 ? 1 : 0))));
    },
  },
  {
    id: "select.clear-mask",
    label: "Clear the mask",
    icon: "mask",
    help: "Removes the painted mask. The selection then limits brushes again.",
    menu: ["Edit", 3],
    refusal: noMask,
    perform: (studio) => studio.history.run(setMask(studio, null, "Clear the mask")),
  },
];
