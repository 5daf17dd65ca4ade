import type { VertexSelection, VertexSet } from "../../../workers/model/mesh/vertex-selection";
import { plural } from "../../common/format";
import type { IconName } from "../../common/icon-names";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";
import { shownAmong } from "./changeable";

export const vertexSelection = (stores: Stores): VertexSelection =>
  stores.document.getState().vertexSelection;

const change = (stores: Stores, label: string, icon: IconName, next: Partial<VertexSelection>): Command =>
  patch(stores, label, icon, { vertexSelection: { ...vertexSelection(stores), ...next } });

const isSame = (a: Uint32Array, b: Uint32Array): boolean =>
  a.length === b.length && a.every((i, n) => i === b[n]);

const verticesIn = (list: Uint32Array) => plural(list.length, "vertex", "vertices");

/**
 * Selects these vertices and no others; null if they are selected already. Hidden ones are left out.
 * @param wanted ascending.
 */
export function selectVertices(stores: Stores, wanted: Uint32Array, how?: string): Command | null {
  const vertices = shownAmong(stores, wanted);
  if (isSame(vertices, vertexSelection(stores).vertices)) return null;
  const label = vertices.length === 0 ? "Select no vertices" : `Select ${verticesIn(vertices)}`;
  return change(stores, how ? `${label}: ${how}` : label, "select", { vertices });
}

/** @param width in the sequence's unit, 0 or more. */
export const setSoftEdge = (stores: Stores, width: number): Command =>
  change(stores, width > 0 ? "Soft edge of the selection" : "Hard edge of the selection", "select", {
    softEdge: width,
  });

/** @param mask V, 0 to 1; null removes it. */
export const setMask = (stores: Stores, mask: Float32Array | null, label: string): Command =>
  change(stores, label, "mask", { mask });

/** Saves the selected vertices as a set. Replaces a set of the same name. */
export function saveSet(stores: Stores, name: string): Command {
  const { sets, vertices } = vertexSelection(stores);
  const made: VertexSet = { name, vertices };
  const isNew = !sets.some((set) => set.name === name);
  return change(stores, `Save set ${name}: ${verticesIn(vertices)}`, "select", {
    sets: isNew ? [...sets, made] : sets.map((set) => (set.name === name ? made : set)),
  });
}

/** @throws if another set has the new name. */
export function renameSet(stores: Stores, name: string, next: string): Command {
  const { sets } = vertexSelection(stores);
  if (name !== next && sets.some((set) => set.name === next)) throw new Error(`A set ${next} exists.`);
  return change(stores, `Rename set ${name} to ${next}`, "rename", {
    sets: sets.map((set) => (set.name === name ? { ...set, name: next } : set)),
  });
}

export const deleteSet = (stores: Stores, name: string): Command =>
  change(stores, `Delete set ${name}`, "trash", {
    sets: vertexSelection(stores).sets.filter((set) => set.name !== name),
  });

/** The first of "Set 1", "Set 2" … that no set has as its name. */
export function freeSetName(sets: readonly VertexSet[]): string {
  for (let n = 1; ; n++) if (!sets.some(({ name }) => name === `Set ${n}`)) return `Set ${n}`;
}
