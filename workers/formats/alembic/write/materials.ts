/** The materials of a written archive: an object for each, and its path on the meshes and sets of faces with it. */
import type { MeshPiece } from "../../../export/meshes/mesh-pieces";
import { UniqueNames } from "../../../export/unique-names";
import type { Material } from "../../../model/mesh/appearance";
import type { CompoundRecord, ObjectRecord, PropertyRecord } from "./archive-writer";
import {
  assignedMaterial,
  compound,
  materialCompound,
  materialObject,
  plainObject,
  type ShaderValues,
  shaderParameters,
  texts,
} from "./material-records";
import { inPath } from "./records";

/** Programs that read materials of Alembic know the parameters of Arnold's standard surface. */
const TARGET = "arnold.surface";
const SHADER = "standard_surface";

/** The values that an archive can hold. A value that the source does not have is left out. */
function valuesOf({ baseColour, metallic, roughness, emissive, alpha }: Material): ShaderValues {
  const opacity = baseColour[3];
  return {
    base_color: baseColour.slice(0, 3),
    ...(metallic !== undefined && { metalness: metallic }),
    ...(roughness !== undefined && { specular_roughness: roughness }),
    ...(emissive && { emission: 1, emission_color: emissive }),
    ...(alpha === "blend" && { opacity: [opacity, opacity, opacity] }),
  };
}

/** The materials that the meshes of an archive show, with names that are unique in it. */
export class ArchiveMaterials {
  private readonly materials: readonly Material[];
  private readonly names = new Map<number, string>();
  private readonly folder: string;

  /** @param folder the name of the object above all materials. */
  constructor(materials: readonly Material[], pieces: readonly MeshPiece[], folder: string) {
    this.materials = materials;
    this.folder = folder;
    const unique = new UniqueNames();
    for (const { material } of pieces.flatMap(({ faceSets }) => faceSets)) {
      if (this.names.has(material)) continue;
      this.names.set(material, unique.take(inPath(materials[material]?.name ?? "", "material")));
    }
  }

  /** The name of a material, and of the sets of faces that show it. */
  nameOf(material: number): string {
    return this.names.get(material) ?? "material";
  }

  /** The properties that give a material to an object. */
  assigned(material: number): PropertyRecord[] {
    return material in this.materials ? [assignedMaterial(`/${this.folder}/${this.nameOf(material)}`)] : [];
  }

  /** The object with all materials; none if no mesh has any. */
  objects(): ObjectRecord[] {
    const objects = [...this.names].flatMap(([material, name]) =>
      material in this.materials ? [materialObject(name, this.schemaOf(material))] : [],
    );
    return objects.length > 0 ? [plainObject(this.folder, objects)] : [];
  }

  private schemaOf(material: number): CompoundRecord {
    return materialCompound([
      compound(`${TARGET}.params`, shaderParameters(valuesOf(this.materials[material]))),
      texts(".shaderNames", [TARGET, SHADER]),
    ]);
  }
}
