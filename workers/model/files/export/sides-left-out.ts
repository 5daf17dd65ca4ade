/** Which sides of surfaces are shown, for formats that do not say it of each material. */
import type { MeshPart } from "../../mesh/mesh-sequence";
import type { SequenceMesh } from "../../mesh/streamed-sequence";
import { someOf } from "../../reports/some-of";

/** What a format can say about sides: for each material, for each mesh, or nothing. */
export type SidesOf = "materials" | "meshes" | "nothing";

/** The names of meshes with materials of both kinds. Parts that follow each other with one name are a mesh. */
function mixedMeshes({ parts, materials }: SequenceMesh): string[] {
  const isDouble = ({ material }: MeshPart) => materials[material]?.doubleSided ?? true;
  const mixed = new Set<string>();
  parts.forEach((part, n) => {
    const before = parts[n - 1];
    if (before?.name === part.name && isDouble(before) !== isDouble(part)) mixed.add(part.name);
  });
  return [...mixed];
}

/**
 * Sentences about sides that a format does not keep. Only glTF states them, so the two sides of other files are no more
 * than what programs show by default.
 * @param a the format, as a sentence begins with it.
 */
export function sidesLeftOut(sequence: SequenceMesh, a: string, holds: SidesOf): string[] {
  if (holds === "materials") return [];
  if (holds === "meshes") {
    const mixed = mixedMeshes(sequence);
    return mixed.length > 0
      ? [
          `${a} shows both sides of a whole mesh or of nothing in it. All of these show both: ${someOf(mixed)}.`,
        ]
      : [];
  }
  const shown = new Set(sequence.parts.map(({ material }) => material));
  const used = sequence.materials.filter((_, m) => shown.has(m));
  const isStated = sequence.carried !== undefined && sequence.carried.text !== "{}";
  const names = (doubleSided: boolean) =>
    used.filter((material) => material.doubleSided === doubleSided).map(({ name }) => name);
  const [one, both] = [names(false), isStated ? names(true) : []];
  return [
    ...(one.length > 0
      ? [
          `${a} does not say that these show only their front, so programs may show both sides: ${someOf(one)}.`,
        ]
      : []),
    ...(both.length > 0
      ? [
          `${a} does not say that these show both sides, so programs may show only their front: ${someOf(both)}.`,
        ]
      : []),
  ];
}
