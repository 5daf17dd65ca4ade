import type { TriangleTree } from "./triangle-tree";

/** Whether a triangle may have the closest point. */
export type AcceptsTriangle = (triangle: number) => boolean;

/** Finds the closest point of a triangle mesh. Fields have the result of the last search. */
export class ClosestPoint {
  /** The triangle with the closest point; −1 if there is none. */
  triangle = -1;
  /** The barycentric coordinates there: not negative, sum 1. */
  readonly shares = new Float64Array(3);
  /** The squared distance. */
  square = Infinity;
  readonly surface: TriangleTree;
  private readonly stack = new Uint32Array(128);
  private readonly here = new Float64Array(3);
  private readonly place = new Float64Array(3);

  constructor(tree: TriangleTree) {
    this.surface = tree;
  }

  /**
   * Finds the closest point. Of equally close points, the first in the order of the tree is taken.
   * @param within the largest distance that counts; Infinity for any.
   * @returns whether there is such a point.
   */
  find(x: number, y: number, z: number, within = Infinity, accepts?: AcceptsTriangle): boolean {
    const { link, size, order } = this.surface;
    const { stack } = this;
    this.triangle = -1;
    // A little more, so that a point at exactly the largest distance counts.
    this.square = within === Infinity ? Infinity : within * within * (1 + 1e-12) + Number.MIN_VALUE;
    if (order.length === 0) return false;
    this.place[0] = x;
    this.place[1] = y;
    this.place[2] = z;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (this.squareToBox(node, x, y, z) >= this.square) continue;
      if (size[node] > 0) {
        for (let at = link[node]; at < link[node] + size[node]; at++) {
          this.offer(order[at], accepts);
        }
        continue;
      }
      const [near, far] = [node + 1, link[node]];
      const isNear = this.squareToBox(near, x, y, z) <= this.squareToBox(far, x, y, z);
      stack[depth++] = isNear ? far : near;
      stack[depth++] = isNear ? near : far;
    }
    return this.triangle >= 0;
  }

  private squareToBox(node: number, x: number, y: number, z: number): number {
    const { boxes } = this.surface;
    const at = 6 * node;
    const dx = Math.max(boxes[at] - x, x - boxes[at + 3], 0);
    const dy = Math.max(boxes[at + 1] - y, y - boxes[at + 4], 0);
    const dz = Math.max(boxes[at + 2] - z, z - boxes[at + 5], 0);
    return dx * dx + dy * dy + dz * dz;
  }

  private offer(t: number, accepts: AcceptsTriangle | undefined): void {
    const { positions, triangles } = this.surface;
    const square = closestOnTriangle(positions, triangles, t, this.place, this.here);
    if (square >= this.square || (accepts && !accepts(t))) return;
    this.square = square;
    this.triangle = t;
    this.shares.set(this.here);
  }
}

/**
 * The point of triangle t that is closest to p: the foot of the perpendicular if it lies inside, otherwise the closest
 * point of the edges.
 * @param shares receives its barycentric coordinates.
 * @returns the squared distance.
 */
export function closestOnTriangle(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  t: number,
  p: ArrayLike<number>,
  shares: Float64Array,
): number {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const [ax, ay, az] = [positions[a], positions[a + 1], positions[a + 2]];
  const [ux, uy, uz] = [positions[b] - ax, positions[b + 1] - ay, positions[b + 2] - az];
  const [vx, vy, vz] = [positions[c] - ax, positions[c + 1] - ay, positions[c + 2] - az];
  const [px, py, pz] = [p[0] - ax, p[1] - ay, p[2] - az];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const up = ux * px + uy * py + uz * pz;
  const vp = vx * px + vy * py + vz * pz;
  const det = uu * vv - uv * uv;
  let [s, r] = [(vv * up - uv * vp) / det, (uu * vp - uv * up) / det];
  // The comparison is false for a triangle without area, whose closest point lies on an edge.
  if (!(det > 1e-14 * uu * vv && s >= 0 && r >= 0 && s + r <= 1)) {
    let least = Infinity;
    const offer = (s1: number, r1: number) => {
      const square = squareAt(s1, r1);
      if (square < least) [least, s, r] = [square, s1, r1];
    };
    offer(alongEdge(up, uu), 0);
    offer(0, alongEdge(vp, vv));
    const third = alongEdge(uu - uv - up + vp, uu - 2 * uv + vv);
    offer(1 - third, third);
  }
  shares[0] = Math.max(0, 1 - s - r);
  shares[1] = s;
  shares[2] = r;
  return squareAt(s, r);

  function squareAt(s1: number, r1: number): number {
    const dx = s1 * ux + r1 * vx - px;
    const dy = s1 * uy + r1 * vy - py;
    const dz = s1 * uz + r1 * vz - pz;
    return dx * dx + dy * dy + dz * dz;
  }
}

const alongEdge = (dot: number, square: number): number =>
  square > 0 ? Math.min(1, Math.max(0, dot / square)) : 0;
