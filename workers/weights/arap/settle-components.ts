/**
 * Skeletons in several parts: nothing says where random poses carry one relative to another, and most of them tear the
 * mesh. For weights and transformations at hand the best shift of each part in each pose is a linear system of the number
 * of parts; in turn with the weights, plausible poses come out (Thiery & Eisemann 2018, sections 4.4 and 7, "disconnected
 * skeletons"). With W_ic the sum of the weights of part c, L_cd = Σ Λ_i λ_ik (W_kc − W_ic)(W_kd − W_id) and r_c = Σ Λ_i
 * λ_ik (W_kc − W_ic)(R_i e_ik − ē_ik), the shifts are L⁻¹ r, but for one that all parts share: that of one part is 0.
 */
import type { Parallel } from "../../kernels/parallel";
import type { Task } from "../../model/task";
import { type ArapMemory, BLOCK } from "./arap-memory";
import type { ArapPlan } from "./arap-plan";
import type { Components } from "./components";
import { widen } from "./local-step";
import { poseLanes } from "./pose-motions";
import { pieceMotions, type SegmentPoses } from "./wide-supports";

/** Shifts below this change nothing; the box's diagonal is 2. */
const STILL = 1e-5;
/** Turns for poses that were not fitted. */
const UNSEEN_ROUNDS = 20;
/** A part that has less of a vertex has none of it: what is left of rounding would join parts that no edge joins. */
const NONE = 1e-4;
/** Added to the diagonal of L, in parts of its trace: parts that no edge joins stay where they are. */
const LIFT = 1e-9;

/**
 * Shifts the parts of the skeleton in poses to where the mesh strains least, the weights held: rotations of each vertex and
 * shifts in turn.
 * @param motions of the pieces between normalised positions, F·P·12; shifted in place.
 * @param rounds most turns.
 * @returns F·C·3: by how much, in normalised lengths.
 */
export async function settleComponents(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  motions: Float64Array,
  rounds: number,
  task: Task,
): Promise<Float64Array> {
  const { vertexCount, pieces, components } = plan;
  const { count } = components;
  const size = 12 * pieces.count;
  const poses = motions.length / size;
  const shifts = new Float64Array(3 * count * poses);
  await widen(parallel, plan, memory, task);
  sumParts(plan, memory);
  const factor = couplings(plan, memory);
  const system = memory.system.byteOffset;
  const pulls = [memory.partWeights.byteOffset, count, memory.partPulls.byteOffset, BLOCK];
  for (let pose = 0; pose < poses; pose += 2) {
    const pair = [pose, pose + 1 < poses ? pose + 1 : -1];
    for (let round = 0; round < rounds; round++) {
      poseLanes(motions, pieces.count, pair, memory.pose);
      const posed = memory.posed.byteOffset;
      await parallel.run(task, "arapPose", vertexCount, BLOCK, [system, memory.pose.byteOffset, posed]);
      await parallel.run(task, "arapPulls", vertexCount, BLOCK, [system, posed, ...pulls]);
      let most = 0;
      for (const [lane, at] of pair.entries()) {
        if (at < 0) continue;
        const own = solveShifts(factor, sumPulls(plan, memory, lane), count);
        most = own.reduce((all, x) => Math.max(all, Math.abs(x)), most);
        for (let n = 0; n < own.length; n++) shifts[3 * count * at + n] += own[n];
        for (let p = 0; p < pieces.count; p++) {
          const c = components.of[pieces.segment[p]];
          for (let r = 0; r < 3; r++) motions[size * at + 12 * p + 4 * r + 3] += own[3 * c + r];
        }
      }
      if (most < STILL) break;
    }
  }
  return shifts;
}

/** Poses whose parts are where the mesh strains least; those given of a skeleton in one part. */
export async function settledPoses(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  poses: SegmentPoses,
  task: Task,
): Promise<SegmentPoses> {
  const { components, input, pieces, placement, bones } = plan;
  if (components.count === 1) return poses;
  const motions = pieceMotions(input, pieces, placement, poses);
  const shifts = await settleComponents(parallel, plan, memory, motions, UNSEEN_ROUNDS, task);
  return { motions: shifted(poses.motions, shifts, components, bones, placement.scale), bends: poses.bends };
}

/** Motions of the segments with their parts shifted, in the mesh's coordinates. */
export function shifted(
  motions: ArrayLike<number>,
  shifts: Float64Array,
  { count, of }: Components,
  bones: number,
  scale: number,
): Float64Array {
  const out = Float64Array.from(motions);
  for (let n = 0; 12 * n < out.length; n++) {
    const at = 3 * (count * Math.floor(n / bones) + of[n % bones]);
    for (let r = 0; r < 3; r++) out[12 * n + 4 * r + 3] += shifts[at + r] / scale;
  }
  return out;
}

/** W_ic, the weights of each vertex by parts. */
function sumParts({ vertexCount, components, input }: ArapPlan, { partWeights, weights }: ArapMemory): void {
  const { offsets, bones } = input.heat;
  partWeights.fill(0);
  for (let i = 0; i < vertexCount; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      partWeights[components.count * i + components.of[bones[e]]] += weights[e];
    }
  }
  for (let n = 0; n < partWeights.length; n++) {
    if (partWeights[n] < NONE) partWeights[n] = 0;
    else if (partWeights[n] > 1 - NONE) partWeights[n] = 1;
  }
}

/** The Cholesky factor of L without its first part, which stays, row-major. */
function couplings({ ring, vertexCount, components }: ArapPlan, memory: ArapMemory): Float64Array {
  const { count } = components;
  const n = count - 1;
  const { own, partWeights } = memory;
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < vertexCount; i++) {
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
      const [a, b] = [count * i, count * ring.neighbours[e]];
      for (let c = 1; c < count; c++) {
        const change = own[e] * (partWeights[b + c] - partWeights[a + c]);
        if (change === 0) continue;
        for (let d = 1; d <= c; d++) {
          matrix[(c - 1) * n + d - 1] += change * (partWeights[b + d] - partWeights[a + d]);
        }
      }
    }
  }
  let trace = 0;
  for (let c = 0; c < n; c++) trace += matrix[c * (n + 1)];
  for (let c = 0; c < n; c++) {
    matrix[c * (n + 1)] += LIFT * trace || 1;
    for (let d = 0; d <= c; d++) {
      for (let k = 0; k < d; k++) matrix[c * n + d] -= matrix[c * n + k] * matrix[d * n + k];
      matrix[c * n + d] = c === d ? Math.sqrt(matrix[c * n + d]) : matrix[c * n + d] / matrix[d * (n + 1)];
    }
  }
  return matrix;
}

/** r of one of the two poses, C·3. */
function sumPulls(
  { vertexCount, components }: ArapPlan,
  { partPulls }: ArapMemory,
  lane: number,
): Float64Array {
  const size = 3 * components.count;
  const out = new Float64Array(size);
  for (let block = 0; block < Math.ceil(vertexCount / BLOCK); block++) {
    for (let n = 0; n < size; n++) out[n] += partPulls[2 * (size * block + n) + lane];
  }
  return out;
}

function solveShifts(factor: Float64Array, pulls: Float64Array, count: number): Float64Array {
  const n = count - 1;
  const out = new Float64Array(3 * count);
  for (let r = 0; r < 3; r++) {
    const x = (c: number) => 3 * (c + 1) + r;
    for (let c = 0; c < n; c++) {
      let sum = pulls[x(c)];
      for (let k = 0; k < c; k++) sum -= factor[c * n + k] * out[x(k)];
      out[x(c)] = sum / factor[c * (n + 1)];
    }
    for (let c = n - 1; c >= 0; c--) {
      for (let k = c + 1; k < n; k++) out[x(c)] -= factor[k * n + c] * out[x(k)];
      out[x(c)] /= factor[c * (n + 1)];
    }
  }
  return out;
}
