import { connectedList } from "../../../../workers/geometry/selecting/vertex-lists";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Action } from "../../../actions/action";
import { noRig, noSequence } from "../../../actions/guards/guards";
import { noSelectedBone, noWeights } from "../../../actions/guards/weight-guards";
import type { Studio } from "../../../actions/studio";
import { plural } from "../../../common/format";
import { shownRig } from "../../../document/document";
import { SOURCE_FRAMES } from "../../../document/frames/source-frames";
import { paintState } from "../../../document/paint-settings";
import { selectedBones } from "../../../document/selection";
import { toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";
import { selectVertices, vertexSelection } from "../../../document/vertices/vertex-selection";
import {
  vertexErrors,
  verticesByBones,
  verticesByError,
  verticesByInfluences,
} from "../../../document/vertices/vertices-by";
import { meshRings } from "../../../document/weights/mesh-rings";
import { lockedBones } from "../../../document/weights/weight-locks";

/** Selects vertices, or shows a message if there are none. */
function select(studio: Studio, vertices: Uint32Array, how: string): void {
  if (vertices.length === 0) {
    toast(studio, "No vertex found", `No vertex matches: ${how}.`);
    return;
  }
  const command = selectVertices(studio, vertices, how);
  if (command) studio.history.run(command);
}

/** The default error limit, as a fraction of the end of the error ramp. */
const USUAL_ERROR = 0.1;

/** The smallest error that Select by error selects, in the sequence's unit. */
export const errorLimit = (stores: Stores): number =>
  paintState(stores).numbers.error ?? USUAL_ERROR * stores.view.getState().errorRange[1];

const rigOf = (stores: Stores): Rig | null => shownRig(stores.document.getState());
const edits = (stores: Stores) => stores.document.getState().weightEdits;

/** Positions of the source in the frame on screen; null while it is read from its file. */
function sourceNow(stores: Stores): Float32Array | null {
  const { sequence } = stores.document.getState();
  const frame = Math.round(stores.view.getState().frame);
  return sequence && stores.of(SOURCE_FRAMES).at(sequence, frame);
}

/** Actions that select vertices by weights, errors or connected parts. */
export const SELECT_BY_ACTIONS: Action[] = [
  {
    id: "paint.select-connected",
    label: "Select connected part",
    words: "island shell linked",
    icon: "select",
    keys: ["L"],
    help: "Selects the part under the pointer, or the parts of the selected vertices.",
    menu: ["Edit", 4],
    refusal: (stores) =>
      noSequence(stores) ??
      (stores.view.getState().hovered || vertexSelection(stores).vertices.length > 0
        ? null
        : "The pointer is not on the mesh, and no vertices are selected."),
    perform: (studio) => {
      const { sequence } = studio.document.getState();
      const { hovered } = studio.view.getState();
      const from = hovered ? [hovered.vertex] : vertexSelection(studio).vertices;
      if (sequence) select(studio, connectedList(from, meshRings(sequence)), "connected part");
    },
  },
  {
    id: "paint.select-bone",
    label: "Select vertices by bone",
    icon: "select",
    help: "Selects where the weight of the selected bones exceeds the number in the Selection section.",
    menu: ["Edit", 4],
    refusal: (stores) => noWeights(stores) ?? noSelectedBone(stores),
    perform: (studio) => {
      const rig = rigOf(studio);
      const { weight } = paintState(studio).numbers;
      const bones = selectedBones(studio.view.getState());
      if (rig) select(studio, verticesByBones(rig.weights, bones, weight), `weight above ${weight}`);
    },
  },
  {
    id: "paint.select-influences",
    label: "Select vertices by influences",
    icon: "select",
    help: "Selects vertices with more influences than the number in the Selection section.",
    menu: ["Edit", 4],
    refusal: noWeights,
    perform: (studio) => {
      const rig = rigOf(studio);
      const { influences } = paintState(studio).numbers;
      if (rig)
        select(
          studio,
          verticesByInfluences(rig.weights, influences),
          `more than ${plural(influences, "influence")}`,
        );
    },
  },
  {
    id: "paint.select-error",
    label: "Select vertices by error",
    icon: "select",
    help: "Selects vertices whose error in this frame exceeds the number in the Selection section.",
    menu: ["Edit", 4],
    refusal: (stores) =>
      noRig(stores) ??
      ((stores.document.getState().sequence?.frameCount ?? 0) > 1
        ? null
        : "The mesh has no animation, so there are no errors.") ??
      (sourceNow(stores)
        ? null
        : "This frame of the source is not read yet. Wait a moment, or give its file again."),
    perform: (studio) => {
      const { rig } = studio.document.getState();
      const frame = Math.round(studio.view.getState().frame);
      const source = sourceNow(studio);
      if (source && rig) {
        const errors = vertexErrors(source, rig, frame);
        select(studio, verticesByError(errors, errorLimit(studio)), `error in frame ${frame + 1}`);
      }
    },
  },
  {
    id: "paint.select-painted",
    label: "Select painted vertices",
    icon: "select",
    menu: ["Edit", 4],
    refusal: (stores) =>
      noSequence(stores) ?? (edits(stores).painted.length > 0 ? null : "No weights are painted by hand."),
    perform: (studio) => select(studio, edits(studio).painted, "painted by hand"),
  },
  {
    id: "paint.select-locked",
    label: "Select vertices of locked bones",
    icon: "select",
    menu: ["Edit", 4],
    refusal: (stores) =>
      noWeights(stores) ?? (edits(stores).locked.length > 0 ? null : "No bone's weights are locked."),
    perform: (studio) => {
      const rig = rigOf(studio);
      if (!rig) return;
      const isLocked = lockedBones(studio, rig.bones);
      const locked = [...isLocked.keys()].filter((j) => isLocked[j]);
      select(studio, verticesByBones(rig.weights, locked, 0), "locked bones");
    },
  },
];
