import { cross, dot, minus, plus, scaled, unit, type Vector } from "../../math/vectors";

/** The polygons of a mesh, as in a sequence, and its rest pose. */
export interface LoopMesh {
  vertexCount: number;
  polygonOffsets: Uint32Array;
  polygonCorners: Uint32Array;
  /** The solver vertex of each display vertex. Polygon corners are display vertices. */
  solverIndex: Uint32Array;
  /** 3V. */
  rest: ArrayLike<number>;
}

/** The cosine of 50°: the largest bend of a loop at a vertex, measured in the tangent plane. */
const STRAIGHT = Math.cos((50 * Math.PI) / 180);

/** The polygons at each edge and around each vertex of a mesh. */
export class PolygonsAtEdges {
  private readonly mesh: LoopMesh;
  /** Polygons of each edge, by its key. */
  private readonly polygonsOf = new Map<number, number[]>();
  /** The other ends of the edges at each vertex. */
  private readonly around: Set<number>[] = [];

  constructor(mesh: LoopMesh) {
    this.mesh = mesh;
    const { polygonOffsets } = mesh;
    for (let p = 0; p + 1 < polygonOffsets.length; p++) {
      const corners = this.corners(p);
      corners.forEach((a, n) => {
        const b = corners[(n + 1) % corners.length];
        if (a !== b) this.add(a, b, p);
      });
    }
  }

  private add(a: number, b: number, polygon: number): void {
    const key = this.keyOf(a, b);
    const polygons = this.polygonsOf.get(key);
    if (polygons) polygons.push(polygon);
    else this.polygonsOf.set(key, [polygon]);
    (this.around[a] ??= new Set()).add(b);
    (this.around[b] ??= new Set()).add(a);
  }

  private keyOf(a: number, b: number): number {
    return Math.min(a, b) * this.mesh.vertexCount + Math.max(a, b);
  }

  private corners(polygon: number): number[] {
    const { polygonOffsets, polygonCorners, solverIndex } = this.mesh;
    return Array.from(
      polygonCorners.subarray(polygonOffsets[polygon], polygonOffsets[polygon + 1]),
      (d) => solverIndex[d],
    );
  }

  private polygonsAt(a: number, b: number): readonly number[] {
    return this.polygonsOf.get(this.keyOf(a, b)) ?? [];
  }

  private polygonsAround(i: number): Set<number> {
    return new Set([...(this.around[i] ?? [])].flatMap((l) => this.polygonsAt(i, l)));
  }

  /** Whether two vertices are the ends of an edge of a polygon. */
  has(a: number, b: number): boolean {
    return this.polygonsOf.has(this.keyOf(a, b));
  }

  /** The corners of the polygon with these three, as solver vertices; only the three if there is none. */
  polygonAt(corners: readonly [number, number, number]): number[] {
    const [a, b, c] = corners;
    const near = Array.from(this.polygonsAround(a), (p) => this.corners(p));
    return near.find((all) => all.includes(b) && all.includes(c)) ?? [...corners];
  }

  /**
   * The vertices of the loop through an edge, in no order. On quads, the loop goes straight on at vertices with four
   * edges, and ends at others. On a border, it follows the border. Elsewhere (triangles, mixed polygons) it takes the
   * straightest edge, and ends where all edges bend by more than 50°.
   */
  loop(a: number, b: number): number[] {
    if (!this.has(a, b)) return [];
    const found = new Set([a, b]);
    if (!this.walk(a, b, found)) this.walk(b, a, found);
    return [...found];
  }

  /** Walks on at b, coming from a. Returns whether the loop is closed. */
  private walk(a: number, b: number, found: Set<number>): boolean {
    const start = a;
    let [from, at] = [a, b];
    for (;;) {
      const next = this.next(from, at);
      if (next === null) return false;
      if (next === start) return true;
      if (found.has(next)) return false;
      found.add(next);
      [from, at] = [at, next];
    }
  }

  private next(from: number, at: number): number | null {
    const others = [...this.around[at]].filter((i) => i !== from);
    const isBorder = (i: number) => this.polygonsAt(at, i).length === 1;
    if (isBorder(from)) return others.find(isBorder) ?? null;
    const isQuads = [...this.polygonsAround(at)].every((p) => this.corners(p).length === 4);
    return isQuads ? this.across(from, at, others) : this.straightest(from, at, others);
  }

  /** The edge that shares no quad with the last one. */
  private across(from: number, at: number, others: readonly number[]): number | null {
    if (others.length !== 3) return null;
    const quads = this.polygonsAt(from, at);
    const apart = others.filter((i) => !this.polygonsAt(at, i).some((p) => quads.includes(p)));
    return apart.length === 1 ? apart[0] : null;
  }

  private straightest(from: number, at: number, others: readonly number[]): number | null {
    const normal = this.normalAt(at);
    const came = flat(this.step(from, at), normal);
    let best: number | null = null;
    let most = STRAIGHT;
    for (const i of others) {
      const cosine = dot(came, flat(this.step(at, i), normal));
      if (cosine > most) [best, most] = [i, cosine];
    }
    return best;
  }

  private step(from: number, to: number): Vector {
    return minus(this.point(to), this.point(from));
  }

  private point(i: number): Vector {
    const { rest } = this.mesh;
    return [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
  }

  private normalAt(i: number): Vector {
    let sum: Vector = [0, 0, 0];
    for (const p of this.polygonsAround(i)) {
      const corners = this.corners(p);
      const n = corners.indexOf(i);
      if (n < 0) continue;
      const u = this.step(i, corners[(n + 1) % corners.length]);
      const v = this.step(i, corners.at(n - 1) as number);
      sum = plus(sum, cross(u, v));
    }
    return direction(sum);
  }
}

/** The vector with length 1, or 0 if it has no direction. */
const direction = (a: Vector): Vector => unit(a, 0) ?? [0, 0, 0];

/** The direction of a vector's projection onto the plane with a normal. */
const flat = (a: Vector, normal: Vector): Vector => direction(minus(a, scaled(normal, dot(a, normal))));
