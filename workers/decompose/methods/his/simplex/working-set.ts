import { kernels } from "../../../../kernels/kernels.generated";
import type { Parallel } from "../../../../kernels/parallel";
import { createRandom } from "../../../../math/random";
import type { Task } from "../../../../model/task";
import type { Cloud } from "./cloud";
import type { PointSet } from "./point-set";

/** The number of directions, per corner, in which extreme points are searched, and the most numbers for all of them. */
const DIRECTIONS = 12;
const MOST_PRODUCTS = 3e8;
/** Points added for each face at once. */
const ADDED = 24;

/**
 * The points that matter for a simplex around all of them: the outermost in some direction, and those found beyond a
 * face. At most a few thousand of a hundred thousand points matter.
 */
export class WorkingSet {
  private readonly cloud: Cloud;
  private readonly members: number[] = [];
  private readonly known: Uint8Array;
  private readonly most: number;

  /** @param most the largest size of the set. */
  constructor(cloud: Cloud, most: number) {
    this.cloud = cloud;
    this.most = most;
    this.known = new Uint8Array(cloud.count);
  }

  /** Arena bytes for `addOutermost`. */
  static bytes(count: number, corners: number): number {
    const wide = 4 * Math.ceil(directionsFor(count, corners) / 4);
    return 8 * (corners + 4) * wide + 8 * 64 * wide + 8 * Math.min(count, CHUNK) * wide + 256;
  }

  /** Adds the outermost points in random directions. */
  async addOutermost(parallel: Parallel, task: Task): Promise<void> {
    const { points, count, corners: n, stride } = this.cloud;
    const random = createRandom(n);
    const wide = 4 * Math.ceil(directionsFor(count, n) / 4);
    const mark = parallel.arena.mark();
    const directions = parallel.arena.f64(n * wide).fill(0);
    for (let c = 0; c + 1 < n; c++) for (let d = 0; d < wide; d++) directions[c * wide + d] = random.normal();
    const out = parallel.arena.f64(Math.min(count, CHUNK) * wide);
    const least = new Float64Array(wide).fill(Infinity);
    const most = new Float64Array(wide).fill(-Infinity);
    const at = [new Int32Array(wide), new Int32Array(wide)];
    for (let from = 0; from < count; from += CHUNK) {
      const here = Math.min(CHUNK, count - from);
      await parallel.run(task, kernels.product, here, 64, {
        a: points.byteOffset + 8 * from * stride,
        aRow: stride,
        aDepth: 1,
        b: directions,
        ldB: wide,
        depth: n,
        n: wide,
        out,
        ldOut: wide,
      });
      for (let i = 0; i < here; i++) {
        for (let d = 0; d < wide; d++) {
          const x = out[i * wide + d];
          if (x < least[d]) {
            least[d] = x;
            at[0][d] = from + i;
          }
          if (x > most[d]) {
            most[d] = x;
            at[1][d] = from + i;
          }
        }
      }
    }
    parallel.arena.release(mark);
    for (const list of at) for (const i of list) this.add(i);
  }

  /**
   * Adds the points that lie farthest beyond each face, those with a weight below `tolerance`.
   * @param weights barycentric coordinates of all points.
   * @returns the number of new points.
   */
  addBeyond(weights: Float64Array, tolerance: number): number {
    const { count, corners: n, stride } = this.cloud;
    let added = 0;
    for (let j = 0; j < n; j++) {
      const worst: { i: number; w: number }[] = [];
      for (let i = 0; i < count; i++) {
        const w = weights[i * stride + j];
        if (w >= tolerance || (worst.length === ADDED && w >= worst[ADDED - 1].w)) continue;
        let at = worst.length < ADDED ? worst.length : ADDED - 1;
        for (; at > 0 && worst[at - 1].w > w; at--) worst[at] = worst[at - 1];
        worst[at] = { i, w };
      }
      for (const { i } of worst) added += this.add(i);
    }
    return added;
  }

  /** Copies the set to the arena for programs. The last point is repeated up to a multiple of 4. */
  inArena(parallel: Parallel): PointSet {
    const { points: all, corners, stride } = this.cloud;
    const count = 4 * Math.ceil(this.members.length / 4);
    const points = parallel.arena.f64(count * stride);
    const transposed = parallel.arena.f64(corners * count);
    for (let m = 0; m < count; m++) {
      const i = this.members[Math.min(m, this.members.length - 1)];
      for (let c = 0; c < stride; c++) points[m * stride + c] = all[i * stride + c];
      for (let c = 0; c < corners; c++) transposed[c * count + m] = all[i * stride + c];
    }
    return { count, corners, stride, points, transposed };
  }

  private add(i: number): number {
    if (this.known[i] || this.members.length >= this.most) return 0;
    this.known[i] = 1;
    this.members.push(i);
    return 1;
  }
}

/** Points whose coordinates along the directions are in the arena at the same time. */
const CHUNK = 4096;

const directionsFor = (count: number, n: number) =>
  Math.max(n, Math.min(DIRECTIONS * n, Math.floor(MOST_PRODUCTS / (count * n))));
