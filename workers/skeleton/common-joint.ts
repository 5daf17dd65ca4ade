/**
 * The joint of two bones: the point of the rest pose that both carry to the same place in all frames, min over p of Σ_k
 * ‖M_a(k) p − M_b(k) p‖² (as in Le & Deng, "Robust and accurate skeletal rigging from mesh sequences", 2014, section
 * 4.2), a linear system of three unknowns.
 *
 * A hinge does not determine the position along its axis, and two bones that move together determine nothing. So p has
 * a prior: the place where the bones' weights overlap, with centre c and spread σ. With residuals of variance r² the
 * most likely p then minimises Σ_k ‖…‖² + F r² / σ² ‖p − c‖². r is found together with p, so exact joints do not move.
 */
import type { Rig } from "../model/rig/rig";

const ROUNDS = 4;
/** Keeps the system regular if nothing is determined: a share of its trace, far below the precision of f32 motion. */
const LEAST = 1e-9;

export interface CommonJoint {
  point: [number, number, number];
  /** RMS distance between the two bones' positions of the joint. */
  residual: number;
}

/** The expected place of a joint. */
export interface Prior {
  centre: readonly number[];
  /** RMS distance from it, above 0. */
  spread: number;
}

/** Solves the symmetric positive 3x3 system (xx, xy, xz, yy, yz, zz) · u = b by cofactors. */
function solve3([xx, xy, xz, yy, yz, zz]: number[], b: number[]): [number, number, number] {
  const c = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const d = [xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy];
  const determinant = xx * c[0] + xy * c[1] + xz * c[2];
  return [
    (c[0] * b[0] + c[1] * b[1] + c[2] * b[2]) / determinant,
    (c[1] * b[0] + d[0] * b[1] + d[1] * b[2]) / determinant,
    (c[2] * b[0] + d[1] * b[1] + d[2] * b[2]) / determinant,
  ];
}

/** Normal equations about the prior's centre: A (xx, xy, xz, yy, yz, zz), g, and the sum of squares there. */
function normalEquations({ motion, bones }: Rig, a: number, b: number, { centre }: Prior) {
  const B = bones.length;
  const A = [0, 0, 0, 0, 0, 0];
  const g = [0, 0, 0];
  let squares = 0;
  const [x, y, z] = centre;
  for (let frame = 0; frame < motion.length; frame += 12 * B) {
    for (let r = 0; r < 12; r += 4) {
      const [m, n] = [frame + 12 * a + r, frame + 12 * b + r];
      const [u, v, w] = [motion[m] - motion[n], motion[m + 1] - motion[n + 1], motion[m + 2] - motion[n + 2]];
      const d = u * x + v * y + w * z + motion[m + 3] - motion[n + 3];
      A[0] += u * u;
      A[1] += u * v;
      A[2] += u * w;
      A[3] += v * v;
      A[4] += v * w;
      A[5] += w * w;
      g[0] += u * d;
      g[1] += v * d;
      g[2] += w * d;
      squares += d * d;
    }
  }
  return { A, g, squares, frames: motion.length / (12 * B) };
}

/** @returns the joint of bones `a` and `b`, in the rest pose's coordinates. */
export function commonJoint(rig: Rig, a: number, b: number, prior: Prior): CommonJoint {
  const { A, g, squares, frames } = normalEquations(rig, a, b, prior);
  const trace = A[0] + A[3] + A[5];
  const floor = LEAST * trace || 1;
  let lambda = floor;
  let u: [number, number, number] = [0, 0, 0];
  let residual = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const regular = A.map((x, n) => (n === 0 || n === 3 || n === 5 ? x + lambda : x));
    u = solve3(
      regular,
      g.map((x) => -x),
    );
    const bent =
      A[0] * u[0] * u[0] +
      A[3] * u[1] * u[1] +
      A[5] * u[2] * u[2] +
      2 * (A[1] * u[0] * u[1] + A[2] * u[0] * u[2] + A[4] * u[1] * u[2]);
    const sum = Math.max(0, squares + bent + 2 * (g[0] * u[0] + g[1] * u[1] + g[2] * u[2]));
    residual = Math.sqrt(sum / frames);
    lambda = floor + sum / (3 * prior.spread ** 2);
  }
  return {
    point: [prior.centre[0] + u[0], prior.centre[1] + u[1], prior.centre[2] + u[2]],
    residual,
  };
}
