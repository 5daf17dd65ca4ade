import { symmetricEigen } from "../../math/symmetric-eigen";
import type { SkeletonJoint } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";

/**
 * Two bones that turn by less than this relative to each other (RMS, in radians) do not determine their joint: 1
 * degree.
 */
const STILL = Math.PI / 180;
/** A joint is a hinge if it turns about other axes by less than this share of its total turn. */
const WOBBLE = 0.1;

/** The mesh does not show how bones move whose weights sum to less than this many vertices. */
const LEAST_VERTICES = 1;

type Determined = Pick<SkeletonJoint, "determined" | "axis">;

/**
 * Finds how far the motion determines each joint of a rig. Where the mesh does not show how one of the two bones moves,
 * nothing is determined.
 */
export function determinedJoints(rig: Rig): Determined[] {
  const vertices = new Float64Array(rig.bones.length);
  rig.weights.bones.forEach((j, e) => {
    vertices[j] += rig.weights.values[e];
  });
  const shows = (j: number) => vertices[j] >= LEAST_VERTICES;
  return rig.bones.map(({ parent }, j) =>
    parent >= 0 && shows(j) && shows(parent) ? determinedBy(rig, j) : { determined: "none" },
  );
}

/**
 * Finds how far the motion determines the joint of bone j with its parent. With D = R_parent − R_j, a joint at o + u
 * opens by D·u. The eigenvalues of the mean of DᵀD tell how well the joint's place is determined in each direction.
 */
export function determinedBy(rig: Pick<Rig, "bones" | "motion">, j: number): Determined {
  const p = rig.bones[j].parent;
  if (p < 0) return { determined: "none" };
  const { values, vectors } = symmetricEigen(meanSquare(rig, j, p), 3);
  if (values[0] < STILL ** 2) return { determined: "none" };
  if (values[2] > Math.max(STILL ** 2, WOBBLE ** 2 * values[0])) return { determined: "point" };
  return { determined: "axis", axis: [vectors[6], vectors[7], vectors[8]] };
}

/** The mean of DᵀD over the frames, 3x3. */
function meanSquare({ bones, motion }: Pick<Rig, "bones" | "motion">, j: number, p: number): Float64Array {
  const B = bones.length;
  const sum = new Float64Array(9);
  for (let at = 0; at < motion.length; at += 12 * B) {
    for (let row = 0; row < 12; row += 4) {
      const d = [0, 1, 2].map((c) => motion[at + 12 * p + row + c] - motion[at + 12 * j + row + c]);
      for (let a = 0; a < 3; a++) for (let c = 0; c < 3; c++) sum[3 * a + c] += d[a] * d[c];
    }
  }
  return sum.map((x) => (x * 12 * B) / motion.length);
}
