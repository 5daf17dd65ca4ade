import { nearestQuaternion } from "../../../math/best-rotation";
import { inverse3, product3 } from "../../../math/matrix3";
import { rotationMatrix } from "../../../math/quaternion";
import type { BlendState } from "../../phases/blend-state";
import type { Problem } from "../../problem/problem";

const MOST_ROUNDS = 200;
/** Rounds end when no entry of a matrix changes by more. */
const SETTLED = 1e-10;

/**
 * Keeps affine bones near rotations, the soft constraint of James & Twigg 2005 (Le & Deng 2014, section 1.1). For each
 * bone and frame it minimises Σ_i |M v_i + t − y_i|² + μ s |M − R|² over M, t and the rotation R, where i are the
 * vertices that follow the bone and s = Σ_i |v_i − v̄|² / 3. With μ = 0 the bone is affine, and with a large μ it is
 * the rigid fit. The source gives no formula, so the form of the penalty is Sinew's own. Each round solves M and t for
 * R, and then R for M, so the sum never rises.
 * @param state gives each vertex to at most one bone, in its first slot.
 * @param motion F·h·12, the start in normalised coordinates; changed in place.
 */
export function softenBones(
  problem: Problem,
  state: Pick<BlendState, "ids">,
  slots: number,
  motion: Float64Array,
  strength: number,
): void {
  const h = motion.length / (12 * problem.frameCount);
  const members = Array.from({ length: h }, (): number[] => []);
  for (let i = 0; i < problem.vertexCount; i++) {
    const j = state.ids[i * slots];
    if (j >= 0) members[j].push(i);
  }
  members.forEach((own, j) => {
    if (own.length > 0) soften(problem, own, strength, motion, j);
  });
}

/** Softens bone j of h bones. */
function soften(
  problem: Problem,
  members: readonly number[],
  strength: number,
  motion: Float64Array,
  j: number,
): void {
  const { frameCount } = problem;
  const h = motion.length / (12 * frameCount);
  const { rest, trajectory, square, mixed } = momentsOf(problem, members);
  const pull = (strength * (square[0] + square[4] + square[8])) / 3;
  const inverse = inverse3(square.map((x, n) => x + (n % 4 === 0 ? pull : 0)));
  for (let k = 0; k < frameCount; k++) {
    const m = motion.subarray(12 * (k * h + j), 12 * (k * h + j) + 12);
    let linear = [0, 1, 2].flatMap((a) => Array.from(m.subarray(4 * a, 4 * a + 3)));
    const own = inFrame(problem, mixed, k, 3);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const near = rotationOf(linear);
      const next = inverse
        ? product3(
            own.map((x, n) => x + pull * near[n]),
            inverse,
          )
        : near;
      const change = next.reduce((most, x, n) => Math.max(most, Math.abs(x - linear[n])), 0);
      linear = next;
      if (change <= SETTLED) break;
    }
    const place = inFrame(problem, trajectory, k, 1);
    for (let a = 0; a < 3; a++) {
      let x = place[a];
      for (let c = 0; c < 3; c++) {
        m[4 * a + c] = linear[3 * a + c];
        x -= linear[3 * a + c] * rest[c];
      }
      m[4 * a + 3] = x;
    }
  }
}

function rotationOf(linear: readonly number[]): number[] {
  const out = new Float64Array(9);
  rotationMatrix(nearestQuaternion(linear), 0, out, 0);
  return Array.from(out);
}

/** Means of rest and reduced trajectories, and the sums of (v − v̄)(v − v̄)ᵀ and y (v − v̄)ᵀ. */
function momentsOf({ rest, trajectories, stride, rank }: Problem, members: readonly number[]) {
  const mean = [0, 0, 0];
  const trajectory = new Float64Array(rank);
  for (const i of members) {
    for (let c = 0; c < 3; c++) mean[c] += rest[4 * i + c] / members.length;
    for (let r = 0; r < rank; r++) trajectory[r] += trajectories[i * stride + r] / members.length;
  }
  const square = new Array<number>(9).fill(0);
  const mixed = new Float64Array(3 * rank);
  for (const i of members) {
    const p = mean.map((x, c) => rest[4 * i + c] - x);
    for (let a = 0; a < 3; a++) for (let c = 0; c < 3; c++) square[3 * a + c] += p[a] * p[c];
    for (let r = 0; r < rank; r++) {
      for (let c = 0; c < 3; c++) mixed[3 * r + c] += trajectories[i * stride + r] * p[c];
    }
  }
  return { rest: mean, trajectory, square, mixed };
}

/** The three rows of frame k of a reduced matrix with `width` columns. */
function inFrame({ basis, stride, rank, frameScales }: Problem, m: Float64Array, k: number, width: number) {
  const out = new Array<number>(3 * width).fill(0);
  const scale = frameScales ? 1 / frameScales[k] : 1;
  for (let a = 0; a < 3; a++) {
    for (let r = 0; r < rank; r++) {
      const u = scale * basis[(3 * k + a) * stride + r];
      for (let c = 0; c < width; c++) out[width * a + c] += u * m[width * r + c];
    }
  }
  return out;
}
