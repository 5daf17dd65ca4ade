/** The layer that strokes go to. It is not part of the document. */
import { createStore } from "zustand/vanilla";
import {
  isShown,
  newLayer,
  type WeightLayer,
  type WeightLayers,
} from "../../../../workers/model/weights/layers/weight-layers";
import type { DocumentState } from "../../document";
import { type Stores, storeKey } from "../../stores";

/** The selection in the layers panel. */
interface LayerPick {
  /** A layer's id; null for the highest. The base cannot be painted, so it cannot be selected. */
  id: number | null;
  /** Whether an opacity is being dragged; the rig on screen is its preview. */
  previewing: boolean;
  /** The layer whose name is being typed, by id; null for none. */
  renaming: number | null;
}

export const LAYER_PICK = storeKey(() =>
  createStore<LayerPick>()(() => ({ id: null, previewing: false, renaming: null })),
);

/** The selected layer, or the highest if the selected one is gone; null without layers. */
export function pickedLayer(layers: WeightLayers | null, { id }: Pick<LayerPick, "id">): WeightLayer | null {
  return layers?.layers.find((layer) => layer.id === id) ?? layers?.layers.at(-1) ?? null;
}

/** The layer that strokes go to; null if the first stroke makes one. */
export const selectedLayer = (stores: Stores): WeightLayer | null =>
  pickedLayer(stores.document.getState().weightLayers, stores.of(LAYER_PICK).getState());

export const selectLayer = (stores: Stores, id: number | null): void =>
  stores.of(LAYER_PICK).setState({ id });

/** Why a layer cannot be painted, and what to do; null if it can. */
export function whyNotPainted(stack: Pick<WeightLayers, "layers">, layer: WeightLayer): string | null {
  const { name } = layer;
  if (layer.locked) return `The layer ${name} is locked. Click its padlock to paint on it.`;
  if (layer.muted) return `The layer ${name} is hidden. Click its eye to paint on it.`;
  if (!isShown(stack, layer))
    return `The layer ${name} is hidden, because another one is solo. Alt-click its eye.`;
  if (layer.opacity <= 0) return `The layer ${name} has an opacity of 0 %. Raise it to paint on it.`;
  return null;
}

/** Why the selected layer cannot be painted; null if it can, or if the first stroke makes a layer. */
export function whyNotPainting(stores: Stores): string | null {
  const { weightLayers } = stores.document.getState();
  const layer = selectedLayer(stores);
  return weightLayers && layer && whyNotPainted(weightLayers, layer);
}

/** Why weights cannot be painted or set on the selected layer; null if they can. */
export function whyNotWeights(stores: Stores): string | null {
  const why = whyNotPainting(stores);
  if (why) return why;
  const layer = selectedLayer(stores);
  return layer?.kind === "smooth"
    ? `The layer ${layer.name} only smooths. Use the Smooth brush, or select another layer.`
    : null;
}

/** An id for a new layer, above all others. */
export const freeId = ({ layers }: Pick<WeightLayers, "layers">): number =>
  layers.reduce((most, { id }) => Math.max(most, id), 0) + 1;

/** The first of "Layer 1", "Layer 2" … that no layer has as its name. @param first the first number. */
export function freeLayerName({ layers }: Pick<WeightLayers, "layers">, stem = "Layer", first = 1): string {
  const names = new Set(layers.map(({ name }) => name));
  let n = first;
  while (names.has(`${stem} ${n}`)) n++;
  return `${stem} ${n}`;
}

/** "Elbow copy", "Elbow copy 2" …: a name for a copy that no layer has. */
export function freeCopyName(stack: Pick<WeightLayers, "layers">, name: string): string {
  const copy = `${name} copy`;
  return stack.layers.some((layer) => layer.name === copy) ? freeLayerName(stack, copy, 2) : copy;
}

/** A new layer for strokes. It replaces, so that painted weights stay when new ones are found below. */
export const strokeLayer = (stack: WeightLayers, name = freeLayerName(stack)): WeightLayer =>
  newLayer(freeId(stack), name, "replace", Date.now());

/** The place of a layer in the stack, 0 for the lowest; −1 if it is not there. */
export const levelOf = ({ layers }: Pick<WeightLayers, "layers">, id: number): number =>
  layers.findIndex((layer) => layer.id === id);

/** The names of bones that have weights in a layer but are no longer in the rig. */
export function missingIn(
  { rig, weightLayers }: Pick<DocumentState, "rig" | "weightLayers">,
  layer: WeightLayer,
): string[] {
  if (!rig || !weightLayers || layer.kind === "smooth") return [];
  const used = new Set<number>();
  for (const j of layer.rows.bones) if (j >= rig.bones.length) used.add(j);
  return [...used].map((j) => weightLayers.bones[j]);
}
