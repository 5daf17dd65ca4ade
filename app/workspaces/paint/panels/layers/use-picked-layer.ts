import { useStore } from "zustand";
import type { WeightLayer } from "../../../../../workers/model/weights/layers/weight-layers";
import { useDocument, useStores } from "../../../../document/use-stores";
import { LAYER_PICK, pickedLayer, whyNotPainted } from "../../../../document/weights/layers/selected-layer";

/** The layer that strokes change; null without layers. */
export function usePickedLayer(): WeightLayer | null {
  const pick = useStore(useStores().of(LAYER_PICK));
  return useDocument((state) => pickedLayer(state.weightLayers, pick));
}

/** Why nothing can be painted on the selected layer; null if it can. */
export function useWhyNotPainting(): string | null {
  const layer = usePickedLayer();
  return useDocument(({ weightLayers }) => weightLayers && layer && whyNotPainted(weightLayers, layer));
}
