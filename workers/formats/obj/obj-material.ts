import type { Material } from "../../model/mesh/appearance";
import { type PolygonMesh, plainMaterial } from "../assemble/polygon-mesh";
import type { SourceFile } from "../source/source";
import { baseName, readAll } from "../source/source-file";
import { decodeText } from "../source/text-cursor";

const LARGEST_LIBRARY = 16e6;

/**
 * Names and base colours of a Wavefront material library: "Kd" taken as linear, as Blender and Maya write it, and "d"
 * or 1 − "Tr" as alpha. Invalid lines are skipped, because a colour is not worth an error.
 */
export function parseMaterials(text: string): Map<string, Material> {
  const materials = new Map<string, Material>();
  let current: Material | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [word, ...values] = line.trim().split(/\s+/);
    const numbers = values.map(Number);
    if (word === "newmtl") {
      current = plainMaterial(line.trim().slice(6).trim());
      materials.set(current.name, current);
    } else if (current && numbers.every((x) => x >= 0 && x <= 1)) {
      if (word === "Kd" && numbers.length === 3) current.baseColour.splice(0, 3, ...numbers);
      if (word === "d" && numbers.length === 1) current.baseColour[3] = numbers[0];
      if (word === "Tr" && numbers.length === 1) current.baseColour[3] = 1 - numbers[0];
    }
  }
  return materials;
}

/** Colours a mesh with the materials of its libraries, if these are among `files`. */
export async function colourMesh(mesh: PolygonMesh, files: SourceFile[]): Promise<void> {
  const wanted = [...new Set(mesh.libraries.map((library) => plainName(library.replaceAll("\\", "/"))))];
  if (wanted.length === 0) return;
  const byName = new Map<string, SourceFile>();
  for (const file of files) {
    const name = plainName(file.name);
    if (file.size <= LARGEST_LIBRARY && !byName.has(name)) byName.set(name, file);
  }
  const found = new Map<string, Material>();
  for (const name of wanted) {
    const file = byName.get(name);
    if (!file) continue;
    for (const [key, material] of parseMaterials(decodeText(await readAll(file)))) found.set(key, material);
  }
  mesh.materials = mesh.materials.map((material) => found.get(material.name) ?? material);
}

const plainName = (path: string): string => baseName(path).toLowerCase();
