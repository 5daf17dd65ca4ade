/** The most triangles of a leaf. */
const LEAF = 4;
/** The share of the segment at each end in which crossings are ignored, because the ends may lie on the surface. */
const END = 1e-6;
/** How far a triangle extends beyond its edges, relative to its size, so no ray passes between two triangles. */
const EDGE = 1e-9;

/**
 * A tree of bounding boxes over the triangles of a mesh. Nodes are split at the median along the longest side of the
 * box around the centroids of their triangles. The tree finds out whether a segment crosses the mesh; `ClosestPoint`
 * and `RayHit` search it too. Numbers are f64; building a tree of 12 000 triangles takes about 25 ms.
 */
export class TriangleTree {
  /** 3V. */
  readonly positions: ArrayLike<number>;
  /** 3T. */
  readonly triangles: ArrayLike<number>;
  /** Triangles in the order of the leaves. */
  readonly order: Uint32Array;
  /** Least and greatest corner of each node. */
  readonly boxes: Float64Array;
  /** The first place in `order` of a leaf, or the second child of an inner node. The first child is the next node. */
  readonly link: Uint32Array;
  /** Number of triangles in a leaf; 0 for an inner node. */
  readonly size: Uint8Array;
  private nodes = 0;
  private readonly stack = new Uint32Array(128);

  /**
   * @param positions 3V, finite. They are not copied, so they must not change.
   * @param triangles 3T. Degenerate triangles are never crossed.
   */
  constructor(positions: ArrayLike<number>, triangles: ArrayLike<number>) {
    const count = Math.floor(triangles.length / 3);
    this.positions = positions;
    this.triangles = triangles;
    this.order = Uint32Array.from({ length: count }, (_, t) => t);
    const most = Math.max(1, 2 * count);
    this.boxes = new Float64Array(6 * most);
    this.link = new Uint32Array(most);
    this.size = new Uint8Array(most);
    if (count > 0) this.build(0, count, this.centroids(count));
  }

  /**
   * Whether the open segment from a to b crosses a triangle without the vertex `skip`. Triangles in the plane of the
   * segment are ignored.
   */
  crosses(a: ArrayLike<number>, b: ArrayLike<number>, skip = -1): boolean {
    if (this.nodes === 0) return false;
    const { boxes, link, size, order, stack } = this;
    const way = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (!meetsBox(boxes, 6 * node, a, way, 0, 1)) continue;
      if (size[node] === 0) {
        stack[depth++] = link[node];
        stack[depth++] = node + 1;
        continue;
      }
      for (let at = link[node]; at < link[node] + size[node]; at++) {
        if (this.crossesOne(order[at], a, way, skip)) return true;
      }
    }
    return false;
  }

  /** Möller & Trumbore 1997, both sides. */
  private crossesOne(t: number, a: ArrayLike<number>, way: number[], skip: number): boolean {
    const { positions, triangles } = this;
    const [i, j, k] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    if (i === skip || j === skip || k === skip) return false;
    const [px, py, pz] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    const [ex, ey, ez] = [positions[3 * j] - px, positions[3 * j + 1] - py, positions[3 * j + 2] - pz];
    const [fx, fy, fz] = [positions[3 * k] - px, positions[3 * k + 1] - py, positions[3 * k + 2] - pz];
    const hx = way[1] * fz - way[2] * fy;
    const hy = way[2] * fx - way[0] * fz;
    const hz = way[0] * fy - way[1] * fx;
    const det = ex * hx + ey * hy + ez * hz;
    if (det === 0) return false;
    const inverse = 1 / det;
    const [sx, sy, sz] = [a[0] - px, a[1] - py, a[2] - pz];
    const u = inverse * (sx * hx + sy * hy + sz * hz);
    if (!(u >= -EDGE && u <= 1 + EDGE)) return false;
    const qx = sy * ez - sz * ey;
    const qy = sz * ex - sx * ez;
    const qz = sx * ey - sy * ex;
    const v = inverse * (way[0] * qx + way[1] * qy + way[2] * qz);
    if (!(v >= -EDGE && u + v <= 1 + EDGE)) return false;
    const along = inverse * (fx * qx + fy * qy + fz * qz);
    return along > END && along < 1 - END;
  }

  private centroids(count: number): Float64Array {
    const { positions, triangles } = this;
    const out = new Float64Array(3 * count);
    for (let e = 0; e < 3 * count; e++) {
      const to = 3 * Math.floor(e / 3);
      for (let c = 0; c < 3; c++) out[to + c] += positions[3 * triangles[e] + c];
    }
    return out;
  }

  private build(begin: number, end: number, centroids: Float64Array): void {
    const node = this.nodes++;
    this.bound(node, begin, end);
    if (end - begin <= LEAF) {
      this.link[node] = begin;
      this.size[node] = end - begin;
      return;
    }
    const middle = (begin + end) >> 1;
    select(this.order, centroids, longestAxis(this.order, centroids, begin, end), begin, end - 1, middle);
    this.build(begin, middle, centroids);
    this.link[node] = this.nodes;
    this.build(middle, end, centroids);
  }

  private bound(node: number, begin: number, end: number): void {
    const { positions, triangles, order, boxes } = this;
    const at = 6 * node;
    boxes.fill(Infinity, at, at + 3).fill(-Infinity, at + 3, at + 6);
    for (let n = begin; n < end; n++) {
      for (let e = 3 * order[n]; e < 3 * order[n] + 3; e++) {
        for (let c = 0; c < 3; c++) {
          const x = positions[3 * triangles[e] + c];
          if (x < boxes[at + c]) boxes[at + c] = x;
          if (x > boxes[at + 3 + c]) boxes[at + 3 + c] = x;
        }
      }
    }
    // Hits are accurate only to rounding, and a triangle extends a little beyond its edges.
    for (let c = 0; c < 3; c++) {
      const more = 2 * EDGE * (boxes[at + 3 + c] - boxes[at + c]) + 1e-14 * Math.abs(boxes[at + c]);
      boxes[at + c] -= more;
      boxes[at + 3 + c] += more;
    }
  }
}

/** Whether a + s·way lies in the box for an s from `from` to `to`. @param at where the box's numbers begin. */
export function meetsBox(
  boxes: Float64Array,
  at: number,
  a: ArrayLike<number>,
  way: ArrayLike<number>,
  from: number,
  to: number,
): boolean {
  for (let c = 0; c < 3; c++) {
    const low = boxes[at + c] - a[c];
    const high = boxes[at + 3 + c] - a[c];
    if (way[c] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const s = low / way[c];
    const t = high / way[c];
    from = Math.max(from, Math.min(s, t));
    to = Math.min(to, Math.max(s, t));
    if (from > to) return false;
  }
  return true;
}

function longestAxis(order: Uint32Array, centroids: Float64Array, begin: number, end: number): number {
  let [best, widest] = [0, -1];
  for (let c = 0; c < 3; c++) {
    let [least, greatest] = [Infinity, -Infinity];
    for (let n = begin; n < end; n++) {
      const x = centroids[3 * order[n] + c];
      if (x < least) least = x;
      if (x > greatest) greatest = x;
    }
    if (greatest - least > widest) [best, widest] = [c, greatest - least];
  }
  return best;
}

/** Hoare's selection. Afterwards no item before `middle` is greater than an item after it. */
function select(
  order: Uint32Array,
  keys: Float64Array,
  axis: number,
  left: number,
  right: number,
  middle: number,
) {
  while (left < right) {
    const pivot = keys[3 * order[(left + right) >> 1] + axis];
    let i = left;
    let j = right;
    while (i <= j) {
      while (keys[3 * order[i] + axis] < pivot) i++;
      while (keys[3 * order[j] + axis] > pivot) j--;
      if (i > j) break;
      const swap = order[i];
      order[i++] = order[j];
      order[j--] = swap;
    }
    if (middle <= j) right = j;
    else if (middle >= i) left = i;
    else return;
  }
}
