import type { Action } from "../../../actions/action";
import { noSequence, noVertices } from "../../../actions/guards/guards";
import {
  noFlood,
  noLayerForWeights,
  noSelectedBone,
  noVertex,
  noWeights,
} from "../../../actions/guards/weight-guards";
import { formatCount, formatPlain, plural } from "../../../common/format";
import { shownRig } from "../../../document/document";
import { pickSentence } from "../../../document/keymap/keymap-words";
import { paintState, setPaint } from "../../../document/paint-settings";
import { toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";
import { movedAmong } from "../../../document/weights/painted-vertices";
import { isLocked, lockOthers, lockWeights, toggleLock } from "../../../document/weights/weight-locks";
import { BINDING } from "../../bind/runs/binding";
import {
  copyWeights,
  flood,
  hasCopied,
  normaliseWeights,
  pasteWeights,
  pruneWeights,
} from "../weight-edits-by-hand";
import { MIRROR_ACTIONS } from "./mirror-actions";
import { runOrTell } from "./run-edit";

const selectedName = (stores: Stores): string | undefined =>
  shownRig(stores.document.getState())?.bones[stores.view.getState().selectedBone ?? -1]?.name;
const paintedNow = (stores: Stores) => stores.document.getState().weightEdits.painted;
const nonePainted = (stores: Stores) =>
  noWeights(stores) ?? (paintedNow(stores).length > 0 ? null : "No weights are painted by hand.");
const paintedVertex = (stores: Stores) => paintedNow(stores).filter((i) => i === paintState(stores).vertex);

/** Painted vertices that the selected bone moves. */
function paintedOfBone(stores: Stores): Uint32Array {
  const { rig } = stores.document.getState();
  const bone = stores.view.getState().selectedBone;
  return rig && bone !== null ? movedAmong(paintedNow(stores), rig.weights, bone) : new Uint32Array(0);
}

const lockedNow = (stores: Stores) => stores.document.getState().weightEdits.locked;

/** Actions that lock weights, change all weights at once, or act on the selected vertex. */
export const WEIGHT_ACTIONS: Action[] = [
  {
    id: "paint.lock",
    label: "Lock bone for painting",
    icon: "lock",
    keys: ["O"],
    help: "Protects the bone's weights from strokes and the optimisation.",
    menu: ["Rig", 7],
    refusal: (stores) => noWeights(stores) ?? noSelectedBone(stores),
    checked: (stores) => isLocked(stores, selectedName(stores) ?? ""),
    perform: (studio) => {
      const name = selectedName(studio);
      if (name !== undefined) studio.history.run(toggleLock(studio, name));
    },
  },
  {
    id: "paint.lock-others",
    label: "Lock all other bones",
    icon: "lock",
    help: "Locks every bone but the selected one.",
    menu: ["Rig", 7],
    refusal: noWeights,
    perform: (studio) => studio.history.run(lockOthers(studio, studio.view.getState().selectedBone)),
  },
  {
    id: "paint.unlock-all",
    label: "Unlock all for painting",
    icon: "unlock",
    menu: ["Rig", 7],
    refusal: (stores) =>
      noWeights(stores) ?? (lockedNow(stores).length > 0 ? null : "No bone's weights are locked."),
    perform: (studio) => studio.history.run(lockWeights(studio, lockedNow(studio), false)),
  },
  {
    id: "paint.release",
    label: "Release painted weights",
    icon: "unpin",
    help: "Lets the optimisation change weights that were painted by hand.",
    menu: ["Rig", 7],
    refusal: nonePainted,
    perform: ({ get, document }) => {
      const { painted } = document.getState().weightEdits;
      get(BINDING).letGo(`Release ${plural(painted.length, "painted vertex", "painted vertices")}`, painted);
    },
  },
  {
    id: "paint.release-bone",
    label: "Release painted weights of bone",
    icon: "unpin",
    help: "Releases the vertices that the selected bone moves.",
    menu: ["Rig", 7],
    refusal: (stores) =>
      nonePainted(stores) ??
      (paintedOfBone(stores).length > 0 ? null : "The selected bone moves no painted vertex."),
    perform: (studio) =>
      studio.get(BINDING).letGo(`Release painted weights of ${selectedName(studio)}`, paintedOfBone(studio)),
  },
  {
    id: "paint.release-vertex",
    label: "Release painted weights of vertex",
    icon: "unpin",
    refusal: (stores) =>
      nonePainted(stores) ??
      (paintedVertex(stores).length > 0
        ? null
        : `The selected vertex is not painted. ${pickSentence(stores, "a painted one", "press V over one")}`),
    perform: (studio) =>
      studio
        .get(BINDING)
        .letGo(`Release vertex ${(paintState(studio).vertex ?? 0) + 1}`, paintedVertex(studio)),
  },
  {
    id: "paint.flood",
    label: "Flood mesh",
    icon: "fill",
    help: "Applies the brush to the whole mesh.",
    menu: ["Rig", 7],
    refusal: noFlood,
    perform: (studio) => runOrTell(studio, flood(studio, "everywhere"), "The brush changes no weight here."),
  },
  {
    id: "paint.flood-bone",
    label: "Flood bone",
    icon: "fill",
    help: "Applies the brush wherever the bone has weight.",
    menu: ["Rig", 7],
    refusal: noFlood,
    perform: (studio) =>
      runOrTell(studio, flood(studio, "where it acts"), "The brush changes no weight here."),
  },
  {
    id: "paint.flood-selection",
    label: "Flood selected vertices",
    icon: "fill",
    help: "Applies the brush to the selected vertices and their soft edge.",
    menu: ["Rig", 7],
    refusal: (stores) => noFlood(stores) ?? noVertices(stores),
    perform: (studio) => runOrTell(studio, flood(studio, "selection"), "The brush changes no weight here."),
  },
  ...MIRROR_ACTIONS,
  {
    id: "paint.normalise",
    label: "Normalise all weights",
    icon: "sum",
    help: "Scales the weights of each vertex to a sum of 1.",
    menu: ["Rig", 7],
    refusal: noLayerForWeights,
    perform: (studio) => runOrTell(studio, normaliseWeights(studio), "All weights already sum to 1."),
  },
  {
    id: "paint.prune",
    label: "Prune small weights",
    icon: "prune",
    help: "Removes weights below the number in the Whole mesh section and scales the others up.",
    menu: ["Rig", 7],
    refusal: noLayerForWeights,
    perform: (studio) => {
      const { prune } = paintState(studio).numbers;
      runOrTell(studio, pruneWeights(studio, prune, 0), `No weight is below ${formatPlain(prune)}.`);
    },
  },
  {
    id: "paint.limit",
    label: "Limit influences",
    icon: "count",
    help: "Keeps the largest weights of each vertex. The Whole mesh section sets how many.",
    menu: ["Rig", 7],
    refusal: noLayerForWeights,
    perform: (studio) => {
      const most = paintState(studio).numbers.limit;
      runOrTell(
        studio,
        pruneWeights(studio, 0, most),
        `No vertex has more than ${plural(most, "influence")}.`,
      );
    },
  },
  {
    id: "paint.vertex",
    label: "Select vertex under pointer",
    icon: "table",
    keys: ["V"],
    help: "Keeps its weights in the table, where you can type them.",
    refusal: (stores) =>
      noWeights(stores) ?? (stores.view.getState().hovered ? null : "The pointer is not on the mesh."),
    perform: (studio) => setPaint(studio, { vertex: studio.view.getState().hovered?.vertex ?? null }),
  },
  {
    id: "paint.no-vertex",
    label: "Deselect vertex",
    icon: "x",
    keys: ["Esc"],
    refusal: (stores) =>
      noSequence(stores) ?? (paintState(stores).vertex === null ? "No vertex is selected." : null),
    perform: (studio) => setPaint(studio, { vertex: null }),
  },
  {
    id: "paint.copy",
    label: "Copy vertex weights",
    icon: "copy",
    keys: ["Ctrl+C"],
    refusal: noVertex,
    perform: (studio) => {
      const vertex = paintState(studio).vertex ?? 0;
      copyWeights(studio, vertex);
      toast(
        studio,
        `Weights of vertex ${formatCount(vertex + 1)} copied`,
        "Select another vertex, then paste.",
      );
    },
  },
  {
    id: "paint.paste",
    label: "Paste vertex weights",
    icon: "paste",
    keys: ["Ctrl+V"],
    help: "Locked bones keep their weights.",
    refusal: (stores) =>
      noLayerForWeights(stores) ?? noVertex(stores) ?? (hasCopied(stores) ? null : "No weights were copied."),
    perform: (studio) =>
      runOrTell(
        studio,
        pasteWeights(studio, paintState(studio).vertex ?? 0),
        "The vertex already has these weights.",
      ),
  },
];
