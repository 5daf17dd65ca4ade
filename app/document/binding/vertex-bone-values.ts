import type { VertexBoneValues } from "../../../workers/model/weight-edits";

/** Entries of one bone on some vertices. */
export interface BoneEntries {
  bone: number;
  vertices: ArrayLike<number>;
  /** One for all, or one a vertex; null takes the entries away. */
  values: number | ArrayLike<number> | null;
}

/** The list with a bone's entries on some vertices set, or taken away. The list itself is not written to. */
export function withEntries(
  list: VertexBoneValues,
  { bone, vertices, values }: BoneEntries,
): VertexBoneValues {
  const touched = new Set<number>(Array.from(vertices));
  const kept = entriesWhere(list, (i, j) => j !== bone || !touched.has(i));
  if (values === null) return kept;
  const added = touched.size;
  const next = {
    vertices: grown(kept.vertices, added, Uint32Array),
    bones: grown(kept.bones, added, Uint16Array),
    values: grown(kept.values, added, Float32Array),
  };
  const last = new Map<number, number>();
  for (let n = 0; n < vertices.length; n++) {
    last.set(vertices[n], typeof values === "number" ? values : values[n]);
  }
  let n = kept.vertices.length;
  for (const [vertex, value] of last) {
    next.vertices[n] = vertex;
    next.bones[n] = bone;
    next.values[n++] = value;
  }
  return next;
}

/** The entries that pass. */
export function entriesWhere(
  { vertices, bones, values }: VertexBoneValues,
  passes: (vertex: number, bone: number, value: number) => boolean,
): VertexBoneValues {
  const at: number[] = [];
  for (let n = 0; n < vertices.length; n++) if (passes(vertices[n], bones[n], values[n])) at.push(n);
  return {
    vertices: Uint32Array.from(at, (n) => vertices[n]),
    bones: Uint16Array.from(at, (n) => bones[n]),
    values: Float32Array.from(at, (n) => values[n]),
  };
}

/** What an entry says; null where there is none. */
export function entryOf(
  { vertices, bones, values }: VertexBoneValues,
  vertex: number,
  bone: number,
): number | null {
  for (let n = 0; n < vertices.length; n++) if (vertices[n] === vertex && bones[n] === bone) return values[n];
  return null;
}

function grown<T extends Uint32Array | Uint16Array | Float32Array>(
  array: T,
  by: number,
  Kind: new (length: number) => T,
): T {
  const longer = new Kind(array.length + by);
  longer.set(array);
  return longer;
}
