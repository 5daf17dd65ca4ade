import type { VertexValues } from "../../../workers/model/weights/layers/vertex-values";
import type { WeightLayer } from "../../../workers/model/weights/layers/weight-layers";
import type { Stores } from "../../document/stores";

/** The mask that a layer gets without a selection: all that it covers now; an empty layer is masked nowhere. */
export function maskToSet(stores: Stores, { rows }: WeightLayer): VertexValues {
  const { sequence } = stores.document.getState();
  const all = Uint32Array.from({ length: sequence?.vertexCount ?? 0 }, (_, i) => i);
  const vertices = rows.vertices.length > 0 ? rows.vertices : all;
  return { vertices, values: new Float32Array(vertices.length).fill(1) };
}
