/**
 * The error of one frame as a function of the motion of its joints, for fixed weights, rest pose and joints. A joint
 * turns, shifts or scales its bone. A turn carries everything below the joint along. The statistics are the same as in
 * the strict solver (docs/algorithms/skeletons/auto.md), so the time of a frame does not depend on the number of
 * vertices.
 */
import type { JointLimits } from "../../../model/rig/rig";
import type { Point } from "../../../model/skeleton/skeleton";

/** What may move in a frame, and the statistics of the mesh. Coordinates are normalised. */
export interface FrameModel {
  /** B. */
  h: number;
  /** B: −1 for roots. */
  parents: ArrayLike<number>;
  /** B: all bones, parents first. */
  order: ArrayLike<number>;
  /** M, 4B by 4B, in the basis of the tree. */
  normal: Float64Array;
  /** B flags: the joint may turn. */
  turns: Uint8Array;
  /** B flags: the bone may shift relative to its parent; a root relative to the world. */
  shifts: Uint8Array;
  /** B flags: the bone may change its size. Its children keep theirs. */
  scales: Uint8Array;
  /** B: limits of the turn relative to the parent; undefined for a joint without limits. */
  limits: readonly (JointLimits | undefined)[];
  /** B: unit directions of the bones at rest, the axes of their twists. */
  axes: readonly Point[];
}

/** One frame: its statistics C, 3 rows of 4B in the basis of the tree, and Σ |y|². */
export interface FrameData {
  cross: Float64Array;
  square: number;
}

/** X M, 3 rows of 4B. */
function timesNormal(x: Float64Array, normal: Float64Array, width: number): Float64Array {
  const out = new Float64Array(3 * width);
  for (let a = 0; a < 3; a++) {
    for (let i = 0; i < width; i++) {
      const value = x[a * width + i];
      if (value === 0) continue;
      for (let j = 0; j < width; j++) out[a * width + j] += value * normal[i * width + j];
    }
  }
  return out;
}

/** Squared error of a pose: 3 rows of [A_k | τ_k] of all bones side by side. */
export function errorOf(model: FrameModel, { cross, square }: FrameData, pose: Float64Array): number {
  const moved = timesNormal(pose, model.normal, 4 * model.h);
  let error = square;
  for (let at = 0; at < pose.length; at++) error += pose[at] * (moved[at] - 2 * cross[at]);
  return error;
}

/** The rows of a system: three turns of every joint, then the scales and shifts. */
export interface SystemRows {
  /** B: first row of a bone's scale or shift, −1 if it has none. */
  scale: Int32Array;
  shift: Int32Array;
  count: number;
}

/** A fixed shift still turns with the joints above it, so every shift that is not 0 has rows. */
function rowsOf({ h, parents, shifts, scales }: FrameModel, pose: Float64Array): SystemRows {
  const scale = new Int32Array(h).fill(-1);
  const shift = new Int32Array(h).fill(-1);
  let count = 3 * h;
  for (let k = 0; k < h; k++) {
    if (scales[k]) scale[k] = count++;
    const isOpen = parents[k] >= 0 && [0, 1, 2].some((a) => pose[4 * (a * h + k) + 3] !== 0);
    if (!shifts[k] && !isOpen) continue;
    shift[k] = count;
    count += 3;
  }
  return { scale, shift, count };
}

/** The Gauss-Newton system of a pose: the matrix, `count` by `count`, and minus half the gradient of the error. */
export interface FrameSystem extends SystemRows {
  matrix: Float64Array;
  right: Float64Array;
}

/** (M_zy − M_yz, M_xz − M_zx, M_yx − M_xy) of a row-major 3x3. */
const axial = (m: ArrayLike<number>): Point => [m[7] - m[5], m[2] - m[6], m[3] - m[1]];

/** The system for turns of single bones. `carry` converts it to turns of joints. */
function bonesSystem(model: FrameModel, { cross }: FrameData, pose: Float64Array): FrameSystem {
  const { h, normal } = model;
  const width = 4 * h;
  const rows = rowsOf(model, pose);
  const n = rows.count;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  const residual = timesNormal(pose, normal, width);
  for (let at = 0; at < residual.length; at++) residual[at] = cross[at] - residual[at];
  const turned = new Float64Array(3 * width);
  const block = new Float64Array(9);
  const put = (i: number, j: number, x: number) => {
    matrix[i * n + j] = x;
    matrix[j * n + i] = x;
  };
  for (let k = 0; k < h; k++) {
    turned.fill(0);
    for (let a = 0; a < 3; a++) {
      for (let c = 0; c < 3; c++) {
        const x = pose[a * width + 4 * k + c];
        for (let j = 0; j < width; j++) turned[a * width + j] += x * normal[(4 * k + c) * width + j];
      }
    }
    for (let l = 0; l < h; l++) {
      writeProduct(turned, pose, width, l, block);
      if (l <= k) putTurns(put, block, 3 * k, 3 * l);
      const v: Point = [turned[4 * l + 3], turned[width + 4 * l + 3], turned[2 * width + 4 * l + 3]];
      if (rows.shift[l] >= 0) putCross(put, v, 3 * k, rows.shift[l]);
      if (rows.scale[k] < 0) continue;
      putRow(put, axial(block), rows.scale[k], 3 * l);
      if (rows.scale[l] >= 0) put(rows.scale[k], rows.scale[l], block[0] + block[4] + block[8]);
      if (rows.shift[l] >= 0) putRow(put, v, rows.scale[k], rows.shift[l]);
    }
    writeProduct(residual, pose, width, k, block, k);
    axial(block).forEach((x, c) => {
      right[3 * k + c] = x;
    });
    if (rows.scale[k] >= 0) right[rows.scale[k]] = block[0] + block[4] + block[8];
    if (rows.shift[k] < 0) continue;
    for (let c = 0; c < 3; c++) right[rows.shift[k] + c] = residual[c * width + 4 * k + 3];
    for (let l = 0; l < h; l++) {
      if (rows.shift[l] < 0) continue;
      const mass = normal[(4 * k + 3) * width + 4 * l + 3];
      for (let c = 0; c < 3; c++) put(rows.shift[k] + c, rows.shift[l] + c, mass);
    }
  }
  return { ...rows, matrix, right };
}

/** out = F_l A_lᵀ, with F_l the 3x3 of bone `from` (default l) in 3 rows of 4B. */
function writeProduct(
  rows: Float64Array,
  pose: Float64Array,
  width: number,
  l: number,
  out: Float64Array,
  from = l,
): void {
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += rows[a * width + 4 * from + c] * pose[b * width + 4 * l + c];
      out[3 * a + b] = sum;
    }
  }
}

type Put = (i: number, j: number, x: number) => void;

/** Writes tr(P) I − Pᵀ. */
function putTurns(put: Put, p: Float64Array, row: number, column: number): void {
  const trace = p[0] + p[4] + p[8];
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) put(row + a, column + b, (a === b ? trace : 0) - p[3 * b + a]);
  }
}

function putRow(put: Put, values: Point, row: number, column: number): void {
  for (let c = 0; c < 3; c++) put(row, column + c, values[c]);
}

/** Writes [v]×. */
function putCross(put: Put, [x, y, z]: Point, row: number, column: number): void {
  const cross = [0, -z, y, z, 0, -x, -y, x, 0];
  for (let at = 0; at < 9; at++) put(row + Math.floor(at / 3), column + (at % 3), cross[at]);
}

/** Adds τ × (the three rows from `from` on) to the three rows from `to` on, in a matrix with `ld` numbers in a row. */
function addCrossed(m: Float64Array, ld: number, to: number, from: number, t: Point): void {
  for (let j = 0; j < ld; j++) {
    const at = (row: number) => row * ld + j;
    const [x, y, z] = [m[at(from)], m[at(from + 1)], m[at(from + 2)]];
    m[at(to)] += t[1] * z - t[2] * y;
    m[at(to + 1)] += t[2] * x - t[0] * z;
    m[at(to + 2)] += t[0] * y - t[1] * x;
  }
}

/**
 * Converts turns of bones to turns of joints. A joint carries the bones below it, so its rows become sums over these.
 */
function carry({ h, order, parents }: FrameModel, pose: Float64Array, system: FrameSystem): void {
  const { matrix, right, count, shift } = system;
  const width = 4 * h;
  const rowsUp = (m: Float64Array, ld: number) => {
    for (let n = h - 1; n >= 0; n--) {
      const k = order[n];
      const p = parents[k];
      if (p < 0) continue;
      for (let at = 0; at < 3 * ld; at++) m[3 * p * ld + at] += m[3 * k * ld + at];
      if (shift[k] < 0) continue;
      const t: Point = [pose[4 * k + 3], pose[width + 4 * k + 3], pose[2 * width + 4 * k + 3]];
      addCrossed(m, ld, 3 * p, shift[k], t);
    }
  };
  rowsUp(matrix, count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const x = matrix[i * count + j];
      matrix[i * count + j] = matrix[j * count + i];
      matrix[j * count + i] = x;
    }
  }
  rowsUp(matrix, count);
  rowsUp(right, 1);
}

/** The system of a pose for turns of joints (about world axes), scales and shifts. */
export function frameSystem(model: FrameModel, data: FrameData, pose: Float64Array): FrameSystem {
  const system = bonesSystem(model, data, pose);
  carry(model, pose, system);
  return system;
}
