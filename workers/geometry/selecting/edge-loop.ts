/** The polygons of a mesh, as in a sequence, and its rest pose. */
export interface LoopMesh {
  vertexCount: number;
  polygonOffsets: Uint32Array;
  polygonCorners: Uint32Array;
  /** The solver vertex of each display vertex, which corners name. */
  solverIndex: Uint32Array;
  /** 3V. */
  rest: ArrayLike<number>;
}

/** A loop does not bend more than this at a vertex, measured in the tangent plane: the cosine of 50°. */
const STRAIGHT = Math.cos((50 * Math.PI) / 180);

/** The polygons around an edge and around a vertex. */
export class PolygonsAtEdges {
  private readonly mesh: LoopMesh;
  /** Polygons of each edge, by its key. */
  private readonly polygonsOf = new Map<number, number[]>();
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

  /** Whether two vertices are the ends of an edge of a polygon. */
  has(a: number, b: number): boolean {
    return this.polygonsOf.has(this.keyOf(a, b));
  }

  /** The corners of the polygon that has these three, as solver vertices; the three if there is none. */
  polygonAt(corners: readonly [number, number, number]): number[] {
    const [a, b, c] = corners;
    const near = [...(this.around[a] ?? [])].flatMap((i) => this.polygonsOf.get(this.keyOf(a, i)) ?? []);
    const polygon = near.map((p) => this.corners(p)).find((all) => all.includes(b) && all.includes(c));
    return polygon ?? [...corners];
  }

  /**
   * The vertices of the loop through an edge, in no order. Through quads it runs straight across vertices with four
   * edges, and ends at others. A border is followed along the border. Elsewhere (triangles, mixed polygons) it takes
   * the straightest edge, and ends where all edges bend by more than 50°.
   */
  loop(a: number, b: number): number[] {
    if (!this.has(a, b)) return [];
    const found = new Set([a, b]);
    if (!this.walk(a, b, found)) this.walk(b, a, found);
    return [...found];
  }

  /** Walks on from b, coming from a. Returns whether the loop is closed. */
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
    const isBorder = (i: number) => this.polygonsOf.get(this.keyOf(at, i))?.length === 1;
    if (isBorder(from)) return others.find(isBorder) ?? null;
    const polygons = new Set(
      [...this.around[at]].flatMap((i) => this.polygonsOf.get(this.keyOf(at, i)) ?? []),
    );
    const isQuads = [...polygons].every((p) => this.corners(p).length === 4);
    return isQuads ? this.across(from, at, others) : this.straightest(from, at, others);
  }

  /** The edge that shares no quad with the last one. */
  private across(from: number, at: number, others: readonly number[]): number | null {
    if (others.length !== 3) return null;
    const quads = this.polygonsOf.get(this.keyOf(from, at)) ?? [];
    const apart = others.filter(
      (i) => !this.polygonsOf.get(this.keyOf(at, i))?.some((p) => quads.includes(p)),
    );
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
    const { rest } = this.mesh;
    return [0, 1, 2].map((c) => rest[3 * to + c] - rest[3 * from + c]) as unknown as Vector;
  }

  private normalAt(i: number): Vector {
    const polygons = new Set([...this.around[i]].flatMap((l) => this.polygonsOf.get(this.keyOf(i, l)) ?? []));
    const sum: [number, number, number] = [0, 0, 0];
    for (const p of polygons) {
      const corners = this.corners(p);
      const n = corners.indexOf(i);
      if (n < 0) continue;
      const u = this.step(i, corners[(n + 1) % corners.length]);
      const v = this.step(i, corners.at(n - 1) as number);
      sum[0] += u[1] * v[2] - u[2] * v[1];
      sum[1] += u[2] * v[0] - u[0] * v[2];
      sum[2] += u[0] * v[1] - u[1] * v[0];
    }
    return unit(sum);
  }
}

type Vector = readonly [number, number, number];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function unit(a: Vector): Vector {
  const length = Math.sqrt(dot(a, a));
  return length > 0 ? [a[0] / length, a[1] / length, a[2] / length] : a;
}

/** The direction of a vector within the plane of a normal. */
function flat(a: Vector, normal: Vector): Vector {
  const out = dot(a, normal);
  return unit([a[0] - out * normal[0], a[1] - out * normal[1], a[2] - out * normal[2]]);
}
