import type { VertexBoneValues } from "../../../workers/model/weights/weight-edits";

/** Entries of one bone on some vertices. */
export interface BoneEntries {
  bone: number;
  vertices: ArrayLike<number>;
  /** One for all, or one a vertex, of which the last counts; null takes the entries away. */
  values: number | ArrayLike<number> | null;
}

/** Which vertices are among some: for each of those its last place in their list, from 1; 0 and nothing for the others. */
export function placesOf(vertices: ArrayLike<number>): Uint32Array {
  let most = -1;
  for (let n = 0; n < vertices.length; n++) if (vertices[n] > most) most = vertices[n];
  const places = new Uint32Array(most + 1);
  for (let n = 0; n < vertices.length; n++) places[vertices[n]] = n + 1;
  return places;
}

/**
 * The list with a bone's entries on some vertices set, or taken away. The list itself is not written to. O(entries): with a
 * wide brush it is done for tens of thousands of vertices at each sample.
 */
export function withEntries(
  list: VertexBoneValues,
  { bone, vertices, values }: BoneEntries,
): VertexBoneValues {
  const places = placesOf(vertices);
  const stays = (i: number, j: number) => j !== bone || !(places[i] > 0);
  if (values === null) return entriesWhere(list, stays);
  const next = emptyList(list.vertices.length + vertices.length);
  let count = copyWhere(list, stays, next);
  for (let n = 0; n < vertices.length; n++) {
    const i = vertices[n];
    if (places[i] !== n + 1) continue;
    next.vertices[count] = i;
    next.bones[count] = bone;
    next.values[count++] = typeof values === "number" ? values : values[n];
  }
  return cut(next, count);
}

type Passes = (vertex: number, bone: number) => boolean;

/** The entries that pass. */
export function entriesWhere(list: VertexBoneValues, passes: Passes): VertexBoneValues {
  const next = emptyList(list.vertices.length);
  return cut(next, copyWhere(list, passes, next));
}

const emptyList = (length: number): VertexBoneValues => ({
  vertices: new Uint32Array(length),
  bones: new Uint16Array(length),
  values: new Float32Array(length),
});

/** Returns how many passed. */
function copyWhere(
  { vertices, bones, values }: VertexBoneValues,
  passes: Passes,
  to: VertexBoneValues,
): number {
  let count = 0;
  for (let n = 0; n < vertices.length; n++) {
    if (!passes(vertices[n], bones[n])) continue;
    to.vertices[count] = vertices[n];
    to.bones[count] = bones[n];
    to.values[count++] = values[n];
  }
  return count;
}

/** The first entries, in arrays of their own: what is left over would be kept, and sent to the engine, with them. */
const cut = ({ vertices, bones, values }: VertexBoneValues, count: number): VertexBoneValues =>
  count === vertices.length
    ? { vertices, bones, values }
    : {
        vertices: vertices.slice(0, count),
        bones: bones.slice(0, count),
        values: values.slice(0, count),
      };
