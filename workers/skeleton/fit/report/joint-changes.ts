/** How far a fit turned and moved the artist's joints. */
import { angleOf, type Turn } from "../../../geometry/posing/turns";
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { FitReport, JointMoves } from "../../../model/reports/fit-report";
import { boneRotations } from "../../../model/rig/bone-rotations";
import type { Bone, Rig } from "../../../model/rig/rig";
import { relative } from "../motion/joint-axes";

/**
 * How far the fit turned the joints of the artist's bones, in degrees. It compares each joint's rotation relative to
 * its parent in the clip and in the fit.
 * @param clip F·B·12.
 * @param rig with the same bones first.
 */
export function turnsAgainst(bones: readonly Bone[], clip: Float32Array, rig: Rig): FitReport["turns"] {
  const [B, all] = [bones.length, rig.bones.length];
  const F = clip.length / (12 * B);
  let [sum, most, which] = [0, -1, 0];
  for (let k = 0; k < F; k++) {
    const was = boneRotations(clip.subarray(12 * k * B, 12 * (k + 1) * B));
    const is = boneRotations(rig.motion.subarray(12 * k * all, 12 * (k * all + B)));
    bones.forEach(({ parent }, j) => {
      const angle = angleOf(relative(localTurn(was, j, parent), localTurn(is, j, parent)));
      sum += angle;
      if (angle > most) [most, which] = [angle, j];
    });
  }
  const degrees = 180 / Math.PI;
  return B * F > 0
    ? { mean: (degrees * sum) / (B * F), largest: degrees * most, bone: bones[which].name }
    : null;
}

function localTurn(rotations: Float64Array, j: number, parent: number): Turn {
  const at = (k: number) => Array.from(rotations.subarray(4 * k, 4 * k + 4)) as Turn;
  return parent < 0 ? at(j) : relative(at(parent), at(j));
}

/** How far joints moved, in percent of the diagonal. @param loose bones whose joints the motion does not place. */
export function jointMoves(
  bones: readonly Bone[],
  rig: Rig,
  sequence: MeshSequence,
  loose: readonly number[],
): JointMoves {
  const percent = 100 / (restDiagonal(sequence) || 2);
  const moves = bones.map(
    ({ head }, j) => percent * Math.hypot(...head.map((x, c) => rig.bones[j].head[c] - x)),
  );
  const most = moves.reduce((best, move, j) => (move > moves[best] ? j : best), 0);
  return {
    mean: moves.reduce((a, b) => a + b, 0) / moves.length,
    largest: moves[most],
    bone: bones[most].name,
    loose: loose.map((j) => bones[j].name),
  };
}
