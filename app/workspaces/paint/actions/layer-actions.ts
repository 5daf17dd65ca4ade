import { isShown } from "../../../../workers/model/weights/layers/weight-layers";
import type { Action } from "../../../actions/action";
import { notSettled } from "../../../actions/guards/weight-guards";
import type { Stores } from "../../../document/stores";
import {
  addLayer,
  deleteLayer,
  duplicateLayer,
  mergeAllLayers,
  mergeLayerDown,
  moveLayer,
  setLayerMask,
  whyNotMerged,
} from "../../../document/weights/layers/layer-commands";
import { levelOf, selectedLayer } from "../../../document/weights/layers/selected-layer";
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
    perform: (studio) => {
      const layer = selectedLayer(studio);
      if (layer) studio.history.run(duplicateLayer(studio, layer.id));
    },
  },
  {
    id: "paint.delete-layer",
    label: "Delete layer",
    icon: "trash",
    refusal: noOpenLayer,
    perform: (studio) => {
      const layer = selectedLayer(studio);
      if (layer) studio.history.run(deleteLayer(studio, layer.id));
    },
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
    id: "paint.merge-down",
    label: "Merge down",
    icon: "merge",
    help: "Merges the layer into the one below, or the lowest into the base. The weights stay.",
    refusal: noPair,
    perform: (studio) => {
      const layer = selectedLayer(studio);
      if (layer) studio.history.run(mergeLayerDown(studio, layer.id));
    },
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
