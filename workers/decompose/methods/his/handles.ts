import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { motionOfRows } from "../../phases/blend-state";
import type { Problem } from "../../problem/problem";
import type { Blend } from "../method";
import type { Flat } from "./flat/flat";
import { purestVertices } from "./purest";

/** A purest motion is the mean over this many vertices. */
const PURE = 20;

/** Motions of corners: signed blends of the flat's handles, given the weights of each corner. rank rows of 4n. */
export function blendHandles(
  { handles, handleCount: h }: Pick<Flat, "handles" | "handleCount">,
  corners: readonly Float64Array[],
): Float64Array {
  const n = corners.length;
  const rank = handles.length / (4 * h);
  const out = new Float64Array(rank * 4 * n);
  corners.forEach((corner, j) => {
    const total = corner.reduce((sum, w) => sum + w, 0);
    for (let r = 0; r < rank; r++) {
      for (let k = 0; k < h; k++) {
        const w = corner[k] / total;
        for (let c = 0; c < 4; c++) out[(r * n + j) * 4 + c] += w * handles[(r * h + k) * 4 + c];
      }
    }
  });
  return out;
}

/**
 * For each corner of a simplex, the mean motion of the vertices nearest to it, as weights of the corners. Some vertices
 * do move like this mean, while a corner may be far from all of them.
 * @param weights rows of n.
 */
export function purestMotions(weights: Float64Array, n: number): Float64Array[] {
  return purestVertices(weights, n, PURE).map((vertices) => {
    const mean = new Float64Array(n);
    for (const i of vertices) for (let c = 0; c < n; c++) mean[c] += weights[i * n + c] / vertices.length;
    return mean;
  });
}

/** Handles reduced by the trajectory basis (rank rows of 4n) as motion, F·n·12. */
export function motionOfHandles(parallel: Parallel, problem: Problem, handles: Float64Array): Float64Array {
  const { arena } = parallel;
  const { rank, basis, stride, frameCount } = problem;
  const width = handles.length / rank;
  const rows = 3 * frameCount;
  const mark = arena.mark();
  const given = arena.f64(handles.length);
  given.set(handles);
  const full = arena.f64(rows * width);
  parallel.callBlock(kernels.product, 0, rows, {
    a: basis,
    aRow: stride,
    aDepth: 1,
    b: given,
    ldB: width,
    depth: rank,
    n: width,
    out: full,
    ldOut: width,
  });
  const motion = motionOfRows(full, frameCount, width / 4);
  arena.release(mark);
  return motion;
}

/** Arena bytes for `motionOfHandles`. */
export const handleMotionBytes = (rank: number, frames: number, handles: number) =>
  8 * 4 * handles * (rank + 3 * frames) + 256;

/** Dense rows of weights, `count` of n, as slots. Zeros use no slot. */
export function denseSlots(weights: Float64Array, n: number): Pick<Blend, "ids" | "values"> {
  const ids = new Int32Array(weights.length).fill(-1);
  const values = new Float64Array(weights.length);
  for (let i = 0; i < weights.length; i += n) {
    let at = i;
    for (let j = 0; j < n; j++) {
      if (!(weights[i + j] > 0)) continue;
      ids[at] = j;
      values[at++] = weights[i + j];
    }
  }
  return { ids, values };
}
