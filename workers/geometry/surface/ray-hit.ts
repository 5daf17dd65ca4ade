import type { AcceptsTriangle } from "./closest-point";
import { meetsBox, type TriangleTree } from "./triangle-tree";

/** How far a triangle extends beyond its edges, relative to its size, so no ray passes between two triangles. */
const EDGE = 1e-9;

/** Finds where a line meets a triangle mesh nearest to its origin. Fields have the result of the last search. */
export class RayHit {
  /** The triangle; −1 if there is none. */
  triangle = -1;
  /** The barycentric coordinates there. */
  readonly shares = new Float64Array(3);
  /** Distance from the origin along the direction; negative behind. */
  distance = Infinity;
  private readonly tree: TriangleTree;
  private readonly stack = new Uint32Array(128);

  constructor(tree: TriangleTree) {
    this.tree = tree;
  }

  /**
   * Finds the meeting nearest to the origin, ahead or behind (Möller & Trumbore 1997). Returns whether there is one.
   * @param way unit vector.
   * @param within the largest distance.
   */
  find(
    origin: ArrayLike<number>,
    way: ArrayLike<number>,
    within: number,
    accepts?: AcceptsTriangle,
  ): boolean {
    const { boxes, link, size, order } = this.tree;
    this.triangle = -1;
    this.distance = Infinity;
    if (order.length === 0) return false;
    let reach = within;
    let depth = 0;
    this.stack[depth++] = 0;
    while (depth > 0) {
      const node = this.stack[--depth];
      if (!meetsBox(boxes, 6 * node, origin, way, -reach, reach)) continue;
      if (size[node] === 0) {
        this.stack[depth++] = link[node];
        this.stack[depth++] = node + 1;
        continue;
      }
      for (let at = link[node]; at < link[node] + size[node]; at++) {
        if (this.offer(order[at], origin, way, reach, accepts)) reach = Math.abs(this.distance);
      }
    }
    return this.triangle >= 0;
  }

  private offer(
    t: number,
    origin: ArrayLike<number>,
    way: ArrayLike<number>,
    reach: number,
    accepts: AcceptsTriangle | undefined,
  ): boolean {
    const { positions, triangles } = this.tree;
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    const [ax, ay, az] = [positions[a], positions[a + 1], positions[a + 2]];
    const [ux, uy, uz] = [positions[b] - ax, positions[b + 1] - ay, positions[b + 2] - az];
    const [vx, vy, vz] = [positions[c] - ax, positions[c + 1] - ay, positions[c + 2] - az];
    const hx = way[1] * vz - way[2] * vy;
    const hy = way[2] * vx - way[0] * vz;
    const hz = way[0] * vy - way[1] * vx;
    const det = ux * hx + uy * hy + uz * hz;
    if (det === 0) return false;
    const [sx, sy, sz] = [origin[0] - ax, origin[1] - ay, origin[2] - az];
    const u = (sx * hx + sy * hy + sz * hz) / det;
    if (!(u >= -EDGE && u <= 1 + EDGE)) return false;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const v = (way[0] * qx + way[1] * qy + way[2] * qz) / det;
    if (!(v >= -EDGE && u + v <= 1 + EDGE)) return false;
    const along = (vx * qx + vy * qy + vz * qz) / det;
    if (!(Math.abs(along) <= reach) || (accepts && !accepts(t))) return false;
    this.triangle = t;
    this.distance = along;
    this.shares[1] = Math.min(1, Math.max(0, u));
    this.shares[2] = Math.min(1 - this.shares[1], Math.max(0, v));
    this.shares[0] = 1 - this.shares[1] - this.shares[2];
    return true;
  }
}
