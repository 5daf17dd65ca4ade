/** Vertices that share an edge: neighbours of i are neighbours[offsets[i] .. offsets[i + 1]], ascending, each once. */
export interface Adjacency {
  offsets: Uint32Array;
  neighbours: Uint32Array;
}

/** @param triangles three vertices each, below `vertexCount`; degenerate ones add what edges they have. */
export function adjacencyOf(triangles: ArrayLike<number>, vertexCount: number): Adjacency {
  const room = new Uint32Array(vertexCount + 1);
  for (let t = 0; t < triangles.length; t++) room[triangles[t] + 1] += 2;
  for (let i = 0; i < vertexCount; i++) room[i + 1] += room[i];
  const all = new Uint32Array(room[vertexCount]);
  const next = room.slice(0, vertexCount);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const i = triangles[t + c];
      all[next[i]++] = triangles[t + ((c + 1) % 3)];
      all[next[i]++] = triangles[t + ((c + 2) % 3)];
    }
  }
  const offsets = new Uint32Array(vertexCount + 1);
  let size = 0;
  for (let i = 0; i < vertexCount; i++) {
    const mine = all.subarray(room[i], room[i + 1]).sort();
    let before = -1;
    for (const neighbour of mine) {
      if (neighbour !== before && neighbour !== i) all[size++] = neighbour;
      before = neighbour;
    }
    offsets[i + 1] = size;
  }
  return { offsets, neighbours: all.slice(0, size) };
}
