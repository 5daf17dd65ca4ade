import { valueOfVertex } from "./vertex-values";
import { isShown, strengthAt, type WeightLayers, WHOLE } from "./weight-layers";

/**
 * The vertices whose composite does not depend on the base, ascending: a shown layer replaces their rows wholly, and no
 * layer above smooths them. Solvers and bindings keep their rows.
 */
export function heldVertices(stack: WeightLayers, boneCount: number): Uint32Array {
  const { base, layers } = stack;
  const isHeld = new Uint8Array(base.offsets.length - 1);
  for (const layer of layers) {
    if (!isShown(stack, layer)) continue;
    const { vertices, offsets, bones } = layer.rows;
    if (layer.kind === "smooth") {
      for (const i of vertices) if (strengthAt(layer, i) > 0) isHeld[i] = 0;
    }
    if (layer.kind !== "replace" || layer.opacity < WHOLE) continue;
    vertices.forEach((i, n) => {
      if (layer.mask && layer.opacity * valueOfVertex(layer.mask, i) < WHOLE) return;
      for (let e = offsets[n]; e < offsets[n + 1]; e++) if (bones[e] >= boneCount) return;
      isHeld[i] = 1;
    });
  }
  return Uint32Array.from(isHeld.keys()).filter((i) => isHeld[i]);
}
