import { MinHeap } from "./min-heap";

/** Calls `take` with each neighbour of a vertex, and the length of the edge to it (0 or more). */
export type EdgesOf = (vertex: number, take: (neighbour: number, length: number) => void) => void;

/** Shortest paths along the edges of a graph (Dijkstra). One search runs at a time. */
export class ShortestPaths {
  private readonly edgesOf: EdgesOf;
  private readonly distances: Float64Array;
  private readonly sources: Int32Array;

  constructor(vertexCount: number, edgesOf: EdgesOf) {
    this.edgesOf = edgesOf;
    this.distances = new Float64Array(vertexCount).fill(Infinity);
    this.sources = new Int32Array(vertexCount);
  }

  /**
   * Yields the vertices within a radius of the sources, nearest first. At equal distances, lower numbers come first.
   * Until the search ends, `distanceTo` and `sourceOf` give the distance and the source of each yielded vertex.
   */
  *from(sources: Iterable<number>, radius = Infinity): Generator<number, void> {
    const { distances } = this;
    const heap = new MinHeap();
    const reached: number[] = [];
    const reach = (vertex: number, distance: number, source: number) => {
      if (distance > radius || distance >= distances[vertex]) return;
      if (distances[vertex] === Infinity) reached.push(vertex);
      distances[vertex] = distance;
      this.sources[vertex] = source;
      heap.push(distance, vertex);
    };
    const done = new Set<number>();
    try {
      for (const source of sources) reach(source, 0, source);
      for (let vertex = heap.pop(); vertex >= 0; vertex = heap.pop()) {
        if (done.has(vertex)) continue;
        done.add(vertex);
        yield vertex;
        this.edgesOf(vertex, (neighbour, length) => {
          reach(neighbour, distances[vertex] + length, this.sources[vertex]);
        });
      }
    } finally {
      for (const vertex of reached) distances[vertex] = Infinity;
    }
  }

  /** The length of the shortest path to a vertex that the search has yielded. */
  distanceTo(vertex: number): number {
    return this.distances[vertex];
  }

  /** The source at which the shortest path to a vertex starts. */
  sourceOf(vertex: number): number {
    return this.sources[vertex];
  }
}
