import type { ProjectExtras } from "../../../../workers/client";
import type { Rig } from "../../../../workers/model/rig/rig";
import { rowsOf } from "../../../../workers/model/weights/layers/sparse-rows";
import type { WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import { bareStack } from "./composition";
import { strokeLayer } from "./selected-layer";

/**
 * The layers of an opened project. If the project is older than layers, its painted vertices become one layer, which
 * keeps their rows.
 */
export function layersOfOpened(
  rig: Rig,
  { weightLayers, weightEdits }: Pick<ProjectExtras, "weightLayers" | "weightEdits">,
): WeightLayers | null {
  if (weightLayers) return weightLayers;
  const painted = weightEdits?.painted ?? new Uint32Array(0);
  if (painted.length === 0) return null;
  const bare = bareStack(rig);
  const layer = { ...strokeLayer(bare, "Painted"), strokes: 1, rows: rowsOf(rig.weights, painted) };
  return { ...bare, layers: [layer] };
}
