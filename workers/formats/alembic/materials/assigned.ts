/** The materials that are assigned to meshes and face sets, by path or as their own property. */
import type { Material } from "../../../model/mesh/appearance";
import { someOf } from "../../../model/reports/some-of";
import { plainMaterial } from "../../assemble/polygon-mesh";
import type { AlembicObject, Archive } from "../archive/archive";
import { POD } from "../archive/pods";
import type { Property } from "../archive/property";
import { lookOf, type MaterialLook } from "./look";
import { Shaders } from "./shaders";

/** A material of a mesh or a face set. Equal keys are the same material. */
export interface AssignedMaterial {
  key: string;
  material: Material;
}

const SCHEMA = "AbcMaterial_Material";

const isMaterial = (property: Property | undefined): property is Property =>
  property?.header.kind === "compound" && (property.header.metadata.get("schema") ?? "").startsWith(SCHEMA);

/** The objects on a path, from the top down; null if one of them is missing. */
export async function objectsOn(archive: Archive, path: string): Promise<AlembicObject[] | null> {
  const chain: AlembicObject[] = [];
  let object: AlembicObject | null = archive.top;
  for (const name of path.split("/").filter(Boolean)) {
    object = await object.child(name);
    if (!object) return null;
    chain.push(object);
  }
  return chain.length > 0 ? chain : null;
}

/** Finds the materials of a scene, and reads each once. */
export class AssignedMaterials {
  private readonly archive: Archive;
  private readonly looks = new Map<string, { look: MaterialLook; path: string }>();
  private readonly missing = new Set<string>();

  constructor(archive: Archive) {
    this.archive = archive;
  }

  /**
   * The material of an object: its own, on top of the one that it names. Without either, the material of its parent.
   * @param above the material of the parent
   */
  async of(object: AlembicObject, above: AssignedMaterial | null): Promise<AssignedMaterial | null> {
    const properties = await object.properties();
    const own = properties.get(".material");
    const path = await pathIn(properties.get(".material.assign"));
    const hasOwn = isMaterial(own) && !(object.metadata.get("schema") ?? "").startsWith(SCHEMA);
    if (!hasOwn && path === null) return above;
    const chain = path === null ? [] : await objectsOn(this.archive, path);
    if (chain === null) this.missing.add(path ?? "");
    const key = `${path ?? ""}${hasOwn ? ` ${object.path}` : ""}`;
    const known = this.looks.get(key);
    if (known) return { key, material: known.look.material };
    const name = path?.split("/").findLast(Boolean) ?? object.name;
    const look = await this.read(name, chain ?? [], hasOwn ? { object, own } : null);
    this.looks.set(key, { look, path: hasOwn || path === null ? object.path : path });
    return { key, material: look.material };
  }

  private async read(
    name: string,
    chain: readonly AlembicObject[],
    local: { object: AlembicObject; own: Property } | null,
  ): Promise<MaterialLook> {
    const shaders = new Shaders();
    for (const object of chain) {
      const inherited = (await object.properties()).get(".material");
      if (isMaterial(inherited)) await shaders.add(object, inherited);
    }
    if (local) await shaders.add(local.object, local.own);
    if (chain.length === 0 && !local) return { material: plainMaterial(name), unread: [] };
    return lookOf(name, shaders);
  }

  /** If several materials have the same name, names them by their paths. */
  nameApart(): void {
    const all = [...this.looks.values()];
    const count = new Map<string, number>();
    for (const { look } of all) count.set(look.material.name, (count.get(look.material.name) ?? 0) + 1);
    for (const { look, path } of all) {
      if ((count.get(look.material.name) ?? 0) > 1) look.material.name = path.replace(/^\//, "");
    }
  }

  /** Sentences for the notes about the file. */
  notes(): string[] {
    if (this.missing.size === 0) return [];
    return [`These materials are assigned, but they are not in the file: ${someOf([...this.missing])}.`];
  }

  /** Sentences about what exported files do not have. */
  lost(): string[] {
    const partial = [...this.looks.values()].filter(({ look }) => look.unread.length > 0);
    if (partial.length === 0) return [];
    const names = someOf(partial.map(({ look }) => look.material.name));
    const unread = someOf(partial.flatMap(({ look }) => look.unread));
    return [`Values of the shaders of ${names}: ${unread}.`];
  }
}

async function pathIn(property: Property | undefined): Promise<string | null> {
  if (property?.header.kind !== "scalar" || property.header.pod !== POD.string) return null;
  const [path] = property.sampleCount > 0 ? await property.strings(0) : [];
  return path ? path : null;
}
