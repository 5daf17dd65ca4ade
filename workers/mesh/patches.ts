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

  /** @param triangles three vertices each. */
  constructor(triangles: ArrayLike<number>, vertexCount: number) {
    this.mesh = adjacencyOf(triangles, vertexCount);
    this.shells = connectedComponents(vertexCount, triangles).label;
    this.marked = new Uint8Array(vertexCount);
  }

  /**
   * The vertices of a set outside its islands.
   * @param vertices the set, without repetition.
   * @param share patches smaller than this share of the largest are islands.
   */
  withoutIslands(vertices: readonly number[], share = LEAST_PATCH): number[] {
    const found = this.patchesOf(vertices);
    const largest = new Map<number, number>();
    for (const patch of found) {
      const shell = this.shells[patch[0]];
      largest.set(shell, Math.max(patch.length, largest.get(shell) ?? 0));
    }
    return found.filter((patch) => patch.length >= share * largest.get(this.shells[patch[0]])!).flat();
  }

  /** The vertices within `rings` edges of a set. The set comes first. */
  within(vertices: readonly number[], rings: number): number[] {
    const { mesh, marked } = this;
    const reached = [...vertices];
    for (const i of vertices) marked[i] = 1;
    let from = 0;
    for (let ring = 0; ring < rings; ring++) {
      for (const to = reached.length; from < to; from++) {
        for (let e = mesh.offsets[reached[from]]; e < mesh.offsets[reached[from] + 1]; e++) {
          if (marked[mesh.neighbours[e]]) continue;
          marked[mesh.neighbours[e]] = 1;
          reached.push(mesh.neighbours[e]);
        }
      }
    }
    for (const i of reached) marked[i] = 0;
    return reached;
  }

  /** The connected patches of a set of vertices, without repetition. */
  patchesOf(vertices: readonly number[]): number[][] {
    const { mesh, marked } = this;
    for (const i of vertices) marked[i] = 1;
    const found: number[][] = [];
    for (const seed of vertices) {
      if (!marked[seed]) continue;
      const patch = [seed];
      marked[seed] = 0;
      for (let n = 0; n < patch.length; n++) {
        for (let e = mesh.offsets[patch[n]]; e < mesh.offsets[patch[n] + 1]; e++) {
          if (!marked[mesh.neighbours[e]]) continue;
          marked[mesh.neighbours[e]] = 0;
          patch.push(mesh.neighbours[e]);
        }
      }
      found.push(patch);
    }
    return found;
  }
}
