import type { Material } from "../../model/mesh/appearance";
import type { AnySequence } from "../../model/mesh/streamed-sequence";

/** Sets that have no content in any mesh, by their arrays, which never change. */
const blank = new WeakMap<Float32Array, boolean>();

function isBlank(set: Float32Array, empty: number): boolean {
  const known = blank.get(set) ?? !set.some((x) => x !== empty);
  blank.set(set, known);
  return known;
}

const uvSetsOf = (material: Material | undefined): number[] =>
  Object.values(material?.textures ?? {}).map(({ uvSet }) => uvSet);

/** UV sets and sets of colours, each over all display vertices. */
export interface OwnSets {
  uvs: Float32Array[];
  colours: Float32Array[];
}

/**
 * The sets of some vertices. The meshes of a sequence share their sets, but one without content in a set does not get
 * the zeros, or the white, of another's. Sets have consecutive numbers, so all up to the last with content are kept.
 * @param vertices display vertices.
 * @param materials of these vertices: UV sets that their textures use are kept.
 */
export function ownSets(
  { uvs, moreUvs = [], colours = [] }: Pick<AnySequence, "uvs" | "moreUvs" | "colours">,
  vertices: Uint32Array,
  materials: readonly (Material | undefined)[],
): OwnSets {
  const used = new Set(materials.flatMap(uvSetsOf));
  const hasContent = (set: Float32Array, width: number, empty: number) =>
    vertices.some((d) => {
      for (let at = width * d; at < width * (d + 1); at++) if (set[at] !== empty) return true;
      return false;
    });
  const upToLast = (sets: Float32Array[], width: number, empty: number, isUsed: (n: number) => boolean) =>
    sets.slice(
      0,
      1 + sets.findLastIndex((set, n) => isUsed(n) || hasContent(set, width, empty) || isBlank(set, empty)),
    );
  return {
    uvs: upToLast(uvs ? [uvs, ...moreUvs] : [], 2, 0, (n) => used.has(n)),
    colours: upToLast([...colours], 4, 1, () => false),
  };
}
