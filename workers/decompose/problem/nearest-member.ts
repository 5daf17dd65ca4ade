import { adjacencyOf } from "../../geometry/adjacency";

/**
 * For each vertex, the member of a sample that is fewest edges away, as an index into `members`. Vertices whose shell
 * has no member get the member of their run (`sampleOf`).
 * @param members vertices, ascending, one from each run of `run` vertices.
 */
export function nearestMember(
  triangles: ArrayLike<number>,
  vertexCount: number,
  members: Int32Array,
  run: number,
): Int32Array {
  const { offsets, neighbours } = adjacencyOf(triangles, vertexCount);
  const found = new Int32Array(vertexCount).fill(-1);
  const queue = new Int32Array(vertexCount);
  let end = 0;
  members.forEach((i, n) => {
    found[i] = n;
    queue[end++] = i;
  });
  for (let at = 0; at < end; at++) {
    const i = queue[at];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const near = neighbours[e];
      if (found[near] >= 0) continue;
      found[near] = found[i];
      queue[end++] = near;
    }
  }
  return found.map((n, i) => (n >= 0 ? n : Math.floor(i / run)));
}
