/**
 * Gauss-Newton for the rotations, openings and joints of a skeleton, with fixed weights and rest pose. The model is
 * linear in the rotations, so two statistics of the mesh suffice. The objective is the squared error, the cost of
 * openings and the pull on the joints. It never rises.
 */
import { kernels } from "../../kernels/kernels.generated";
import type { Task } from "../../model/task";
import { costOfPulls, type JointPull, type Pulls, pullsOf, stiffnessOf } from "./pulls";
import { FRAME_BLOCKS, type StrictRoom } from "./strict-room";
import type { StrictState } from "./strict-state";

/** Statistics of the mesh. Their size does not depend on the number of vertices. */
export interface Statistics {
  /** N = Σ (w ⊗ [v; 1])(w ⊗ [v; 1])ᵀ, 4h by 4h, in the arena. */
  normal: Float64Array;
  /** C = Σ y (w ⊗ [v; 1])ᵀ, 3F rows of 4h, in the arena. */
  cross: Float64Array;
  /** Σ |y|². */
  square: number;
  /** V. */
  vertices: number;
}

export interface StrictOptions {
  /** The most steps. */
  steps: number;
  /** µ, 0 or more: how strongly joints are pulled to where the weights of their bones meet, or to `places`. */
  pull: JointPull;
  /** 3h: the places that joints are pulled to; null for the places where the weights of their bones meet. */
  places?: Float64Array | null;
  /** h: how far each joint may lie from the place that it is pulled to (`Pulls`), normalised; null for no bounds. */
  bounds?: Float64Array | null;
  /** Which joints move, h flags; null for all. */
  movable?: Uint8Array | null;
  /**
   * h: the cost of |τ|² of each bone below the roots, in squared normalised lengths. Infinity closes its joint, 0 lets
   * it translate freely. Null closes all joints.
   */
  openings?: Float64Array | null;
  /** h flags: bones whose rotation and τ stay; null for none. */
  locked?: Uint8Array | null;
}

/** The unknowns, for the kernels. */
interface Unknowns {
  joints: number;
  frame: number;
}

const FIRST_DAMPING = 1e-6;
const LEAST_DAMPING = 1e-9;
const MOST_DAMPING = 10;
const TRIES = 6;
const SHORTER = 0.4;
/** The steps end when one gains less than this share of the objective. */
const SETTLED = 1e-7;

/** Lowers the objective of `state`, in place, and leaves its transforms in `room.bones`. Returns the squared error. */
export async function optimiseStrict(
  room: StrictRoom,
  state: StrictState,
  statistics: Statistics,
  options: StrictOptions,
  task: Task,
): Promise<number> {
  room.load(state);
  const unknowns = beginJob(room, options);
  room.moves.fill(0);
  room.steps.fill(0);
  let cost = statistics.square + (await tryStep(room, statistics, unknowns, 0, task));
  room.bones.set(room.trialBones);
  const meanError = (cost - costOfOpenings(room)) / (statistics.vertices * room.frames);
  const { pull, places, bounds } = options;
  const pulls = pullsOf(state.tree, statistics.normal, pull, room.frames, meanError, places, bounds);
  let damping = FIRST_DAMPING;
  for (let step = 0; step < options.steps && damping <= MOST_DAMPING; step++) {
    const before = cost + costOfPulls(pulls, room.joints);
    await findStep(room, statistics, unknowns, pulls, damping, task);
    let gain = 0;
    for (let n = 0; n < TRIES && gain <= 0; n++) {
      const trial = statistics.square + (await tryStep(room, statistics, unknowns, SHORTER ** n, task));
      gain = before - trial - costOfPulls(pulls, room.trialJoints);
      if (gain > 0) cost = trial;
    }
    if (gain <= 0) {
      damping = Math.max(30 * damping, 1e-4);
      continue;
    }
    damping = Math.max(0.3 * damping, LEAST_DAMPING);
    room.pose.set(room.trialPose);
    room.bones.set(room.trialBones);
    room.joints.set(room.trialJoints);
    if (gain < SETTLED * before) break;
  }
  state.pose.set(room.pose);
  state.tree.joints.set(room.joints);
  return cost - costOfOpenings(room);
}

/** Writes the unknowns and their costs. */
export function beginJob(room: StrictRoom, { openings, locked, movable }: StrictOptions): Unknowns {
  const { h, parents, shifts, pivots, ridges } = room;
  let [shiftCount, pivotCount] = [0, 0];
  room.locked.fill(0);
  if (locked) room.locked.set(locked);
  for (let k = 0; k < h; k++) {
    const ridge = parents[k] < 0 ? 0 : (openings?.[k] ?? Infinity);
    ridges[k] = ridge < Infinity ? ridge : 0;
    shifts[k] = ridge < Infinity && !room.locked[k] ? shiftCount++ : -1;
    pivots[k] = parents[k] >= 0 && (movable?.[k] ?? 1) ? pivotCount++ : -1;
  }
  room.job.write({
    bones: h,
    parents,
    pose: room.pose,
    normal: room.normal,
    cross: room.cross,
    shifts,
    shiftCount,
    ridges,
    pivots,
    pivotCount,
    locked: locked ? room.locked : null,
    damping: FIRST_DAMPING,
    scratch: room.scratch,
    scratchBytes: room.scratchBytes,
  });
  return { joints: 3 * pivotCount, frame: 3 * h + 3 * shiftCount };
}

/** Finds the steps of the joints and of all frames. */
async function findStep(
  room: StrictRoom,
  { normal, cross }: Statistics,
  { joints: m }: Unknowns,
  pulls: Pulls,
  damping: number,
  task: Task,
): Promise<void> {
  const { parallel, frames, job, sums, moves } = room;
  await room.changeBasis(normal, cross, task);
  job.change({ damping });
  if (m > 0) {
    const block = Math.ceil(frames / FRAME_BLOCKS);
    await parallel.run(task, kernels.strictReduce, frames, block, { job, block, sums });
    addBlocks(sums, m * m + m + 1, Math.ceil(frames / block));
    solveJoints(room, m, pulls, damping);
  }
  await parallel.run(task, kernels.strictSteps, frames, 2, {
    job,
    moves: m > 0 ? moves : null,
    steps: room.steps,
  });
}

function addBlocks(sums: Float64Array, size: number, count: number): void {
  for (let b = 1; b < count; b++) for (let at = 0; at < size; at++) sums[at] += sums[b * size + at];
}

/** Solves for the joints, with pull and damping, and leaves their step in `moves`. */
function solveJoints(
  { parallel, h, pivots, joints, sums, moves }: StrictRoom,
  m: number,
  pulls: Pulls,
  damping: number,
): void {
  const right = sums.subarray(m * m, m * m + m);
  let trace = 0;
  for (let k = 0; k < h; k++) {
    if (pivots[k] < 0) continue;
    const stiffness = stiffnessOf(pulls, joints, k);
    for (let c = 0; c < 3; c++) {
      const at = 3 * pivots[k] + c;
      sums[at * m + at] += stiffness;
      right[at] += stiffness * (pulls.centres[3 * k + c] - joints[3 * k + c]);
      trace += sums[at * m + at];
    }
  }
  for (let at = 0; at < m; at++) sums[at * m + at] = (1 + damping) * sums[at * m + at] + (1e-12 * trace) / m;
  moves.set(right);
  parallel.call(kernels.cholesky, { a: sums, n: m, ld: m, floor: 1e-14 * Math.max(trace / m, 1e-30) });
  parallel.call(kernels.choleskySolve, { l: sums, n: m, ld: m, x: moves });
}

/** Tries the steps, scaled by `size`, and returns the cost, up to a constant. */
async function tryStep(
  room: StrictRoom,
  { normal, cross }: Statistics,
  { joints: m }: Unknowns,
  size: number,
  task: Task,
): Promise<number> {
  const { parallel, frames, job, steps, order, joints, trialJoints, pivots, moves, costs } = room;
  trialJoints.set(joints);
  for (let k = 0; k < room.h && m > 0; k++) {
    if (pivots[k] < 0) continue;
    for (let c = 0; c < 3; c++) trialJoints[3 * k + c] += size * moves[3 * pivots[k] + c];
  }
  await parallel.run(task, kernels.strictTrial, frames, 8, {
    job,
    steps,
    size,
    order,
    joints: trialJoints,
    normal,
    cross,
    pose: room.trialPose,
    bones: room.trialBones,
    costs,
  });
  return costs.reduce((sum, x) => sum + x, 0);
}

/** The cost of the openings of the current pose. */
function costOfOpenings({ pose, ridges, h }: StrictRoom): number {
  let sum = 0;
  for (let at = 3; at < pose.length; at += 4) {
    const ridge = ridges[((at - 3) / 4) % h];
    if (ridge > 0) sum += ridge * pose[at] ** 2;
  }
  return sum;
}
