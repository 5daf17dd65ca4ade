import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { Prior } from "./common-joint";

/** How much of the surface two bones share, and where. */
export interface Overlap extends Prior {
  a: number;
  b: number;
  /** Σ over triangles of the products of the two bones' weights, relative to the smaller bone's Σ of squares, 0..1. */
  share: number;
}

/** Triangles to process between two checkpoints. */
const STRIDE = 4096;

/** Sums of weights at a triangle's corners, by bone. */
function cornerWeights({ weights }: Rig, corners: ArrayLike<number>): [bone: number, weight: number][] {
  const row = new Map<number, number>();
  for (let c = 0; c < 3; c++) {
    for (let e = weights.offsets[corners[c]]; e < weights.offsets[corners[c] + 1]; e++) {
      row.set(weights.bones[e], (row.get(weights.bones[e]) ?? 0) + weights.values[e]);
    }
  }
  return [...row];
}

/**
 * Pairs of bones that meet on the surface, a < b. It compares triangles instead of vertices, so bones without a common
 * vertex (rigid weights) meet too.
 */
export async function sharedSurface(sequence: MeshSequence, rig: Rig, task: Task): Promise<Overlap[]> {
  const { triangles, solverIndex } = sequence;
  const B = rig.bones.length;
  const own = new Float64Array(B);
  /** For each pair: Σ of weight, of weight · position, and of weight · |position|². */
  const sums = new Map<number, Float64Array>();
  for (let t = 0; t < triangles.length; t += 3) {
    if (t % (3 * STRIDE) === 0) {
      task.progress({ phase: "Looking for joints", done: (0.5 * t) / triangles.length, detail: "" });
      await task.checkpoint();
    }
    const corners = [0, 1, 2].map((c) => solverIndex[triangles[t + c]]);
    const row = cornerWeights(rig, corners);
    const middle = [0, 1, 2].map((c) => corners.reduce((sum, i) => sum + rig.rest[3 * i + c] / 3, 0));
    const square = middle.reduce((sum, x) => sum + x * x, 0);
    for (const [a, wa] of row) {
      own[a] += wa * wa;
      for (const [b, wb] of row) {
        if (b <= a) continue;
        const w = wa * wb;
        let sum = sums.get(a * B + b);
        if (!sum) {
          sum = new Float64Array(5);
          sums.set(a * B + b, sum);
        }
        sum[0] += w;
        for (let c = 0; c < 3; c++) sum[1 + c] += w * middle[c];
        sum[4] += w * square;
      }
    }
  }
  return [...sums].map(([key, [w, x, y, z, squares]]) => {
    const [a, b] = [Math.floor(key / B), key % B];
    const centre = [x / w, y / w, z / w];
    const variance = squares / w - centre.reduce((sum, c) => sum + c * c, 0);
    return { a, b, centre, spread: Math.sqrt(Math.max(0, variance)), share: w / Math.min(own[a], own[b]) };
  });
}
