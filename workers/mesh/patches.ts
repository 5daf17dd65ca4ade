import { type Adjacency, adjacencyOf } from "../geometry/adjacency";
import { connectedComponents } from "./components";

/** A patch is an island if it has fewer vertices than this share of the largest patch of its set on its shell. */
export const LEAST_PATCH = 1 / 20;

/**
 * Connected patches of sets of vertices on a mesh. On each shell (connected part of the mesh) a set has a largest
 * patch; patches that are small relative to it are islands. Parts of a set on other shells have largest patches of
 * their own.
 */
export class Patches {
  readonly mesh: Adjacency;
  /** V: the shell (connected part of the mesh) of each vertex. */
  readonly shells: Uint32Array;
  /** Scratch memory by vertex, 0 between calls. */
  private readonly marked: Uint8Array;
  /** Scratch memory for vertices in the order in which they are walked. */
  private readonly walked: Uint32Array;

  /** @param triangles three vertices each. */
  constructor(triangles: ArrayLike<number>, vertexCount: number) {
    this.mesh = adjacencyOf(triangles, vertexCount);
    this.shells = connectedComponents(vertexCount, triangles).label;
    this.marked = new Uint8Array(vertexCount);
    this.walked = new Uint32Array(vertexCount);
  }

  /**
   * The vertices of a set outside its islands.
   * @param vertices the set, without repetition.
   * @param share patches smaller than this share of the largest are islands.
   */
  withoutIslands(vertices: ArrayLike<number>, share = LEAST_PATCH): Uint32Array {
    const found = this.patchesOf(vertices);
    const largest = new Map<number, number>();
    for (const patch of found) {
      const shell = this.shells[patch[0]];
      largest.set(shell, Math.max(patch.length, largest.get(shell) ?? 0));
    }
    const kept = found.filter((patch) => patch.length >= share * largest.get(this.shells[patch[0]])!);
    return joined(kept);
  }

  /** The vertices within `rings` edges of a set. The set comes first. */
  within(vertices: Uint32Array, rings: number): Uint32Array {
    const { mesh, marked, walked } = this;
    walked.set(vertices);
    for (const i of vertices) marked[i] = 1;
    let count = vertices.length;
    let from = 0;
    for (let ring = 0; ring < rings; ring++) {
      for (const to = count; from < to; from++) {
        for (let e = mesh.offsets[walked[from]]; e < mesh.offsets[walked[from] + 1]; e++) {
          const next = mesh.neighbours[e];
          if (marked[next]) continue;
          marked[next] = 1;
          walked[count++] = next;
        }
      }
    }
    const reached = walked.slice(0, count);
    for (const i of reached) marked[i] = 0;
    return reached;
  }

  /** The connected patches of a set of vertices, without repetition. */
  patchesOf(vertices: ArrayLike<number>): Uint32Array[] {
    const { mesh, marked, walked } = this;
    for (let n = 0; n < vertices.length; n++) marked[vertices[n]] = 1;
    const found: Uint32Array[] = [];
    for (let v = 0; v < vertices.length; v++) {
      if (!marked[vertices[v]]) continue;
      walked[0] = vertices[v];
      marked[vertices[v]] = 0;
      let count = 1;
      for (let n = 0; n < count; n++) {
        for (let e = mesh.offsets[walked[n]]; e < mesh.offsets[walked[n] + 1]; e++) {
          const next = mesh.neighbours[e];
          if (!marked[next]) continue;
          marked[next] = 0;
          walked[count++] = next;
        }
      }
      found.push(walked.slice(0, count));
    }
    return found;
  }
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
