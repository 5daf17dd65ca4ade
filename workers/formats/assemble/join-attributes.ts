/** Custom attributes of the meshes of a file, as attributes of the whole sequence. */
import type { VertexAttribute } from "../../model/mesh/shapes";

/** A custom attribute in its file. */
export interface FileAttribute {
  name: string;
  /** Numbers for each vertex, 1 to 4. */
  width: number;
  /** width · the number of vertices. */
  values: ArrayLike<number>;
}

/** One of the meshes of a file. */
export interface MeshAttributes {
  /** The number of its display vertices. */
  count: number;
  attributes: readonly FileAttribute[];
}

/**
 * One array for each attribute, over the vertices of all meshes. Vertices of a mesh without the attribute have zeros.
 * If meshes use a name for different numbers of values, there is an attribute for each.
 */
export function joinAttributes(meshes: readonly MeshAttributes[]): VertexAttribute[] {
  const total = meshes.reduce((sum, { count }) => sum + count, 0);
  const joined = new Map<string, VertexAttribute>();
  let first = 0;
  for (const { count, attributes } of meshes) {
    for (const { name, width, values } of attributes) {
      const key = `${width} ${name}`;
      const known = joined.get(key) ?? { name, width, values: new Float32Array(width * total) };
      known.values.set(values, width * first);
      joined.set(key, known);
    }
    first += count;
  }
  return [...joined.values()];
}

/** The largest whole number up to which f32 has all whole numbers. */
const LARGEST_EXACT = 2 ** 24;

/** Whether f32 rounds some whole numbers among the values. */
export const isRounded = (values: ArrayLike<number>): boolean =>
  Array.prototype.some.call(
    values,
    (x: number) => Math.abs(x) > LARGEST_EXACT && Number.isInteger(x) && Math.fround(x) !== x,
  );

/** A sentence about such attributes; none without names. */
export const roundedSentence = (names: readonly string[]): string[] =>
  names.length > 0 ? [`The last digits of whole numbers above ${LARGEST_EXACT}: ${names.join(", ")}.`] : [];
