/**
 * Keeps affine bones from reflecting. Least squares alone may turn a bone inside out in a frame where few vertices hold
 * one of its directions. A node of a file cannot represent that, and normals would be wrong.
 *
 * Suppose that the 3x3 part M of a bone has a negative determinant. Let v be the direction that it squeezes most, and u
 * the unit vector opposite to M v. The bones are then solved again under the linear constraint uᵀ M v = FLOOR. The
 * minimum of the error under constraints aᵀ X b = FLOOR is X + Σ λ a (N⁻¹ b)ᵀ, where λ solves as many linear equations
 * as there are constraints. This raises the error least: other bones, and the other directions of this bone, move as
 * little as possible.
 */
import { choleskySolve } from "../../math/cholesky-solve";
import { symmetricEigen } from "../../math/symmetric-eigen";

/** The size that a bone keeps in the direction that would reflect. */
const FLOOR = 0.02;
/** A bone with a determinant up to this is treated as reflecting, because files round to f32. */
const LEAST_DETERMINANT = 1e-6;
const MOST_ROUNDS = 12;
const MOST_HALVINGS = 40;

/** Bones over a trajectory basis. */
export interface BasisBones {
  /** r rows of 4h numbers. */
  bones: Float64Array;
  rank: number;
  h: number;
  /** 3F rows of `stride` numbers, with orthonormal columns. */
  basis: Float64Array;
  stride: number;
  /** The current bones in all frames, 3F rows of 4h numbers. The next call overwrites them. */
  inFrames(): Promise<Float64Array>;
}

/** aᵀ X b = FLOOR for the bone of a frame. */
interface Constraint {
  frame: number;
  bone: number;
  /** r numbers: u in the basis. */
  a: Float64Array;
  /** The three numbers of b that are not 0, those of v. */
  v: Float64Array;
  /** N⁻¹ b, 4h. */
  response: Float64Array;
}

/** The 3x3 part of a bone in a frame, row-major. */
function partOf(rows: Float64Array, h: number, frame: number, bone: number): number[] {
  const at = 4 * (3 * frame * h + bone);
  const [y, z] = [at + 4 * h, at + 8 * h];
  return [at, y, z].flatMap((from) => [rows[from], rows[from + 1], rows[from + 2]]);
}

export const determinant3 = (m: ArrayLike<number>): number =>
  m[0] * (m[4] * m[8] - m[5] * m[7]) -
  m[1] * (m[3] * m[8] - m[5] * m[6]) +
  m[2] * (m[3] * m[7] - m[4] * m[6]);

/** Frame and bone of every part that reflects. */
function reflecting(
  rows: Float64Array,
  h: number,
  locked: Uint8Array | null,
): [frame: number, bone: number][] {
  const found: [number, number][] = [];
  const frames = rows.length / (12 * h);
  for (let frame = 0; frame < frames; frame++) {
    for (let bone = 0; bone < h; bone++) {
      if (locked?.[bone]) continue;
      if (determinant3(partOf(rows, h, frame, bone)) <= LEAST_DETERMINANT) found.push([frame, bone]);
    }
  }
  return found;
}

/**
 * u and v of a part M: v is the direction that M squeezes most. u points along M v if M does not reflect, and opposite
 * to it if M does.
 */
function squeezed(m: readonly number[]): { u: number[]; v: Float64Array } {
  const square = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) square[3 * r + c] = m[r] * m[c] + m[3 + r] * m[3 + c] + m[6 + r] * m[6 + c];
  }
  const { vectors } = symmetricEigen(square, 3);
  const [x, y, v] = [0, 3, 6].map((row) => vectors.subarray(row, row + 3));
  const side = determinant3([...x, ...y, ...v]) > 0 ? 1 : -1;
  const [p, q] = [x, y].map((d) => [0, 3, 6].map((r) => m[r] * d[0] + m[r + 1] * d[1] + m[r + 2] * d[2]));
  const across = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
  const length = Math.hypot(...across) || 1;
  return { u: across.map((c) => (side * c) / length), v };
}

function constraintOf(
  all: BasisBones,
  rows: Float64Array,
  frame: number,
  bone: number,
  solve: Solve,
): Constraint {
  const { u, v } = squeezed(partOf(rows, all.h, frame, bone));
  const a = new Float64Array(all.rank);
  for (let axis = 0; axis < 3; axis++) {
    const row = (3 * frame + axis) * all.stride;
    for (let q = 0; q < all.rank; q++) a[q] += u[axis] * all.basis[row + q];
  }
  const response = new Float64Array(4 * all.h);
  response.set(v, 4 * bone);
  solve(response);
  return { frame, bone, a, v, response };
}

/** x ← N⁻¹ x, 4h numbers, with the rows and columns of locked bones left out. */
type Solve = (x: Float64Array) => void;

const along = ({ bone, v }: Constraint, row: ArrayLike<number>, start: number): number =>
  v[0] * row[start + 4 * bone] + v[1] * row[start + 4 * bone + 1] + v[2] * row[start + 4 * bone + 2];

/** Writes into `all.bones` the bones that meet the constraints and raise the error of `free` least. */
function meet(all: BasisBones, free: Float64Array, constraints: readonly Constraint[]): void {
  const { bones, rank, h } = all;
  const n = constraints.length;
  const system = new Float64Array(n * n);
  const lambda = new Float64Array(n);
  for (const [c, one] of constraints.entries()) {
    let now = 0;
    for (let q = 0; q < rank; q++) now += one.a[q] * along(one, free, 4 * h * q);
    lambda[c] = FLOOR - now;
    for (const [d, other] of constraints.entries()) {
      const rows = one.a.reduce((sum, x, q) => sum + x * other.a[q], 0);
      system[c * n + d] = rows * along(one, other.response, 0);
    }
  }
  choleskySolve(system, lambda);
  bones.set(free);
  for (const [c, { a, response }] of constraints.entries()) {
    for (let q = 0; q < rank; q++) {
      const share = lambda[c] * a[q];
      for (let k = 0; k < 4 * h; k++) bones[4 * h * q + k] += share * response[k];
    }
  }
}

/** Whether a bone reflects in a frame. */
export const anyReflects = async (all: BasisBones, locked: Uint8Array | null): Promise<boolean> =>
  reflecting(await all.inFrames(), all.h, locked).length > 0;

/**
 * Changes bones that least squares has found until none reflects, and raises the error as little as possible.
 * @param before bones that do not reflect. If the constraints do not settle, the result moves towards them.
 * @param solve see `Solve`.
 */
export async function keepOrientation(
  all: BasisBones,
  before: Float64Array,
  locked: Uint8Array | null,
  solve: Solve,
): Promise<void> {
  const free = all.bones.slice();
  const held = new Map<string, Constraint>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const rows = await all.inFrames();
    const found = reflecting(rows, all.h, locked);
    if (found.length === 0) return;
    // Constraints that are already met are computed again, because the bones have changed.
    for (const { frame, bone } of [...held.values()]) found.push([frame, bone]);
    for (const [frame, bone] of found)
      held.set(`${frame} ${bone}`, constraintOf(all, rows, frame, bone, solve));
    meet(all, free, [...held.values()]);
  }
  for (let n = 0; n < MOST_HALVINGS && (await anyReflects(all, locked)); n++) {
    for (let i = 0; i < all.bones.length; i++) all.bones[i] = before[i] + 0.5 * (all.bones[i] - before[i]);
  }
}
