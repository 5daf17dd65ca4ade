import { FbxDamage } from "../document/node";
import type { FbxObject, FbxObjects } from "../objects/objects";
import { FbxModel } from "./model";

/** The kinds of models that are bones, with or without a mesh that follows them. */
const BONES = new Set(["LimbNode", "Limb", "Root"]);

export const isBone = ({ object }: FbxModel): boolean => BONES.has(object.kind);

/**
 * All models, each after its parent.
 * @throws FbxDamage if one is its own ancestor.
 */
export function modelsOf(objects: FbxObjects): FbxModel[] {
  const all = objects.ofType("Model");
  const children = new Map<FbxObject, FbxObject[]>();
  const order: { object: FbxObject; parent: number }[] = [];
  for (const object of all) {
    const links = objects.parentsOf(object);
    // If there are several parents, the last one counts, as in other programs.
    const parent = links.findLast((link) => link.property === "" && link.object.type === "Model")?.object;
    if (!parent) order.push({ object, parent: -1 });
    else if (children.has(parent)) children.get(parent)!.push(object);
    else children.set(parent, [object]);
  }
  for (let n = 0; n < order.length; n++) {
    for (const object of children.get(order[n].object) ?? []) order.push({ object, parent: n });
  }
  if (order.length < all.length) {
    const placed = new Set(order.map(({ object }) => object));
    const lost = all.find((object) => !placed.has(object));
    throw new FbxDamage(`"${lost?.name}" is its own ancestor, or below one that is.`);
  }
  return order.map(({ object, parent }) => Object.assign(new FbxModel(object), { parent }));
}
