import { sparseValues, type VertexValues } from "../../../workers/model/weights/layers/vertex-values";
import type { WeightLayer } from "../../../workers/model/weights/layers/weight-layers";
import type { Stores } from "../../document/stores";
import { maskOf } from "../../document/vertices/selection-mask";

/**
 * The mask that "Mask layer" sets: the painted mask, or the selection with its soft edge. Without either, it covers the
 * layer's own vertices, or all vertices if the layer is empty.
 */
export function maskToSet(stores: Stores, { rows }: WeightLayer): VertexValues {
  const state = stores.document.getState();
  const own = maskOf(state);
  if (own) return sparseValues(own);
  const all = Uint32Array.from({ length: state.sequence?.vertexCount ?? 0 }, (_, i) => i);
  const vertices = rows.vertices.length > 0 ? rows.vertices : all;
  return { vertices, values: new Float32Array(vertices.length).fill(1) };
}
