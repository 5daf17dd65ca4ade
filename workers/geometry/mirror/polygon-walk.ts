import type { MirrorMesh } from "./mirror-mesh";

/** The pairs of vertices that a walk over the faces found. */
export interface Walked {
  /** The vertex on the other side, V: itself in the middle, −1 where the walk did not reach. An involution. */
  map: Int32Array;
  /** The half that each vertex is in, V: 1 or −1; 0 in the middle and where the walk did not reach. */
  half: Int8Array;
  /** The number of vertices with a partner, including those in the middle. */
  count: number;
  /** The number of pairs of faces that did not fit each other. */
  conflicts: number;
}

/** The directed edges of faces of solver vertices. They lead from a face to the face beside it. */
export class PolygonEdges {
  readonly vertexCount: number;
  /** The vertex of each corner of all faces. Corners that repeat the vertex before them are left out. */
  private readonly corners: number[] = [];
  private readonly offsets: number[] = [0];
  /** Face of each corner. */
  private readonly faceOf: number[] = [];
  /** The corner where each directed edge begins; −1 if several faces have the edge in the same direction. */
  private readonly starts = new Map<number, number>();

  constructor({ rest, solverIndex, polygonOffsets, polygonCorners }: Omit<MirrorMesh, "uvs" | "triangles">) {
    this.vertexCount = rest.length / 3;
    for (let p = 0; p + 1 < polygonOffsets.length; p++) {
      const ring = Array.from(
        polygonCorners.subarray(polygonOffsets[p], polygonOffsets[p + 1]),
        (d) => solverIndex[d],
      );
      const face = ring.filter((i, n) => i !== ring[(n + 1) % ring.length]);
      if (face.length >= 3) this.add(face);
    }
  }

  private add(face: number[]): void {
    const first = this.corners.length;
    const number = this.offsets.length - 1;
    face.forEach((i, n) => {
      const key = this.key(i, face[(n + 1) % face.length]);
      this.starts.set(key, this.starts.has(key) ? -1 : first + n);
      this.corners.push(i);
      this.faceOf.push(number);
    });
    this.offsets.push(this.corners.length);
  }

  private key(from: number, to: number): number {
    return from * this.vertexCount + to;
  }

  /** The corner where the edge begins; −1 if no face or several faces have this edge. */
  corner(from: number, to: number): number {
    return this.starts.get(this.key(from, to)) ?? -1;
  }

  /** Edges with a face on both sides, as pairs of vertices i < j. */
  *inner(): Generator<[number, number]> {
    for (const [key, at] of this.starts) {
      const [i, j] = [Math.floor(key / this.vertexCount), key % this.vertexCount];
      if (i < j && at >= 0 && this.corner(j, i) >= 0) yield [i, j];
    }
  }

  /**
   * Walks in step over the faces on both sides of an edge in the middle. The two faces at the edge pair corner by
   * corner, then the faces beside them, whatever their shape. The walk stops at faces of different sizes, and never
   * crosses an edge in the middle.
   */
  walk(a: number, b: number): Walked {
    const { vertexCount } = this;
    const walked: Walked = {
      map: new Int32Array(vertexCount).fill(-1),
      half: new Int8Array(vertexCount),
      count: 0,
      conflicts: 0,
    };
    const [ahead, back] = [this.corner(a, b), this.corner(b, a)];
    if (ahead < 0 || back < 0) return walked;
    walked.map[a] = a;
    walked.map[b] = b;
    const seen = new Uint8Array(this.offsets.length - 1);
    const queue: [number, number][] = [[ahead, back]];
    for (let n = 0; n < queue.length; n++) {
      const [f, g] = queue[n];
      if (seen[this.faceOf[f]] || seen[this.faceOf[g]]) continue;
      seen[this.faceOf[f]] = 1;
      seen[this.faceOf[g]] = 1;
      if (this.pair(f, g, walked)) this.enqueue(f, walked.map, queue);
      else walked.conflicts++;
    }
    for (let i = 0; i < vertexCount; i++) {
      if (walked.map[i] >= 0) walked.count++;
      if (walked.map[i] === i) walked.half[i] = 0;
    }
    return walked;
  }

  private size(corner: number): number {
    const face = this.faceOf[corner];
    return this.offsets[face + 1] - this.offsets[face];
  }

  /** The vertex `steps` corners after a corner in its face, or before it if negative. */
  private at(corner: number, steps: number): number {
    const first = this.offsets[this.faceOf[corner]];
    const size = this.size(corner);
    return this.corners[first + ((((corner - first + steps) % size) + size) % size)];
  }

  /** Pairs the corners of two faces, forwards from f and backwards from g. Returns false if the faces do not fit. */
  private pair(f: number, g: number, { map, half }: Walked): boolean {
    const size = this.size(f);
    if (size !== this.size(g)) return false;
    for (let k = 2; k < size; k++) {
      const [i, l] = [this.at(f, k), this.at(g, 1 - k)];
      if ((map[i] >= 0 && map[i] !== l) || (map[l] >= 0 && map[l] !== i)) return false;
    }
    for (let k = 2; k < size; k++) {
      const [i, l] = [this.at(f, k), this.at(g, 1 - k)];
      map[i] = l;
      map[l] = i;
      half[i] = 1;
      half[l] = -1;
    }
    return true;
  }

  private enqueue(f: number, map: Int32Array, queue: [number, number][]): void {
    for (let k = 1; k < this.size(f); k++) {
      const [u, v] = [this.at(f, k), this.at(f, k + 1)];
      if (map[u] === u && map[v] === v) continue;
      const beside = this.corner(v, u);
      const other = this.corner(map[u], map[v]);
      if (beside >= 0 && other >= 0) queue.push([beside, other]);
    }
  }
}
