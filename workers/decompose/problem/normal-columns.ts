/**
 * How the normals of a flat rest pose move. If the rest pose lies in a plane, no vertex says what an affine bone does
 * along its normal. So a bone can keep from reflecting at no cost, but only where the basis has room for its normal. If
 * much of the normals lies outside, the basis gets the columns that span them best. Without these, bones reflected in
 * hundreds of frames at once, and what held them back raised the error.
 */
import { symmetricEigen } from "../../math/symmetric-eigen";
import { type Columns, removeBasis } from "./flat-frames";

/** The rest pose is flat if it is thinner than this, relative to its size. */
const FLAT = 1e-6;
/** Triangles whose normals are looked at. */
const SAMPLES = 96;
/** There are columns if the basis leaves out more than this share of the normals (squared). Mostly it is 0.05. */
const MISSING = 0.1;
/** The share that the columns may leave out, and the most columns. */
const LEFT = 0.02;
const MOST = 12;

/** A rest pose, 4V, its triangles, and trajectories of its vertices in a basis. */
export interface MovingSurface extends Columns {
  rest: Float64Array;
  triangles: Uint32Array;
  /** V rows of `stride` numbers. */
  projected: Float64Array;
}

/** Orthogonal columns of 3F numbers, the most important first. None if the basis has room for the normals already. */
export function normalColumns(of: MovingSurface): Float64Array[] {
  const count = of.triangles.length / 3;
  if (count === 0 || !isFlat(of.rest)) return [];
  const samples = Math.min(SAMPLES, count);
  const normals = Array.from({ length: samples }, (_, s) =>
    normalOf(of, 3 * Math.floor((s * count) / samples)),
  );
  const whole = normals.reduce((sum, normal) => sum + dot(normal, normal), 0);
  for (const normal of normals) removeBasis(normal, of);
  const outside = normals.reduce((sum, normal) => sum + dot(normal, normal), 0);
  return outside > MISSING * whole ? principal(normals, outside, LEFT * whole) : [];
}

/** The main directions of some columns whose squares sum to `whole`, until no more than `left` of it remains. */
function principal(of: readonly Float64Array[], whole: number, left: number): Float64Array[] {
  const n = of.length;
  const { values, vectors } = symmetricEigen(
    Float64Array.from({ length: n * n }, (_, at) => dot(of[Math.floor(at / n)], of[at % n])),
    n,
  );
  const columns: Float64Array[] = [];
  for (let k = 0, rest = whole; k < Math.min(MOST, n) && rest > left; k++) {
    const column = new Float64Array(of[0].length);
    of.forEach((one, s) => {
      for (let row = 0; row < column.length; row++) column[row] += vectors[k * n + s] * one[row];
    });
    columns.push(column);
    rest -= values[k];
  }
  return columns;
}

function isFlat(rest: Float64Array): boolean {
  const mean = [0, 0, 0];
  for (let at = 0; at < rest.length; at++) if (at % 4 < 3) mean[at % 4] += (4 * rest[at]) / rest.length;
  const square = new Float64Array(9);
  for (let i = 0; i < rest.length; i += 4) {
    for (let n = 0; n < 9; n++) {
      const [r, c] = [Math.floor(n / 3), n % 3];
      square[n] += (rest[i + r] - mean[r]) * (rest[i + c] - mean[c]);
    }
  }
  const { values } = symmetricEigen(square, 3);
  return values[2] <= FLAT ** 2 * values[0];
}

/** The unit normal of a triangle in all frames, 3F numbers. */
function normalOf({ triangles, projected, basis, rank, stride }: MovingSurface, first: number): Float64Array {
  const [a, b, c] = [0, 1, 2].map((corner) => triangles[first + corner] * stride);
  const out = new Float64Array(basis.length / stride);
  const [to, on] = [new Float64Array(3), new Float64Array(3)];
  for (let row = 0; row + 3 <= out.length; row += 3) {
    to.fill(0);
    on.fill(0);
    for (let axis = 0; axis < 3; axis++) {
      for (let q = 0, at = (row + axis) * stride; q < rank; q++, at++) {
        to[axis] += basis[at] * (projected[b + q] - projected[a + q]);
        on[axis] += basis[at] * (projected[c + q] - projected[a + q]);
      }
    }
    const normal = [
      to[1] * on[2] - to[2] * on[1],
      to[2] * on[0] - to[0] * on[2],
      to[0] * on[1] - to[1] * on[0],
    ];
    const size = Math.hypot(...normal) || 1;
    for (let axis = 0; axis < 3; axis++) out[row + axis] = normal[axis] / size;
  }
  return out;
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, at) => sum + x * b[at], 0);
