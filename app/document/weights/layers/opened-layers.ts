import type { ProjectExtras } from "../../../../workers/client";
import type { Rig } from "../../../../workers/model/rig/rig";
import { rowsOf } from "../../../../workers/model/weights/layers/sparse-rows";
import type { WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import { bareStack } from "./composition";
import { strokeLayer } from "./selected-layer";

/**
 * The layers of an opened project. In projects from before layers, painted vertices become a layer that holds their
 * rows, so that they stay as they did.
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
