import { connectedList } from "../../../workers/geometry/selecting/vertex-lists";
import {
  hiddenWith,
  hidesEverything,
  hideVertices,
  isSomethingHidden,
  showEverything,
  showOnlyVertices,
} from "../../document/scene/hiding-commands";
import { toast } from "../../document/session/toasts";
import type { Stores } from "../../document/stores";
import { vertexSelection } from "../../document/vertices/vertex-selection";
import { meshRings } from "../../document/weights/mesh-rings";
import type { Action } from "../action";
import { noSequence } from "../guards/guards";
import type { Studio } from "../studio";

/** The vertices to hide: the selected ones, or the connected part under the pointer. Null without either. */
function piece(stores: Stores): Uint32Array | null {
  const { sequence } = stores.document.getState();
  const { hovered } = stores.view.getState();
  const { vertices } = vertexSelection(stores);
  if (vertices.length > 0) return vertices;
  return sequence && hovered ? connectedList([hovered.vertex], meshRings(sequence)) : null;
}

const noPiece = (stores: Stores): string | null =>
  noSequence(stores) ??
  (stores.view.getState().hovered || vertexSelection(stores).vertices.length > 0
    ? null
    : "Select vertices, or point at a connected part. The eyes in the outliner hide parts; Alt-click shows one alone.");

const nothingHidden = (stores: Stores): string | null =>
  noSequence(stores) ?? (isSomethingHidden(stores) ? null : "Nothing is hidden.");

const isolate = (studio: Studio, label: string): void => {
  const vertices = piece(studio);
  if (vertices?.length === studio.document.getState().sequence?.vertexCount)
    toast(studio, label, "The whole mesh is connected. Select the vertices that should stay.", {
      kind: "warning",
    });
  else if (vertices) studio.history.run(showOnlyVertices(studio, label, vertices));
};

/** Actions that hide parts of the mesh. Hidden parts cannot be picked or painted. */
export const HIDING_ACTIONS: Action[] = [
  {
    id: "view.hide",
    label: "Hide",
    words: "visibility isolate part shell",
    icon: "eyeoff",
    help: "Hides the selected vertices, or the part under the pointer.",
    keys: ["H"],
    refusal: noPiece,
    perform: (studio) => {
      const vertices = piece(studio);
      if (!vertices) return;
      if (hidesEverything(studio, hiddenWith(studio, vertices)))
        toast(studio, "Hide", "This would hide everything.", { kind: "warning" });
      else studio.history.run(hideVertices(studio, vertices));
    },
  },
  {
    id: "view.hide-others",
    label: "Hide others",
    words: "visibility unselected solo part shell",
    icon: "filter",
    help: "Shows only the selected vertices, or the part under the pointer.",
    keys: ["Shift+H"],
    refusal: noPiece,
    perform: (studio) => isolate(studio, "Hide others"),
  },
  {
    id: "view.isolate",
    label: "Isolate",
    words: "local view solo part shell",
    icon: "filter",
    help: "Shows only the selected vertices, or the part under the pointer. A second press shows everything.",
    keys: ["/"],
    menu: ["View", 3],
    refusal: (stores) => noSequence(stores) ?? (isSomethingHidden(stores) ? null : noPiece(stores)),
    checked: isSomethingHidden,
    perform: (studio) => {
      if (isSomethingHidden(studio)) studio.history.run(showEverything(studio));
      else isolate(studio, "Isolate");
    },
  },
  {
    id: "view.show-all",
    label: "Show all",
    words: "unhide reveal visibility",
    icon: "eye",
    keys: ["Alt+H"],
    menu: ["View", 3],
    refusal: nothingHidden,
    perform: (studio) => studio.history.run(showEverything(studio)),
  },
];
