import type { Material } from "../../../model/mesh/appearance";
import { plainMaterial } from "../../assemble/polygon-mesh";
import type { FbxObject, FbxObjects } from "../objects/objects";
import { isByBlender, materialOf } from "./materials";

/** The materials of a scene, in the order of their first use. */
export class MaterialList {
  readonly materials: Material[] = [];
  /** The object of each material; null for the plain one. */
  readonly objects: (FbxObject | null)[] = [];
  private readonly indices = new Map<FbxObject | null, number>();

  /** The indices of a model's materials, in its order; at least one. */
  ofModel(objects: FbxObjects, model: FbxObject): number[] {
    const links = objects.childrenOf(model).filter(({ object }) => object.type === "Material");
    return links.length > 0
      ? links.map(({ object }) => this.use(object, isByBlender(objects)))
      : [this.use(null)];
  }

  private use(object: FbxObject | null, reflectionIsMetal = false): number {
    const known = this.indices.get(object);
    if (known !== undefined) return known;
    const number = this.materials.length + 1;
    this.indices.set(object, this.materials.length);
    this.objects.push(object);
    return (
      this.materials.push(
        object ? materialOf(object, number, reflectionIsMetal) : plainMaterial(`material ${number}`),
      ) - 1
    );
  }
}
