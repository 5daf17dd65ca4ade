import { firstFrom } from "./sparse-rows";

/** A number for some vertices; all others have 0. */
export interface VertexValues {
  /** Ascending. */
  vertices: Uint32Array;
  values: Float32Array;
}

/** The value of a vertex. */
export function valueOfVertex({ vertices, values }: VertexValues, vertex: number): number {
  const at = firstFrom(vertices, vertex);
  return vertices[at] === vertex ? values[at] : 0;
}

/** Keeps the values above 0 of all vertices. @param dense V. */
export function sparseValues(dense: ArrayLike<number>): VertexValues {
  const vertices: number[] = [];
  for (let i = 0; i < dense.length; i++) if (dense[i] > 0) vertices.push(i);
  return { vertices: Uint32Array.from(vertices), values: Float32Array.from(vertices, (i) => dense[i]) };
}
