import { denseValues } from "../../../../workers/model/weights/layers/vertex-values";
import { isShown, type WeightLayer } from "../../../../workers/model/weights/layers/weight-layers";
import type { Action } from "../../../actions/action";
import { notSettled } from "../../../actions/guards/weight-guards";
import type { Studio } from "../../../actions/studio";
import type { Command } from "../../../document/history/history";
import { setPaint } from "../../../document/paint-settings";
import type { Stores } from "../../../document/stores";
import { hasMask } from "../../../document/vertices/selection-mask";
import { setMask, vertexSelection } from "../../../document/vertices/vertex-selection";
import {
  addLayer,
  clearLayer,
  deleteLayer,
  duplicateLayer,
  mergeAllLayers,
  mergeLayerDown,
  moveLayer,
  setLayerMask,
  toggleLayerLock,
  toggleMuted,
  toggleSolo,
  whyNotMerged,
} from "../../../document/weights/layers/layer-commands";
import { LAYER_PICK, levelOf, selectedLayer } from "../../../document/weights/layers/selected-layer";
import { maskToSet } from "../layer-mask";

const noLayer = (stores: Stores) =>
  notSettled(stores) ?? (selectedLayer(stores) ? null : "There are no layers. The first stroke makes one.");

/** Why the selected layer cannot be deleted or changed; null if it can. */
const noOpenLayer = (stores: Stores) => {
  const layer = selectedLayer(stores);
  return (
    noLayer(stores) ?? (layer?.locked ? `The layer ${layer.name} is locked. Click its padlock first.` : null)
  );
};

const noPair = (stores: Stores) => {
  const { weightLayers } = stores.document.getState();
  const layer = selectedLayer(stores);
  return noOpenLayer(stores) ?? (weightLayers && layer ? whyNotMerged(weightLayers, layer) : null);
};

const anyShown = (stores: Stores): boolean => {
  const { weightLayers } = stores.document.getState();
  return weightLayers?.layers.some((layer) => isShown(weightLayers, layer)) ?? false;
};

/** Refuses to move the highest layer up or the lowest down. */
const noRoom = (stores: Stores, by: 1 | -1) => {
  const { weightLayers } = stores.document.getState();
  const layer = selectedLayer(stores);
  if (!weightLayers || !layer) return noLayer(stores);
  const to = levelOf(weightLayers, layer.id) + by;
  if (weightLayers.layers[to]) return noLayer(stores);
  return by > 0 ? "This is already the highest layer." : "This is already the lowest layer.";
};

const move = (by: 1 | -1): Pick<Action, "refusal" | "perform"> => ({
  refusal: (stores) => noRoom(stores, by),
  perform: (studio) => {
    const { weightLayers } = studio.document.getState();
    const layer = selectedLayer(studio);
    const command =
      weightLayers && layer && moveLayer(studio, layer.id, levelOf(weightLayers, layer.id) + by);
    if (command) studio.history.run(command);
  },
});

/** Why there is nothing to clear on the selected layer; null if there is. */
const noContent = (stores: Stores) => {
  const layer = selectedLayer(stores);
  const why = noOpenLayer(stores);
  return why ?? (layer?.rows.vertices.length === 0 ? `The layer ${layer.name} is empty.` : null);
};

/** Why the selected layer has no mask to paint; null if it has one. */
const noLayerMask = (stores: Stores) => {
  const layer = selectedLayer(stores);
  return (
    noLayer(stores) ?? (layer?.mask ? null : `The layer ${layer?.name} has no mask. Mask layer makes one.`)
  );
};

/** Runs a command on the selected layer as one step. */
const onLayer = (command: (studio: Studio, id: number) => Command) => (studio: Studio) => {
  const layer = selectedLayer(studio);
  if (layer) studio.history.run(command(studio, layer.id));
};

/** A switch of the selected layer. */
const toggle = (
  isOn: (layer: WeightLayer) => boolean,
  command: (studio: Studio, id: number) => Command,
): Pick<Action, "refusal" | "checked" | "perform"> => ({
  refusal: noLayer,
  checked: (stores) => {
    const layer = selectedLayer(stores);
    return layer !== null && isOn(layer);
  },
  perform: onLayer(command),
});

/** Actions on the layers of the rig's weights. */
export const LAYER_ACTIONS: Action[] = [
  {
    id: "paint.new-layer",
    label: "New layer",
    icon: "plus",
    help: "Strokes go to the selected layer. The weights from the solver or binding stay below, as the base.",
    words: "weights add",
    refusal: notSettled,
    perform: (studio) => studio.history.run(addLayer(studio)),
  },
  {
    id: "paint.duplicate-layer",
    label: "Duplicate layer",
    icon: "copy",
    keys: ["Ctrl+J"],
    refusal: noLayer,
    perform: onLayer(duplicateLayer),
  },
  {
    id: "paint.rename-layer",
    label: "Rename layer",
    icon: "rename",
    refusal: noLayer,
    perform: (studio) => studio.of(LAYER_PICK).setState({ renaming: selectedLayer(studio)?.id ?? null }),
  },
  {
    id: "paint.clear-layer",
    label: "Clear layer",
    icon: "erase",
    help: "Removes everything that was painted on the layer. The layer stays.",
    words: "empty erase",
    refusal: noContent,
    perform: onLayer(clearLayer),
  },
  {
    id: "paint.delete-layer",
    label: "Delete layer",
    icon: "trash",
    refusal: noOpenLayer,
    perform: onLayer(deleteLayer),
  },
  {
    id: "paint.mute-layer",
    label: "Hide layer",
    help: "A hidden layer has no effect and cannot be painted.",
    words: "mute show eye",
    ...toggle(({ muted }) => muted, toggleMuted),
  },
  {
    id: "paint.solo-layer",
    label: "Show layer alone",
    help: "The other layers have no effect. The base stays.",
    words: "solo isolate",
    ...toggle(({ solo }) => solo, toggleSolo),
  },
  {
    id: "paint.lock-layer",
    label: "Lock layer",
    help: "A locked layer keeps what is on it.",
    words: "protect padlock",
    ...toggle(({ locked }) => locked, toggleLayerLock),
  },
  { id: "paint.layer-up", label: "Move layer up", icon: "move", ...move(1) },
  { id: "paint.layer-down", label: "Move layer down", icon: "move", ...move(-1) },
  {
    id: "paint.mask-layer",
    label: "Mask layer",
    icon: "mask",
    help: "Limits the layer to the mask, the selection or its own vertices. A second press removes the limit.",
    refusal: noOpenLayer,
    checked: (stores) => selectedLayer(stores)?.mask != null,
    perform: (studio) => {
      const layer = selectedLayer(studio);
      if (!layer) return;
      studio.history.run(setLayerMask(studio, layer.id, layer.mask ? null : maskToSet(studio, layer)));
    },
  },
  {
    id: "paint.mask-from-layer",
    label: "Paint layer mask",
    words: "edit load",
    icon: "mask",
    help: "Makes the layer's mask the painted one, to change it. Update layer mask puts it back.",
    refusal: noLayerMask,
    perform: (studio) => {
      const mask = selectedLayer(studio)?.mask;
      const { sequence } = studio.document.getState();
      if (!mask || !sequence) return;
      const dense = denseValues(mask, sequence.vertexCount);
      studio.history.run(setMask(studio, dense, `Mask of layer ${selectedLayer(studio)?.name}`));
      setPaint(studio, { tool: "mask" });
    },
  },
  {
    id: "paint.update-layer-mask",
    label: "Update layer mask",
    words: "replace",
    icon: "mask",
    help: "Replaces the layer's mask by the painted mask, or by the selection.",
    refusal: (stores) =>
      noOpenLayer(stores) ??
      noLayerMask(stores) ??
      (hasMask(vertexSelection(stores))
        ? null
        : "There is no mask. Select vertices, or paint one with Mask."),
    perform: (studio) => {
      const layer = selectedLayer(studio);
      if (!layer) return;
      const label = `Update the mask of ${layer.name}`;
      studio.history.run(setLayerMask(studio, layer.id, maskToSet(studio, layer), label));
    },
  },
  {
    id: "paint.merge-down",
    label: "Merge down",
    icon: "merge",
    help: "Merges the layer into the one below, or the lowest into the base. The weights stay.",
    refusal: noPair,
    perform: onLayer(mergeLayerDown),
  },
  {
    id: "paint.merge-all",
    label: "Merge all layers",
    icon: "merge",
    help: "Merges all visible layers into the base. The weights stay, but the next solve may change all of them.",
    refusal: (stores) => noLayer(stores) ?? (anyShown(stores) ? null : "All layers are hidden."),
    perform: (studio) => studio.history.run(mergeAllLayers(studio)),
  },
];
