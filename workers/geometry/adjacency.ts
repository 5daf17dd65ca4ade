/** Neighbours along edges: vertex i has neighbours[offsets[i] .. offsets[i + 1]], ascending, without repetition. */
export interface Adjacency {
  offsets: Uint32Array;
  neighbours: Uint32Array;
}

/** @param triangles 3T vertices below `vertexCount`. Degenerate triangles add their edges too. */
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
    const begin = size;
    for (let n = room[i]; n < room[i + 1]; n++) {
      if (all[n] !== i) size = insert(all, begin, size, all[n]);
    }
    offsets[i + 1] = size;
  }
  return { offsets, neighbours: all.slice(0, size) };
}

/**
 * Inserts a number into the ascending list at begin..end, unless it is already there. Rings are short, so this is fast.
 * @returns the new end.
 */
function insert(list: Uint32Array, begin: number, end: number, number: number): number {
  let at = end;
  while (at > begin && list[at - 1] > number) at--;
  if (at > begin && list[at - 1] === number) return end;
  list.copyWithin(at + 1, at, end);
  list[at] = number;
  return end + 1;
}
