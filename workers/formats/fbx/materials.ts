import type { MeshPhongMaterial, Material as ThreeMaterial } from "three";
import { asShare, type Material } from "../../model/mesh/appearance";

const PLAIN: Readonly<Material["baseColour"]> = [0.8, 0.8, 0.8, 1];

/** Red, green, blue and opacity; invalid values are those of a plain material. */
const colourOf = ({ r, g, b }: MeshPhongMaterial["color"], opacity: number): Material["baseColour"] => {
  const [red, green, blue, alpha] = [r, g, b, opacity].map((x, c) =>
    Number.isFinite(x) ? asShare(x) : PLAIN[c],
  );
  return [red, green, blue, alpha];
};

/** Materials in the order of their first use. */
export class Materials {
  readonly materials: Material[] = [];
  private readonly indices = new Map<ThreeMaterial | undefined, number>();

  use(material: ThreeMaterial | undefined): number {
    const known = this.indices.get(material);
    if (known !== undefined) return known;
    const colour = (material as MeshPhongMaterial | undefined)?.color;
    this.materials.push({
      name: material?.name || `material ${this.materials.length + 1}`,
      baseColour: colour ? colourOf(colour, material?.opacity ?? 1) : [...PLAIN],
      // FBX does not say whether materials are double-sided. Programs that write it show both sides.
      doubleSided: true,
    });
    this.indices.set(material, this.materials.length - 1);
    return this.materials.length - 1;
  }
}
