/**
 * The quadratic form in the joints' displacements for fixed rotations (Thiery & Eisemann 2018, section 4.4.2): A =
 * Σ_poses Cᵀ (L ⊗ I) C with the derivatives C of the pieces' translations. L_ab = Σ Λ_i λ_ik (w_ka − w_ia)(w_kb − w_ib)
 * does not depend on poses. If there are several trees, all but the first may also shift in each pose. Those shifts are
 * eliminated.
 */
import { symmetricEigen } from "../../math/symmetric-eigen";
import type { Task } from "../../model/task";
import type { JointForces } from "./joint-energy";
import type { JointMoments } from "./joint-moments";
import type { JointPoses, SegmentEnds } from "./joint-poses";
import type { PoseAtJoints } from "./pose-at-joints";

/** Trees with a mutual stiffness below this share of the total do not hold each other. */
const LOOSE = 1e-9;

export interface JointSystem {
  /** 3n x 3n, with the shifts of trees eliminated. */
  matrix: Float64Array;
  /** F matrices 3(m − 1) x 3n: half the derivatives of the forces on trees with respect to joints. */
  cross: Float64Array;
  /** (m − 1) x (m − 1): the pseudo-inverse of the trees' stiffness, the same in every pose and coordinate. */
  inverse: Float64Array;
}

export async function jointSystem(
  poses: JointPoses,
  at: PoseAtJoints,
  { pairs }: JointMoments,
  ends: SegmentEnds,
  task: Task,
): Promise<JointSystem> {
  const P = at.pieces.count;
  const width = 3 * poses.graph.count;
  const others = poses.tree.componentCount - 1;
  const treeOf = Int32Array.from(at.pieces.segment, (j) => poses.tree.component[j] - 1);
  const stiffness = Float64Array.from({ length: P * P }, (_, n) => pairs[16 * n + 15]);
  const inverse = treeInverse(stiffness, treeOf, others);
  const matrix = new Float64Array(width * width);
  const cross = new Float64Array(poses.count * 3 * others * width);
  const forces = new Float64Array(3 * P * width);
  for (let k = 0; k < poses.count; k++) {
    at.differentiate(k, ends);
    forces.fill(0);
    for (let a = 0; a < P; a++) {
      for (let b = 0; b < P; b++) addScaled(forces, a, stiffness[a * P + b], at.derivatives, b, 3 * width);
    }
    addSquare(matrix, at.derivatives, forces, width);
    const own = cross.subarray(3 * others * width * k, 3 * others * width * (k + 1));
    treeOf.forEach((tree, b) => {
      if (tree >= 0) addScaled(own, tree, 1, forces, b, 3 * width);
    });
    eliminate(matrix, own, inverse, others, width);
    await task.checkpoint();
  }
  for (let r = 0; r < width; r++) for (let c = 0; c < r; c++) matrix[r * width + c] = matrix[c * width + r];
  return { matrix, cross, inverse };
}

function addScaled(
  out: Float64Array,
  a: number,
  by: number,
  rows: Float64Array,
  b: number,
  size: number,
): void {
  if (by === 0) return;
  for (let n = 0; n < size; n++) out[a * size + n] += by * rows[b * size + n];
}

/** Adds aᵀ b to the upper triangle of `matrix`. a and b have rows of `width` numbers. */
function addSquare(matrix: Float64Array, a: Float64Array, b: Float64Array, width: number): void {
  for (let row = 0; row < a.length; row += width) {
    for (let r = 0; r < width; r++) {
      const x = a[row + r];
      if (x === 0) continue;
      for (let c = r; c < width; c++) matrix[r * width + c] += x * b[row + c];
    }
  }
}

/** matrix −= crossᵀ (inverse ⊗ I) cross. */
function eliminate(
  matrix: Float64Array,
  cross: Float64Array,
  inverse: Float64Array,
  others: number,
  width: number,
): void {
  if (others === 0) return;
  const solved = new Float64Array(cross.length);
  for (let a = 0; a < others; a++) {
    for (let b = 0; b < others; b++) addScaled(solved, a, -inverse[a * others + b], cross, b, 3 * width);
  }
  addSquare(matrix, cross, solved, width);
}

/** The pseudo-inverse of Σ L_ab over the pieces of each pair of trees. Loose trees stay in place. */
function treeInverse(stiffness: Float64Array, treeOf: Int32Array, others: number): Float64Array {
  const P = treeOf.length;
  const sums = new Float64Array(others * others);
  let trace = 0;
  for (let a = 0; a < P; a++) {
    trace += stiffness[a * P + a];
    for (let b = 0; b < P; b++) {
      if (treeOf[a] >= 0 && treeOf[b] >= 0) sums[treeOf[a] * others + treeOf[b]] += stiffness[a * P + b];
    }
  }
  const { values, vectors } = symmetricEigen(sums, others);
  const inverse = new Float64Array(others * others);
  values.forEach((value, q) => {
    if (!(value > LOOSE * trace)) return;
    for (let n = 0; n < inverse.length; n++) {
      inverse[n] +=
        (vectors[q * others + Math.floor(n / others)] * vectors[q * others + (n % others)]) / value;
    }
  });
  return inverse;
}

/** Half the gradient of the energy with respect to the joints. The F·3m shifts of the trees are eliminated. */
export function reducedForces(
  { cross, inverse }: JointSystem,
  forces: JointForces,
  trees: number,
): Float64Array {
  const out = Float64Array.from(forces.joints);
  const width = out.length;
  const shifts = treeShifts(inverse, forces.components, trees);
  for (let row = 0; row < shifts.length; row++) {
    for (let n = 0; n < width; n++) out[n] += shifts[row] * cross[row * width + n];
  }
  return out;
}

/** The trees' best shifts in every pose, F·3m, after the joints have moved. */
export function bestShifts(
  { cross, inverse }: JointSystem,
  forces: JointForces,
  trees: number,
  moved: Float64Array,
): Float64Array {
  const left = Float64Array.from(forces.components);
  const width = moved.length;
  const others = trees - 1;
  for (let row = 0; row < cross.length / width; row++) {
    let sum = 0;
    for (let n = 0; n < width; n++) sum += cross[row * width + n] * moved[n];
    left[3 * trees * Math.floor(row / (3 * others)) + 3 + (row % (3 * others))] += sum;
  }
  const shifts = treeShifts(inverse, left, trees);
  const out = new Float64Array(left.length);
  shifts.forEach((shift, row) => {
    out[3 * trees * Math.floor(row / (3 * others)) + 3 + (row % (3 * others))] = shift;
  });
  return out;
}

/** Minus the inverse times the forces on all trees except the first, F·3(m − 1). */
function treeShifts(inverse: Float64Array, forces: Float64Array, trees: number): Float64Array {
  const others = trees - 1;
  const poses = forces.length / (3 * trees);
  const out = new Float64Array(3 * others * poses);
  for (let k = 0; k < poses; k++) {
    for (let a = 0; a < others; a++) {
      for (let b = 0; b < others; b++) {
        for (let c = 0; c < 3; c++) {
          out[3 * (others * k + a) + c] -= inverse[a * others + b] * forces[3 * (trees * k + b + 1) + c];
        }
      }
    }
  }
  return out;
}
