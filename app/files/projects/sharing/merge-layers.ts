import type { WeightLayer, WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import { sameContent } from "./same-content";

/** Whether two stacks have the same base and bones, so that layers of one can lie on the other. */
export const canShareLayers = (a: WeightLayers, b: WeightLayers): boolean =>
  sameContent(a.bones, b.bones) && sameContent(a.base, b.base);

/**
 * The layers of both stacks. A layer that only they changed is taken from them; one that both changed is there twice,
 * theirs above mine under its own name. Nothing is removed: a layer that one of the two deleted stays.
 * @param base the stack that both come from; null if it is not known.
 */
export function unionOfLayers(
  mine: WeightLayers,
  theirs: WeightLayers,
  base: WeightLayers | null,
): WeightLayers {
  const layers = [...mine.layers];
  let free = Math.max(0, ...[...mine.layers, ...theirs.layers].map(({ id }) => id)) + 1;
  const before = (layer: WeightLayer) => base?.layers.find(({ id }) => id === layer.id) ?? null;
  for (const layer of theirs.layers) {
    const level = layers.findIndex(({ id }) => id === layer.id);
    const own = level < 0 ? null : layers[level];
    if (own === null) layers.push(layer);
    else if (sameContent(own, layer) || sameContent(layer, before(own))) continue;
    else if (sameContent(own, before(own))) layers[level] = layer;
    else layers.splice(level + 1, 0, { ...layer, id: free++, name: `${layer.name} (theirs)` });
  }
  return { ...mine, layers };
}
