import { createStore } from "zustand/vanilla";
import type { Rig } from "../../../../workers/model/rig/rig";
import { plural } from "../../../common/format";
import type { Command } from "../../../document/history/history";
import { type Stores, storeKey } from "../../../document/stores";
import { changeable, changeMask, shownAmong, tellHidden } from "../../../document/vertices/changeable";
import { vertexSelection } from "../../../document/vertices/vertex-selection";
import { type BoneExchange, exchangedRows } from "../../../document/weights/painting/bone-rows";
import { patchedRows, patchOf, type WeightPatch } from "../../../document/weights/painting/patch-rows";
import { changeWeights } from "../../../document/weights/painting/weight-painting";
import { openedWeights } from "../opened-weights";

/** The last copied weights of vertices, and the last copied bone. */
interface Copied {
  patch: { of: WeakRef<Rig["bones"]>; weights: WeightPatch } | null;
  /** The bone's name. */
  bone: string | null;
}

export const COPIED_WEIGHTS = storeKey(() => createStore<Copied>()(() => ({ patch: null, bone: null })));

/** Copies the weights of the selected vertices. */
export function copySelection(stores: Stores): void {
  const { rig, sequence } = openedWeights(stores);
  const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
  const { vertices } = vertexSelection(stores);
  const weights = patchOf(rig.weights, { rest: sequence.rest, triangles }, vertices);
  stores.of(COPIED_WEIGHTS).setState({ patch: { of: new WeakRef(rig.bones), weights } });
}

/** The copied patch, if it fits the open rig. */
export function copiedPatch(stores: Stores): WeightPatch | null {
  const { patch } = stores.of(COPIED_WEIGHTS).getState();
  const { rig } = stores.document.getState();
  return patch && rig && patch.of.deref() === rig.bones ? patch.weights : null;
}

/** Pastes copied weights onto the selected vertices. Null: nothing changes. */
export function pasteSelection(stores: Stores): Command | string | null {
  const { rig, sequence, locked } = openedWeights(stores);
  const patch = copiedPatch(stores);
  const { vertices: selected } = vertexSelection(stores);
  const vertices = shownAmong(stores, selected);
  tellHidden(stores, selected.length - vertices.length);
  if (!patch || vertices.length === 0) return null;
  const rows = patchedRows(rig.weights, patch, sequence.rest, vertices, locked, changeMask(stores));
  if (rows.vertices.length === 0) return null;
  const what = plural(rows.vertices.length, "vertex", "vertices");
  return changeWeights(stores, `Paste weights to ${what}`, "paste", rows);
}

const WORDS: Readonly<Record<BoneExchange, (from: string, to: string) => string>> = {
  copy: (from, to) => `Copy weights of ${from} to ${to}`,
  add: (from, to) => `Add weights of ${from} to ${to}`,
  move: (from, to) => `Move weights of ${from} to ${to}`,
  swap: (from, to) => `Swap weights of ${from} and ${to}`,
};

/** The copied and the selected bone, or an error message if one is missing or locked. */
export function bonePair(stores: Stores): [from: number, to: number] | string {
  const { rig, locked } = openedWeights(stores);
  const { bone } = stores.of(COPIED_WEIGHTS).getState();
  const from = rig.bones.findIndex(({ name }) => name === bone);
  const to = stores.view.getState().selectedBone;
  if (from < 0) return "No bone's weights are copied.";
  if (to === null || to === from) return "Select another bone first.";
  const shut = [from, to].find((j) => locked[j]);
  return shut === undefined ? [from, to] : `${rig.bones[shut].name} is locked. Click its padlock first.`;
}

/** Copies, adds, moves or swaps the weights of the copied and the selected bone. Null: nothing changes. */
export function exchangeBones(stores: Stores, how: BoneExchange): Command | string | null {
  const { rig, locked } = openedWeights(stores);
  const pair = bonePair(stores);
  if (typeof pair === "string") return null;
  const { vertices, hidden } = changeable(stores);
  tellHidden(stores, hidden);
  const rows = exchangedRows(rig.weights, how, pair, locked, vertices);
  if (rows.vertices.length === 0) return null;
  const [from, to] = pair.map((j) => rig.bones[j].name);
  return changeWeights(stores, WORDS[how](from, to), how === "copy" ? "paste" : "copy", rows);
}
