/**
 * Places the parts of a skeleton that has several. Nothing links them in random poses, so most poses tear the mesh. For
 * given weights and transformations, the best shift of each part in each pose solves a linear system with one unknown
 * per part. Solved alternately with the weights, this gives plausible poses (Thiery & Eisemann 2018, sections 4.4 and
 * 7, "disconnected skeletons"). With W_ic the sum of the weights of part c, L_cd = Σ Λ_i λ_ik (W_kc − W_ic)(W_kd −
 * W_id) and r_c = Σ Λ_i λ_ik (W_kc − W_ic)(R_i e_ik − ē_ik), the shifts are L⁻¹ r, up to a shift that all parts share.
 * The first part therefore has the shift 0.
 */
import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { VERTEX_BLOCK } from "../../../kernels/staged-frames";
import type { Task } from "../../../model/task";
import { AcceleratedTurns } from "../accelerated-turns";
import type { ArapMemory } from "../arap-memory";
import type { ArapPlan } from "../arap-plan";
import { widen } from "../local-step";
import { poseLanes } from "../pose-motions";
import { couplings, listMixed, solveShifts, sumParts, sumPulls } from "../system/part-couplings";
import { pieceMotions, type SegmentPoses } from "../system/wide-supports";
import type { SkeletonParts } from "./components";

/** Shifts below this change nothing. The diagonal of the box is 2. */
const STILL = 1e-5;
/** The most turns in poses that were not fitted. */
const UNSEEN_ROUNDS = 20;
/** A pose in progress: the current place of its parts, and the remaining turns. */
interface Lane {
  pose: number;
  turns: AcceleratedTurns;
  shift: Float64Array;
  left: number;
}

/**
 * Shifts the parts of the skeleton in poses to where the mesh strains least, with fixed weights. Finds rotations of
 * vertices and shifts in turn, accelerated. Only vertices around which the weights of parts change matter. Two poses
 * run side by side; when one has settled, the next takes its place.
 * @param motions of the pieces between normalised positions, F·P·12; shifted in place.
 * @param rounds the most turns.
 * @returns the shifts in normalised lengths, F·C·3.
 */
export async function settleComponents(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  motions: Float64Array,
  rounds: number,
  task: Task,
): Promise<Float64Array> {
  const { pieces, components } = plan;
  const { count } = components;
  const size = 12 * pieces.count;
  const poses = motions.length / size;
  const shifts = new Float64Array(3 * count * poses);
  await widen(parallel, plan, memory, task);
  sumParts(plan, memory);
  const factor = couplings(plan, memory);
  const mixed = listMixed(plan, memory);
  if (mixed.own === 0) return shifts;
  const moveTo = (lane: Lane, shift: Float64Array) => {
    for (let p = 0; p < pieces.count; p++) {
      const c = components.of[pieces.segment[p]];
      for (let r = 0; r < 3; r++) {
        motions[size * lane.pose + 12 * p + 4 * r + 3] += shift[3 * c + r] - lane.shift[3 * c + r];
      }
    }
    lane.shift = shift;
  };
  let next = 0;
  const started = (): Lane => ({
    pose: next++,
    turns: new AcceleratedTurns(),
    shift: new Float64Array(3 * count),
    left: rounds,
  });
  let lanes: Lane[] = [];
  for (;;) {
    lanes = lanes.filter(({ left }) => left > 0);
    while (lanes.length < 2 && next < poses && rounds > 0) lanes.push(started());
    if (lanes.length === 0) return shifts;
    await takeTurn(parallel, plan, memory, motions, lanes, mixed, task);
    for (const [n, lane] of lanes.entries()) {
      const pulls = sumPulls(plan, memory, mixed.own, n);
      const step = solveShifts(factor, pulls, count);
      const other = lane.turns.next(lane.shift, step, pulls[3 * count]);
      const still = step.every((x) => Math.abs(x) < STILL);
      lane.left = still ? 0 : lane.left - 1;
      moveTo(lane, lane.left > 0 ? other : lane.turns.end);
      if (lane.left === 0) shifts.set(lane.shift, 3 * count * lane.pose);
    }
  }
}

/** Poses the mesh around mixed vertices in one or two poses and sums up the pulls on their parts. */
async function takeTurn(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  motions: Float64Array,
  lanes: readonly Lane[],
  mixed: { own: number; around: number },
  task: Task,
): Promise<void> {
  const pair = [lanes[0].pose, lanes.length > 1 ? lanes[1].pose : -1];
  poseLanes(motions, plan.pieces.count, pair, memory.pose);
  const { system, posed } = memory;
  await parallel.run(task, kernels.arapPose, mixed.around, VERTEX_BLOCK, {
    system,
    motions: memory.pose,
    out: posed,
    list: memory.aroundMixed.byteOffset,
  });
  await parallel.run(task, kernels.arapPulls, mixed.own, VERTEX_BLOCK, {
    system,
    posed,
    list: memory.mixed.byteOffset,
    shares: memory.partWeights.byteOffset,
    parts: plan.components.count,
    out: memory.partPulls,
    block: VERTEX_BLOCK,
  });
}

/** The poses with the parts shifted to where the mesh strains least. With a single part, returns the given poses. */
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
  { count, of }: SkeletonParts,
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
