import type { Vector3 } from "three/webgpu";
import type { Adjacency } from "../../../../workers/geometry/adjacency";

/** Vertices that a brush reaches, and their distances from its centre. The next dab reuses the lists. */
export interface Touched {
  count: number;
  vertices: Uint32Array;
  distances: Float32Array;
}

/** Finds the vertices within a sphere that are connected to the touched place: never the far side of a thin part. */
export class SurfaceReach {
  readonly rings: Adjacency;
  /** The last dab that visited each vertex. */
  private readonly seen: Uint32Array;
  private dab = 0;
  private readonly touched: Touched;

  constructor(rings: Adjacency) {
    this.rings = rings;
    const vertexCount = rings.offsets.length - 1;
    this.seen = new Uint32Array(vertexCount);
    this.touched = {
      count: 0,
      vertices: new Uint32Array(vertexCount),
      distances: new Float32Array(vertexCount),
    };
  }

  /**
   * Vertices within `radius` of `centre` that edges inside the sphere connect to one of `from`. @param positions 3V.
   */
  around(positions: Float32Array, from: readonly number[], centre: Vector3, radius: number): Touched {
    const { touched, seen } = this;
    const { offsets, neighbours } = this.rings;
    const dab = ++this.dab;
    touched.count = 0;
    const visit = (i: number) => {
      if (seen[i] === dab) return;
      seen[i] = dab;
      const x = positions[3 * i] - centre.x;
      const y = positions[3 * i + 1] - centre.y;
      const z = positions[3 * i + 2] - centre.z;
      const distance = Math.sqrt(x * x + y * y + z * z);
      if (distance >= radius) return;
      touched.vertices[touched.count] = i;
      touched.distances[touched.count++] = distance;
    };
    for (const i of from) visit(i);
    for (let next = 0; next < touched.count; next++) {
      const i = touched.vertices[next];
      for (let e = offsets[i]; e < offsets[i + 1]; e++) visit(neighbours[e]);
    }
    return touched;
  }

  /** Visits the neighbours of vertex `i`. */
  eachAround(i: number, visit: (neighbour: number) => void): void {
    const { offsets, neighbours } = this.rings;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) visit(neighbours[e]);
  }

  /** The mean of a value over the neighbours of vertex `i`; its own value if it has none. */
  meanAround(values: Float32Array, i: number): number {
    const { offsets, neighbours } = this.rings;
    const [start, end] = [offsets[i], offsets[i + 1]];
    if (start === end) return values[i];
    let sum = 0;
    for (let e = start; e < end; e++) sum += values[neighbours[e]];
    return sum / (end - start);
  }
}
