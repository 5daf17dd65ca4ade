/**
 * The joint of two bones: the point of the rest pose that both carry to the same place in all frames, min over p of Σ_k
 * ‖M_a(k) p − M_b(k) p‖² (as in Le & Deng, "Robust and accurate skeletal rigging from mesh sequences", 2014, section
 * 4.2), a linear system of three unknowns.
 *
 * A hinge does not determine the position along its axis, and two bones that move together determine nothing. So p has
 * a prior: the place where the bones' weights overlap, with centre c and spread σ. With residuals of variance r² the
 * most likely p then minimises Σ_k ‖…‖² + F r² / σ² ‖p − c‖². r is found together with p, so exact joints do not move.
 */
import type { Rig } from "../../model/rig/rig";
import { gapAt, minimiser, pairMoments } from "../tree/pair-moments";

const ROUNDS = 4;
/**
 * Keeps the system regular if the motion determines nothing: a share of its trace, far below the precision of f32
 * motion.
 */
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

/** @returns the joint of bones `a` and `b`, in the rest pose's coordinates. */
export function commonJoint({ motion, bones }: Rig, a: number, b: number, prior: Prior): CommonJoint {
  const moments = pairMoments(motion, bones.length, a, b, prior.centre);
  const [xx, , , yy, , zz] = moments.A;
  const floor = LEAST * (xx + yy + zz) || 1;
  let lambda = floor;
  let u: [number, number, number] = [0, 0, 0];
  let residual = 0;
  for (let round = 0; round < ROUNDS; round++) {
    u = minimiser(moments, lambda);
    const sum = gapAt(moments, u);
    residual = Math.sqrt(sum / moments.frames);
    lambda = floor + sum / (3 * prior.spread ** 2);
  }
  return {
    point: [prior.centre[0] + u[0], prior.centre[1] + u[1], prior.centre[2] + u[2]],
    residual,
  };
}
