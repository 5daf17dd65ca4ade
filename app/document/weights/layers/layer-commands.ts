/** Commands for layers. Each is one step of undo. */
import { mergeDown as mergedDown, ofKind } from "../../../../workers/model/weights/layers/merge-layers";
import {
  noRows,
  replaceRows,
  type SparseRows,
  withRows,
} from "../../../../workers/model/weights/layers/sparse-rows";
import type { VertexValues } from "../../../../workers/model/weights/layers/vertex-values";
import {
  isShown,
  type LayerKind,
  newLayer,
  touchedBy,
  type WeightLayer,
  type WeightLayers,
} from "../../../../workers/model/weights/layers/weight-layers";
import { formatPercent, plural } from "../../../common/format";
import type { IconName } from "../../../common/icon-names";
import type { Command } from "../../history/history";
import type { Stores } from "../../stores";
import { compositionOf } from "./composition";
import { freeCopyName, freeId, freeLayerName, LAYER_PICK, levelOf, selectedLayer } from "./selected-layer";
import { changedRows, openStack, stackCommand } from "./stack-command";

/** The names of kinds of layers on screen. */
export const LAYER_KIND_NAMES: Record<LayerKind, string> = {
  add: "Add",
  replace: "Replace",
  smooth: "Smooth",
  corrective: "Corrective",
};

function layerOf(stack: WeightLayers, id: number): WeightLayer {
  const layer = stack.layers.find((each) => each.id === id);
  if (!layer) throw new Error("There is no such layer.");
  return layer;
}

const replaced = (stack: WeightLayers, layer: WeightLayer): WeightLayers => ({
  ...stack,
  layers: stack.layers.map((each) => (each.id === layer.id ? layer : each)),
});

/** Changes fields of one layer. */
function changeLayer(
  stores: Stores,
  id: number,
  label: (name: string) => string,
  icon: IconName,
  change: Partial<WeightLayer>,
): Command {
  const { stack } = openStack(stores);
  const layer = layerOf(stack, id);
  const after = replaced(stack, { ...layer, ...change });
  const shows = "solo" in change ? touchedBy(stack.layers) : layer.rows.vertices;
  return stackCommand(stores, label(layer.name), icon, { after, vertices: shows });
}

/** Makes an empty layer above the selected one, and selects it. */
export function addLayer(stores: Stores, kind: LayerKind = "replace"): Command {
  const { stack } = openStack(stores);
  const picked = selectedLayer(stores);
  const made = newLayer(freeId(stack), freeLayerName(stack), kind, Date.now());
  const level = picked ? levelOf(stack, picked.id) + 1 : stack.layers.length;
  return stackCommand(stores, `New layer ${made.name}`, "plus", {
    after: { ...stack, layers: stack.layers.toSpliced(level, 0, made) },
    vertices: new Uint32Array(0),
    selected: made.id,
  });
}

export const renameLayer = (stores: Stores, id: number, name: string): Command =>
  changeLayer(stores, id, (old) => `Rename layer ${old} → ${name}`, "rename", { name });

/** Deletes a layer, and selects the one below it. */
export function deleteLayer(stores: Stores, id: number): Command {
  const { stack } = openStack(stores);
  const layer = layerOf(stack, id);
  const layers = stack.layers.filter((each) => each !== layer);
  const level = levelOf(stack, id);
  return stackCommand(stores, `Delete layer ${layer.name}`, "trash", {
    after: { ...stack, layers },
    vertices: layer.solo ? touchedBy(stack.layers) : layer.rows.vertices,
    selected: (layers[level - 1] ?? layers[level])?.id ?? null,
  });
}

/** Removes what is on a layer. Its name, kind, opacity and mask stay. */
export function clearLayer(stores: Stores, id: number): Command {
  const { stack } = openStack(stores);
  const layer = layerOf(stack, id);
  const below = layer.below && noRows();
  return stackCommand(stores, `Clear layer ${layer.name}`, "erase", {
    after: replaced(stack, { ...layer, rows: noRows(), below, strokes: 0, time: Date.now() }),
    vertices: layer.rows.vertices,
  });
}

/** Copies a layer above itself, and selects the copy. */
export function duplicateLayer(stores: Stores, id: number): Command {
  const { stack } = openStack(stores);
  const layer = layerOf(stack, id);
  const copy = {
    ...layer,
    id: freeId(stack),
    name: freeCopyName(stack, layer.name),
    locked: false,
  };
  return stackCommand(stores, `Duplicate layer ${layer.name}`, "copy", {
    after: { ...stack, layers: stack.layers.toSpliced(levelOf(stack, id) + 1, 0, copy) },
    vertices: layer.rows.vertices,
    selected: copy.id,
  });
}

/** Moves a layer to another place in the stack, 0 for the lowest; null if it is already there. */
export function moveLayer(stores: Stores, id: number, to: number): Command | null {
  const { stack } = openStack(stores);
  const from = levelOf(stack, id);
  const place = Math.max(0, Math.min(stack.layers.length - 1, to));
  if (from < 0 || from === place) return null;
  const layer = stack.layers[from];
  const layers = stack.layers.toSpliced(from, 1).toSpliced(place, 0, layer);
  return stackCommand(stores, `Move layer ${layer.name} ${place > from ? "up" : "down"}`, "move", {
    after: { ...stack, layers },
    vertices: touchedBy(stack.layers.slice(Math.min(from, place), Math.max(from, place) + 1)),
  });
}

export function setLayerOpacity(stores: Stores, id: number, opacity: number): Command | null {
  const { stack } = openStack(stores);
  const { opacity: before } = layerOf(stack, id);
  if (before === opacity) return null;
  const words = `${formatPercent(100 * before)} → ${formatPercent(100 * opacity)}`;
  return changeLayer(stores, id, (name) => `Opacity of ${name} ${words}`, "sliders", { opacity });
}

/** Shows an opacity while it is dragged; null ends the preview. Not part of the document. */
export function previewOpacity(stores: Stores, id: number, opacity: number | null): void {
  const { state, rig, stack } = openStack(stores);
  stores.of(LAYER_PICK).setState({ previewing: opacity !== null });
  if (opacity === null) {
    stores.document.setState({ liveRig: null });
    return;
  }
  const layer = layerOf(stack, id);
  const rows = changedRows(state, rig, stack, replaced(stack, { ...layer, opacity }), layer.rows.vertices);
  stores.document.setState({ liveRig: { ...rig, weights: replaceRows(rig.weights, rows) } });
}

export function toggleMuted(stores: Stores, id: number): Command {
  const { muted } = layerOf(openStack(stores).stack, id);
  const label = (name: string) => `${muted ? "Show" : "Hide"} layer ${name}`;
  return changeLayer(stores, id, label, muted ? "eye" : "eyeoff", { muted: !muted });
}

/** Shows a layer alone, even if it is hidden, or all layers again. */
export function toggleSolo(stores: Stores, id: number): Command {
  const { stack } = openStack(stores);
  const { name, solo } = layerOf(stack, id);
  const layers = stack.layers.map((layer) => ({
    ...layer,
    solo: layer.id === id && !solo,
    muted: layer.id === id && !solo ? false : layer.muted,
  }));
  return stackCommand(stores, solo ? "Show all layers" : `Show layer ${name} alone`, "eye", {
    after: { ...stack, layers },
    vertices: touchedBy(stack.layers),
  });
}

export function toggleLayerLock(stores: Stores, id: number): Command {
  const { locked } = layerOf(openStack(stores).stack, id);
  const label = (name: string) => `${locked ? "Unlock" : "Lock"} layer ${name}`;
  return changeLayer(stores, id, label, locked ? "unlock" : "lock", { locked: !locked });
}

/** Why a layer cannot change to a kind; null if it can. */
export function whyNotKind({ kind, rows }: WeightLayer, next: LayerKind): string | null {
  if (next !== "smooth" || kind === "smooth" || rows.vertices.length === 0) return null;
  return "Only an empty layer can smooth. Make a new layer.";
}

/** Changes the kind of a layer, but not its effect. */
export function setLayerKind(stores: Stores, id: number, kind: LayerKind): Command {
  const { state, rig, stack } = openStack(stores);
  const layer = layerOf(stack, id);
  const after = replaced(stack, ofKind(compositionOf(state, rig, stack), levelOf(stack, id), kind));
  return stackCommand(stores, `Layer ${layer.name}: ${LAYER_KIND_NAMES[kind]}`, "sliders", {
    after,
    vertices: layer.rows.vertices,
  });
}

/**
 * Multiplies the effect of a layer by a mask, 0 to 1. Vertices that are not in the mask have 0.
 * @param mask null removes the mask.
 * @param label of the step; by default it says that the mask is set or removed.
 */
export function setLayerMask(stores: Stores, id: number, mask: VertexValues | null, label?: string): Command {
  const words = (name: string) => label ?? (mask ? `Mask layer ${name}` : `Remove the mask of ${name}`);
  return changeLayer(stores, id, words, "mask", { mask });
}

/** Changes the passes of a smoothing layer by one stroke. @param rows its rows at the touched vertices. */
export function paintPasses(stores: Stores, id: number, rows: SparseRows): Command {
  const { stack } = openStack(stores);
  const layer = layerOf(stack, id);
  const after = { ...layer, rows: withRows(layer.rows, rows), strokes: layer.strokes + 1, time: Date.now() };
  return stackCommand(stores, `Smooth on ${layer.name}`, "brush", {
    after: replaced(stack, after),
    vertices: rows.vertices,
  });
}

/** Why a layer cannot be merged down; null if it can. */
export function whyNotMerged(stack: WeightLayers, layer: WeightLayer): string | null {
  const level = levelOf(stack, layer.id);
  const pair = level > 0 ? [stack.layers[level - 1], layer] : [layer];
  const hidden = pair.find((each) => !isShown(stack, each));
  if (hidden) return `The layer ${hidden.name} is hidden. Show it to merge it.`;
  const shut = pair.find(({ locked }) => locked);
  return shut ? `The layer ${shut.name} is locked. Click its padlock to merge it.` : null;
}

/** Merges a layer into the one below it, or into the base. Does not change the weights. */
export function mergeLayerDown(stores: Stores, id: number): Command {
  const { state, rig, stack } = openStack(stores);
  const level = levelOf(stack, id);
  const layer = layerOf(stack, id);
  const lower = stack.layers[level - 1];
  return stackCommand(stores, `Merge ${layer.name} into ${lower?.name ?? "the base"}`, "merge", {
    after: mergedDown(compositionOf(state, rig, stack), level),
    vertices: touchedBy(lower ? [lower, layer] : [layer]),
    selected: lower?.id ?? stack.layers[level + 1]?.id ?? null,
  });
}

/** Merges all visible layers into the base. The weights stay bit for bit, and hidden layers stay hidden. */
export function mergeAllLayers(stores: Stores): Command {
  const { rig, stack } = openStack(stores);
  const hidden = stack.layers.filter((layer) => !isShown(stack, layer));
  const merged = stack.layers.length - hidden.length;
  return stackCommand(stores, `Merge ${plural(merged, "layer")} into the base`, "merge", {
    after: {
      ...stack,
      base: rig.weights,
      layers: hidden.map((layer) => ({ ...layer, muted: true, solo: false })),
    },
    vertices: new Uint32Array(0),
    selected: null,
  });
}
