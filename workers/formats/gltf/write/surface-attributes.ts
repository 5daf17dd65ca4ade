import type { Accessor } from "@gltf-transform/core";
import { chosenRows } from "../../../export/meshes/chosen-rows";
import { ownAttributes } from "../../../export/meshes/own-attributes";
import { ownSets } from "../../../export/meshes/own-sets";
import type { Material } from "../../../model/mesh/appearance";
import type { AnySequence } from "../../../model/mesh/streamed-sequence";

/** An attribute of a primitive's vertices. */
export interface SurfaceAttribute {
  semantic: string;
  type: Parameters<Accessor["setType"]>[0];
  values: Float32Array | Uint8Array | Uint16Array;
  normalised: boolean;
}

/** Colours in the fewest bytes that keep every number. Most files have them in 8 or 16 bits. */
function colourValues(colours: Float32Array): Pick<SurfaceAttribute, "values" | "normalised"> {
  const fits = (full: number) => colours.every((x) => Math.fround(Math.round(x * full) / full) === x);
  if (fits(255)) return { values: Uint8Array.from(colours, (x) => Math.round(x * 255)), normalised: true };
  if (fits(65535))
    return { values: Uint16Array.from(colours, (x) => Math.round(x * 65535)), normalised: true };
  return { values: colours, normalised: false };
}

/** Names of custom attributes in glTF, which begin with an underscore. */
function customSemantics(names: readonly string[]): Map<string, string> {
  const isValid = (name: string) => name.startsWith("_");
  const taken = new Set(names.filter(isValid));
  const semantics = new Map<string, string>();
  for (const name of new Set(names)) {
    let semantic = isValid(name) ? name : `_${name}`;
    for (let n = 2; !isValid(name) && taken.has(semantic); n++) semantic = `_${name}_${n}`;
    taken.add(semantic);
    semantics.set(name, semantic);
  }
  return semantics;
}

/**
 * The UV sets, colours, tangents and unknown attributes of one part, without those that only other parts have.
 * @param vertices display vertices of the part.
 */
export function surfaceAttributes(
  sequence: AnySequence,
  material: Material | undefined,
  vertices: Uint32Array,
): SurfaceAttribute[] {
  const { tangents, attributes: unknown = [] } = sequence;
  const attributes: SurfaceAttribute[] = [];
  const sets = ownSets(sequence, vertices, [material]);
  for (const [n, set] of sets.uvs.entries()) {
    const values = chosenRows(set, 2, vertices);
    attributes.push({ semantic: `TEXCOORD_${n}`, type: "VEC2", values, normalised: false });
  }
  for (const [n, set] of sets.colours.entries()) {
    attributes.push({ semantic: `COLOR_${n}`, type: "VEC4", ...colourValues(chosenRows(set, 4, vertices)) });
  }
  const own = tangents && chosenRows(tangents, 4, vertices);
  // Engines compute tangents if a file has none.
  if (
    own?.every((x, i) => i % 4 < 3 || (x !== 0 && (own[i - 3] !== 0 || own[i - 2] !== 0 || own[i - 1] !== 0)))
  ) {
    attributes.push({ semantic: "TANGENT", type: "VEC4", values: own, normalised: false });
  }
  const semantics = customSemantics(unknown.map(({ name }) => name));
  for (const { name, width, values } of ownAttributes(unknown, vertices)) {
    attributes.push({
      semantic: semantics.get(name)!,
      type: (["SCALAR", "VEC2", "VEC3", "VEC4"] as const)[width - 1],
      values: chosenRows(values, width, vertices),
      normalised: false,
    });
  }
  return attributes;
}
