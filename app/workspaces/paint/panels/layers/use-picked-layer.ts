import { useStore } from "zustand";
import type { WeightLayer } from "../../../../../workers/model/weights/layers/weight-layers";
import { useDocument, useStores } from "../../../../document/use-stores";
import { LAYER_PICK, pickedLayer } from "../../../../document/weights/layers/selected-layer";

/** The layer that strokes go to; null without layers. */
export function usePickedLayer(): WeightLayer | null {
  const pick = useStore(useStores().of(LAYER_PICK));
  return useDocument((state) => pickedLayer(state.weightLayers, pick));
}
