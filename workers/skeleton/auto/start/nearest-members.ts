import { adjacencyOf } from "../../../geometry/adjacency";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";

/**
 * For each of the V vertices, the number of the sampled vertex that it belongs to: the one that is the fewest edges
 * away. In parts without a sampled vertex it is the nearest in the rest pose.
 * @param members the sampled vertices, at least one.
 */
export function nearestMembers(
  { vertexCount, triangles, solverIndex, rest }: MeshSequence,
  members: Int32Array,
): Int32Array {
  const corners = triangles.map((v) => solverIndex[v]);
  const { offsets, neighbours } = adjacencyOf(corners, vertexCount);
  const owner = new Int32Array(vertexCount).fill(-1);
  members.forEach((i, n) => {
    owner[i] = n;
  });
  const reached = Array.from(members);
  for (const i of reached) {
    for (const j of neighbours.subarray(offsets[i], offsets[i + 1])) {
      if (owner[j] >= 0) continue;
      owner[j] = owner[i];
      reached.push(j);
    }
  }
  for (let i = 0; i < vertexCount; i++) if (owner[i] < 0) owner[i] = nearestInSpace(rest, i, members);
  return owner;
}

function nearestInSpace(rest: Float32Array, i: number, members: Int32Array): number {
  let [best, least] = [0, Infinity];
  for (let n = 0; n < members.length; n++) {
    let away = 0;
    for (let c = 0; c < 3; c++) away += (rest[3 * members[n] + c] - rest[3 * i + c]) ** 2;
    if (away < least) [best, least] = [n, away];
  }
  return best;
}
