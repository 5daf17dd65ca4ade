import { firstFrom } from "./sparse-rows";

/** Numbers of some vertices; all other vertices have 0. */
export interface VertexValues {
  /** Ascending. */
  vertices: Uint32Array;
  values: Float32Array;
}

export function valueOfVertex({ vertices, values }: VertexValues, vertex: number): number {
  const at = firstFrom(vertices, vertex);
  return vertices[at] === vertex ? values[at] : 0;
}

/** All values, V. @param count V. */
export function denseValues({ vertices, values }: VertexValues, count: number): Float32Array {
  const dense = new Float32Array(count);
  for (const [n, i] of vertices.entries()) dense[i] = values[n];
  return dense;
}

/** The values above 0. @param dense V. */
export function sparseValues(dense: ArrayLike<number>): VertexValues {
  const vertices: number[] = [];
  for (let i = 0; i < dense.length; i++) if (dense[i] > 0) vertices.push(i);
  return { vertices: Uint32Array.from(vertices), values: Float32Array.from(vertices, (i) => dense[i]) };
}
