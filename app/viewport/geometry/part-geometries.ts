import { BufferAttribute, BufferGeometry } from "three/webgpu";
import type { Material } from "../../../workers/model/mesh/appearance";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import { splitByMaterial } from "./display-mesh";

/** The triangles of one material. */
export interface PartGeometry {
  material: Material;
  geometry: BufferGeometry;
  /** Its triangles, as indices into the sequence's triangles, ascending. */
  triangles: Uint32Array;
  /** The index buffer of the geometry while nothing is hidden. */
  corners: Uint32Array;
}

/** Values of display vertices for drawn vertices, `width` numbers each. */
function drawn(values: Float32Array, width: number, origin: Uint32Array): BufferAttribute {
  const out = new Float32Array(width * origin.length);
  for (let d = 0; d < origin.length; d++)
    out.set(values.subarray(width * origin[d], width * (origin[d] + 1)), width * d);
  return new BufferAttribute(out, width);
}

/**
 * A geometry for each material that has triangles, with the attributes of `whole`, UV sets and colours.
 * @param names of the attributes of a UV set and of the colours.
 */
export function partGeometries(
  sequence: SequenceMesh,
  whole: BufferGeometry,
  names: { uv: (set: number) => string; colour: string },
): PartGeometry[] {
  const { uvs, moreUvs = [], colours = [], materials, parts } = sequence;
  const { origin, triangles } = splitByMaterial(sequence);
  const sets = (uvs ? [uvs, ...moreUvs] : []).map((set) => drawn(set, 2, origin));
  const colour = colours.length > 0 ? drawn(colours[0], 4, origin) : null;
  const corners = materials.map((): number[] => []);
  const own = materials.map((): number[] => []);
  for (const { material, firstTriangle, triangleCount } of parts) {
    for (let c = 3 * firstTriangle; c < 3 * (firstTriangle + triangleCount); c++)
      corners[material]?.push(triangles[c]);
    for (let t = 0; t < triangleCount; t++) own[material]?.push(firstTriangle + t);
  }
  return materials.flatMap((given, m) => {
    if (corners[m].length === 0) return [];
    const geometry = new BufferGeometry();
    for (const name of ["position", "normal", "solverIndex"])
      geometry.setAttribute(name, whole.getAttribute(name));
    // Skip textures whose UV set the mesh lacks.
    const shown = Object.entries(given.textures ?? {}).filter(([, { uvSet }]) => uvSet < sets.length);
    for (const [, { uvSet }] of shown) geometry.setAttribute(names.uv(uvSet), sets[uvSet]);
    if (colour) geometry.setAttribute(names.colour, colour);
    const index = Uint32Array.from(corners[m]);
    geometry.setIndex(new BufferAttribute(index.slice(), 1));
    const material = { ...given, textures: Object.fromEntries(shown) };
    return [{ material, geometry, triangles: Uint32Array.from(own[m]), corners: index }];
  });
}
