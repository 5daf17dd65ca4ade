import type { WeightLayer, WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import { sameContent } from "./same-content";

/** Whether two stacks have the same base and bones, so that they can share layers. */
export const canShareLayers = (a: WeightLayers, b: WeightLayers): boolean =>
  sameContent(a.bones, b.bones) && sameContent(a.base, b.base);

/**
 * The layers of both stacks. A layer that only they changed becomes theirs. A layer that both changed is kept twice,
 * theirs above mine with "(theirs)" in its name. A layer that only one side deleted stays.
 * @param base the stack that both started from; null if it is not known.
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
