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

/** What the panel of layers has selected. */
interface LayerPick {
  /** A layer's id; null for the highest. The base cannot be painted, so it cannot be selected. */
  id: number | null;
  /** Whether an opacity is dragged, so that the rig on screen is its preview. */
  previewing: boolean;
}

export const LAYER_PICK = storeKey(() => createStore<LayerPick>()(() => ({ id: null, previewing: false })));

/** The selected layer, or the highest if the selected one is gone; null without layers. */
export function pickedLayer(layers: WeightLayers | null, { id }: Pick<LayerPick, "id">): WeightLayer | null {
  return layers?.layers.find((layer) => layer.id === id) ?? layers?.layers.at(-1) ?? null;
}

/** The layer that strokes go to; null if the first stroke makes one. */
export const selectedLayer = (stores: Stores): WeightLayer | null =>
  pickedLayer(stores.document.getState().weightLayers, stores.of(LAYER_PICK).getState());

export const selectLayer = (stores: Stores, id: number | null): void =>
  stores.of(LAYER_PICK).setState({ id });

/** Why nothing can be painted on a layer, as a sentence that says what to do; null if it can. */
export function whyNotPainted(stack: Pick<WeightLayers, "layers">, layer: WeightLayer): string | null {
  const { name } = layer;
  if (layer.locked) return `The layer ${name} is locked. Click its padlock to paint on it.`;
  if (layer.muted) return `The layer ${name} is hidden. Click its eye to paint on it.`;
  if (!isShown(stack, layer))
    return `The layer ${name} is hidden, because another one is solo. Alt-click its eye.`;
  if (layer.opacity <= 0) return `The layer ${name} has an opacity of 0 %. Raise it to paint on it.`;
  return null;
}

/** Why nothing can be painted on the selected layer; null if it can, or if a stroke makes a layer. */
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

/** The lowest number that no layer has as its id. */
export const freeId = ({ layers }: Pick<WeightLayers, "layers">): number =>
  layers.reduce((most, { id }) => Math.max(most, id), 0) + 1;

/** "Layer 3", the first such name that is free. */
export function freeLayerName({ layers }: Pick<WeightLayers, "layers">, stem = "Layer"): string {
  const names = new Set(layers.map(({ name }) => name));
  let n = 1;
  while (names.has(`${stem} ${n}`)) n++;
  return `${stem} ${n}`;
}

/** A new layer for strokes. It replaces, so that what is painted stays whatever is found below. */
export const strokeLayer = (stack: WeightLayers, name = freeLayerName(stack)): WeightLayer =>
  newLayer(freeId(stack), name, "replace", Date.now());

/** The place of a layer in the stack. */
export const levelOf = ({ layers }: Pick<WeightLayers, "layers">, id: number): number =>
  layers.findIndex((layer) => layer.id === id);

/** The layers of the document that have numbers of bones that the rig has no longer, by layer. */
export function missingIn(
  { rig, weightLayers }: Pick<DocumentState, "rig" | "weightLayers">,
  layer: WeightLayer,
): string[] {
  if (!rig || !weightLayers || layer.kind === "smooth") return [];
  const used = new Set<number>();
  for (const j of layer.rows.bones) if (j >= rig.bones.length) used.add(j);
  return [...used].map((j) => weightLayers.bones[j]);
}
