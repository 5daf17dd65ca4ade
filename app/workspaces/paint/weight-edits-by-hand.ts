import { createStore } from "zustand/vanilla";
import { markedVertices } from "../../../workers/geometry/selecting/vertex-lists";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { formatCount, formatWeight, plural } from "../../common/format";
import { brushOperation } from "../../document/brush-operations";
import type { Command } from "../../document/history/history";
import { type Influence, influencesOf } from "../../document/measure";
import { selectedBones } from "../../document/selection";
import { type Stores, storeKey } from "../../document/stores";
import { changeable, shownAmong, tellHidden } from "../../document/vertices/changeable";
import { selectionMask, softSelection } from "../../document/vertices/selection-mask";
import { vertexSelection } from "../../document/vertices/vertex-selection";
import { verticesByBones } from "../../document/vertices/vertices-by";
import { meshRings } from "../../document/weights/mesh-rings";
import { WeightBrush } from "../../document/weights/painting/weight-brush";
import { changeWeights, tellChange } from "../../document/weights/painting/weight-painting";
import { normalisedRows, pastedRow, prunedRows, typedRow } from "../../document/weights/painting/whole-mesh";
import { RecipientsOf } from "../../document/weights/weight-recipients";
import type { WeightRows } from "../../document/weights/weight-rows";
import { GpuWeights } from "../../viewport/deform/data/gpu-weights";
import { openedWeights } from "./opened-weights";

/** Where a flood acts. */
type FloodPlace = "everywhere" | "where it acts" | "selection";

/** A change of weights, or a sentence that says why there is none. */
type Edit = Command | string;

const orNothing = (rows: WeightRows, make: () => Edit): Edit | null =>
  rows.vertices.length > 0 ? make() : null;

/** The strength of a flood at each vertex, V. It is 0 outside the mask. */
function floodShares(
  stores: Stores,
  where: FloodPlace,
  weights: SparseWeights,
  bones: readonly number[],
): Float32Array {
  const count = weights.offsets.length - 1;
  const mask = selectionMask(stores);
  const shares = new Float32Array(count).fill(where === "everywhere" ? 1 : 0);
  if (where === "where it acts") for (const i of verticesByBones(weights, bones, 0)) shares[i] = 1;
  if (where === "selection") shares.set(softSelection(stores.document.getState()) ?? []);
  // Without a painted mask, the selection is the mask. It must not count twice.
  if (mask && !(where === "selection" && !vertexSelection(stores).mask))
    for (let i = 0; i < count; i++) shares[i] *= mask[i];
  return shares;
}

/** Applies the brush to all vertices, to those that the selected bone moves, or to the selected ones. */
export function flood(stores: Stores, where: FloodPlace): Edit | null {
  const { rig, sequence, locked } = openedWeights(stores);
  const { selectedBone: bone, paint } = stores.view.getState();
  if (bone === null) throw new Error("No bone is selected.");
  const operation = brushOperation(paint, { ctrl: false, shift: false });
  const bones = selectedBones(stores.view.getState()).filter((j) => !locked[j]);
  const all = floodShares(stores, where, rig.weights, bones);
  const wanted = markedVertices(all);
  const vertices = shownAmong(stores, wanted);
  const shares = Float32Array.from(vertices, (i) => all[i]);
  const painted = {
    weights: rig.weights,
    bones: rig.bones,
    rest: rig.rest,
    rings: meshRings(sequence),
    locked,
  };
  const brush = new WeightBrush(painted, new GpuWeights(rig.weights), operation, [bones]);
  brush.touch([{ bone: bones[0], count: vertices.length, vertices, shares }]);
  const rows = brush.outcome();
  tellChange(stores, rig, rows, bones, brush.stuck);
  tellHidden(stores, wanted.length - vertices.length);
  const name = bones.length === 1 ? rig.bones[bones[0]].name : plural(bones.length, "bone");
  return orNothing(rows, () => changeWeights(stores, `Flood ${name}`, "fill", rows));
}

/** Sets one weight of a vertex to a typed value. */
export function typeWeight(stores: Stores, vertex: number, bone: number, value: number): Edit | null {
  const { rig, sequence, locked } = openedWeights(stores);
  const { weights, bones, rest } = rig;
  const rings = meshRings(sequence);
  const recipients = new RecipientsOf({ weights, bones, rest, rings, locked, painted: [bone] });
  const rows = typedRow(weights, { vertex, bone, value }, locked, () => recipients.at(vertex));
  const label = `${bones[bone].name} at vertex ${formatCount(vertex + 1)}: ${formatWeight(value)}`;
  return orNothing(rows, () => changeWeights(stores, label, "table", rows));
}

export function normaliseWeights(stores: Stores): Edit | null {
  const { rig, locked } = openedWeights(stores);
  const { vertices, hidden } = changeable(stores);
  const rows = normalisedRows(rig.weights, locked, vertices);
  tellHidden(stores, hidden);
  return orNothing(rows, () =>
    changeWeights(stores, `Normalise ${plural(rows.vertices.length, "vertex", "vertices")}`, "sum", rows),
  );
}

/**
 * Removes small weights.
 * @param least weights below this are removed
 * @param most largest number of influences per vertex; 0 for any number
 */
export function pruneWeights(stores: Stores, least: number, most: number): Edit | null {
  const { rig, locked } = openedWeights(stores);
  const { vertices, hidden } = changeable(stores);
  const rows = prunedRows(rig.weights, locked, { least, most }, vertices);
  tellHidden(stores, hidden);
  const label = most > 0 ? `Prune to ${plural(most, "influence")}` : `Prune below ${least}`;
  return orNothing(rows, () => changeWeights(stores, label, most > 0 ? "count" : "prune", rows));
}

/** Copied weights, and the bones that they belong to. */
interface Copied {
  of: WeakRef<Rig["bones"]>;
  row: Influence[];
}

const COPIED = storeKey(() => createStore<{ copied: Copied | null }>()(() => ({ copied: null })));

/** Copies the weights of a vertex, to paste them onto another. */
export function copyWeights(stores: Stores, vertex: number): void {
  const { rig } = openedWeights(stores);
  const row = influencesOf(rig.weights, vertex);
  stores.of(COPIED).setState({ copied: { of: new WeakRef(rig.bones), row } });
}

/** Whether there are copied weights that fit the rig. */
export const hasCopied = (stores: Stores): boolean => {
  const { rig } = stores.document.getState();
  const { copied } = stores.of(COPIED).getState();
  return rig !== null && copied?.of.deref() === rig.bones;
};

export function pasteWeights(stores: Stores, vertex: number): Edit | null {
  const { rig, locked } = openedWeights(stores);
  const { copied } = stores.of(COPIED).getState();
  const rows = pastedRow(rig.weights, vertex, copied?.row ?? [], locked);
  return orNothing(rows, () =>
    changeWeights(stores, `Paste weights to vertex ${formatCount(vertex + 1)}`, "paste", rows),
  );
}
