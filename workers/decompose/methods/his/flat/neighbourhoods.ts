import { type Adjacency, adjacencyOf } from "../../../../geometry/adjacency";
import { ShortestPaths } from "../../../../math/order/shortest-paths";
import { createRandom } from "../../../../math/random";
import type { Nearest } from "../../../problem/nearest";
import type { Problem } from "../../../problem/problem";

export type Neighbourhood = "one-ring" | "euclidean" | "geodesic";

/**
 * The number of nearest vertices that random subsets are drawn from, and the size of a subset (Liu et al. 2020,
 * appendix B).
 */
const NEAR = 120;
const SUBSET = 48;
/** This many vertices replace a ring that is plane or missing. */
const WIDE = 24;

/** Neighbours of vertex i from which its motion is guessed. Several draws are tried, numbered from 0. */
export interface Neighbours {
  draws: number;
  of(i: number): (draw: number) => ArrayLike<number>;
}

/** The neighbourhoods of one problem: one-rings, or subsets of near vertices. */
export class Neighbourhoods {
  private readonly adjacency: Adjacency;
  private readonly nearest: Nearest;
  private readonly paths: ShortestPaths;

  constructor({ triangles, vertexCount, rest }: Problem, nearest: Nearest) {
    this.adjacency = adjacencyOf(triangles, vertexCount);
    this.nearest = nearest;
    const distance = (a: number, b: number) =>
      Math.hypot(
        rest[4 * a] - rest[4 * b],
        rest[4 * a + 1] - rest[4 * b + 1],
        rest[4 * a + 2] - rest[4 * b + 2],
      );
    this.paths = new ShortestPaths(vertexCount, (i, take) => {
      for (const v of this.ring(i)) take(v, distance(i, v));
    });
  }

  neighbours(kind: Neighbourhood): Neighbours {
    if (kind === "one-ring") return { draws: 1, of: (i) => () => this.ring(i) };
    const near = (i: number) => (kind === "euclidean" ? this.around(i, NEAR) : this.along(i, NEAR));
    return { draws: 10, of: (i) => subsets(near(i), i) };
  }

  /** The nearest vertices in space. */
  get wide(): Neighbours {
    return { draws: 1, of: (i) => () => this.around(i, WIDE) };
  }

  private ring(i: number): Uint32Array {
    const { offsets, neighbours } = this.adjacency;
    return neighbours.subarray(offsets[i], offsets[i + 1]);
  }

  private around(i: number, count: number): number[] {
    return Array.from(this.nearest.around(i, count + 1)).filter((v) => v !== i);
  }

  /** The nearest vertices along edges. */
  private along(i: number, count: number): number[] {
    const found: number[] = [];
    for (const v of this.paths.from([i])) {
      if (v !== i) found.push(v);
      if (found.length >= count) break;
    }
    return found;
  }
}

/** Random subsets. A vertex always gets the same ones. */
function subsets(near: number[], i: number): (draw: number) => number[] {
  return (draw) => {
    const random = createRandom(1 + 10 * i + draw);
    const left = near.slice();
    const count = Math.min(SUBSET, left.length);
    for (let n = 0; n < count; n++) {
      const from = n + random.integer(left.length - n);
      [left[n], left[from]] = [left[from], left[n]];
    }
    return left.slice(0, count);
  };
}
