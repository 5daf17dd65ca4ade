/** A surface of solver vertices: their number, and the vertices of the triangles, 3T. */
export interface Surface {
  vertexCount: number;
  triangles: Uint32Array;
}

/**
 * The triangles around each solver vertex, in compressed rows: vertex i has the triangles
 * (i, pairs[2e], pairs[2e + 1]) for e in offsets[i] .. offsets[i + 1], with the mesh's winding.
 */
export interface VertexFans {
  /** V + 1. */
  offsets: Uint32Array;
  /** 6T. */
  pairs: Uint32Array;
}

export function vertexFans({ vertexCount, triangles }: Surface): VertexFans {
  const offsets = new Uint32Array(vertexCount + 1);
  for (let n = 0; n < triangles.length; n++) offsets[triangles[n] + 1]++;
  for (let i = 0; i < vertexCount; i++) offsets[i + 1] += offsets[i];
  const next = offsets.slice();
  const pairs = new Uint32Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t];
    const b = triangles[t + 1];
    const c = triangles[t + 2];
    put(next[a]++, b, c);
    put(next[b]++, c, a);
    put(next[c]++, a, b);
  }
  function put(entry: number, first: number, second: number) {
    pairs[2 * entry] = first;
    pairs[2 * entry + 1] = second;
  }
  return { offsets, pairs };
}
