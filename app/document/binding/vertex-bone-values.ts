import type { VertexBoneValues } from "../../../workers/model/weights/weight-edits";

/** Entries of one bone on some vertices. */
export interface BoneEntries {
  bone: number;
  vertices: ArrayLike<number>;
  /**
   * One value for all vertices, or one for each; if a vertex is listed twice, its last value counts. Null removes the
   * entries.
   */
  values: number | ArrayLike<number> | null;
}

/** For each vertex of a list, its last position there, counted from 1; 0 or undefined for other vertices. */
export function positionsOf(vertices: ArrayLike<number>): Uint32Array {
  let most = -1;
  for (let n = 0; n < vertices.length; n++) if (vertices[n] > most) most = vertices[n];
  const places = new Uint32Array(most + 1);
  for (let n = 0; n < vertices.length; n++) places[vertices[n]] = n + 1;
  return places;
}

/**
 * A copy of the list with a bone's entries on some vertices set or removed. O(entries), because a wide brush does this
 * for tens of thousands of vertices at each sample.
 */
export function withEntries(
  list: VertexBoneValues,
  { bone, vertices, values }: BoneEntries,
): VertexBoneValues {
  const places = positionsOf(vertices);
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

/** The entries that pass a test. */
export function entriesWhere(list: VertexBoneValues, passes: Passes): VertexBoneValues {
  const next = emptyList(list.vertices.length);
  return cut(next, copyWhere(list, passes, next));
}

const emptyList = (length: number): VertexBoneValues => ({
  vertices: new Uint32Array(length),
  bones: new Uint16Array(length),
  values: new Float32Array(length),
});

/** Returns the number of entries that pass. */
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

/**
 * Copies the first entries into arrays of their own size. A view would keep the rest in memory and send it to the
 * engine.
 */
const cut = ({ vertices, bones, values }: VertexBoneValues, count: number): VertexBoneValues =>
  count === vertices.length
    ? { vertices, bones, values }
    : {
        vertices: vertices.slice(0, count),
        bones: bones.slice(0, count),
        values: values.slice(0, count),
      };
