/**
 * Finds the motion of a given skeleton with given weights and rest pose, by Levenberg-Marquardt in each frame. A frame
 * far from its start may end in a local minimum. So each frame is solved from the frame before and from the frame
 * after. If the two results disagree, or the error stands out, it is also solved from the given pose and from the rigid
 * motion of the whole. The best result stays. Every eighth frame is always solved from these starts too. If that
 * improves one of them, all frames are.
 */
import { kernels } from "../../kernels/kernels.generated";
import { nearestQuaternion } from "../../math/best-rotation";
import { rotationMatrix } from "../../math/quaternion";
import type { Task } from "../../model/task";
import { beginJob, type Statistics, type StrictOptions } from "./gauss-newton";
import type { StrictRoom } from "./strict-room";
import type { StrictState } from "./strict-state";

/** Frames to solve between two checkpoints. */
const SEGMENT = 32;

/** One in this many frames is always solved from the given pose and from the rigid motion of the whole too. */
const PROBES = 8;
/** Two errors agree within this share, and within the rounding of |y|². */
const AGREES = 1e-3;
const ROUNDING = 1e-10;
/** An error stands out if it is this many times the usual error. */
const OUTSTANDING = 4;

/** Frames in a row. Each starts from the pose of the one before. */
interface Run {
  first: number;
  count: number;
  direction: 1 | -1;
  /** The pose that the first frame starts from, 12h. */
  start: Float64Array;
}

/** The bytes that `solveMotion` needs in the arena besides the room. */
export function motionOnlyBytes(h: number, frames: number): number {
  return 8 * (24 * SEGMENT * h + 24 * h + frames + SEGMENT) + 20 * SEGMENT + 1024;
}

/**
 * Finds the pose of every frame, and leaves the transforms in `room.bones`. The joints of `state` stay. Its poses are
 * also used as starts.
 * @param squares F: Σ |y|² of each frame.
 * @returns F: the squared error of each frame.
 */
export async function solveMotion(
  room: StrictRoom,
  state: StrictState,
  statistics: Statistics,
  squares: Float64Array,
  { openings, locked }: Pick<StrictOptions, "openings" | "locked">,
  task: Task,
): Promise<Float64Array> {
  const { h, frames, parallel } = room;
  const numbers = 12 * h;
  room.load(state);
  beginJob(room, { openings, locked, steps: 0, pull: 0, movable: new Uint8Array(h) });
  await room.changeBasis(statistics.normal, statistics.cross, task);
  const mark = parallel.arena.mark();
  const squaresHere = parallel.arena.f64(frames);
  squaresHere.set(squares);
  const best = { poses: state.pose.slice(), errors: new Float64Array(frames).fill(Infinity) };
  const solve = async (runs: Run[]): Promise<Solved> => {
    const solved = await solveRuns(room, runs, squaresHere, task);
    forEachFrame(runs, (f, n) => {
      if (solved.errors[n] >= best.errors[f]) return;
      best.errors[f] = solved.errors[n];
      best.poses.set(poseAt(solved.poses, n), f * numbers);
    });
    return solved;
  };
  const poseAt = (poses: Float64Array, f: number) => poses.subarray(f * numbers, (f + 1) * numbers);
  const starts = [state.pose, wholePoses(state, statistics, room)];
  const solveAlone = async (list: readonly number[]) => {
    for (let n = 0; n < list.length; n += SEGMENT / 2) {
      const some = list.slice(n, n + SEGMENT / 2);
      await solve(
        some.flatMap((k) =>
          starts.map((poses): Run => ({ first: k, count: 1, direction: 1, start: poseAt(poses, k) })),
        ),
      );
    }
  };
  const all = Array.from({ length: frames }, (_, f) => f);
  const isProbe = (f: number) => f % PROBES === 0 || f === frames - 1;
  await solveAlone(all.filter(isProbe));
  const probes = best.errors.slice();
  const chains = await solveChains(solve, frames, poseAt, best.poses);
  await solveAlone(doubtfulFrames(chains, probes, squares).filter((f) => !isProbe(f)));
  parallel.arena.release(mark);
  state.pose.set(best.poses);
  room.load(state);
  await room.place(task);
  return best.errors;
}

/**
 * The frames in which the chains disagree or whose error stands out; all frames if the chains missed the best pose of a
 * probe.
 * @param probes F: the error of each frame that was solved independently; Infinity for the others.
 */
function doubtfulFrames(
  [up, down]: readonly [Float64Array, Float64Array],
  probes: Float64Array,
  squares: Float64Array,
): number[] {
  const all = Array.from(up.keys());
  const least = up.map((error, f) => Math.min(error, down[f]));
  const slack = least.map((error, f) => AGREES * error + ROUNDING * squares[f]);
  if (all.some((f) => least[f] - probes[f] > slack[f])) return all;
  const usual = least.slice().sort()[least.length >> 1];
  return all.filter((f) => Math.abs(up[f] - down[f]) > slack[f] || least[f] > OUTSTANDING * usual + slack[f]);
}

interface Solved {
  poses: Float64Array;
  errors: Float64Array;
}

/** Calls `visit` for each frame of some runs, with its number among all their frames. */
function forEachFrame(runs: readonly Run[], visit: (frame: number, n: number) => void): void {
  let n = 0;
  for (const { first, count, direction } of runs) {
    for (let s = 0; s < count; s++, n++) visit(first + direction * s, n);
  }
}

/**
 * Solves all frames from the first to the last and from the last to the first. Both chains start from the best pose at
 * their first frame, and continue from their own last pose.
 * @returns the errors of both chains, F each.
 */
async function solveChains(
  solve: (runs: Run[]) => Promise<Solved>,
  frames: number,
  poseAt: (poses: Float64Array, f: number) => Float64Array,
  best: Float64Array,
): Promise<[up: Float64Array, down: Float64Array]> {
  const errors: [Float64Array, Float64Array] = [new Float64Array(frames), new Float64Array(frames)];
  let [up, down] = [poseAt(best, 0).slice(), poseAt(best, frames - 1).slice()];
  const half = SEGMENT / 2;
  for (let f = 0; f < frames; f += half) {
    const count = Math.min(half, frames - f);
    const runs: Run[] = [
      { first: f, count, direction: 1, start: up },
      { first: frames - 1 - f, count, direction: -1, start: down },
    ];
    const solved = await solve(runs);
    forEachFrame(runs, (frame, n) => {
      errors[n < count ? 0 : 1][frame] = solved.errors[n];
    });
    [up, down] = [poseAt(solved.poses, count - 1).slice(), poseAt(solved.poses, 2 * count - 1).slice()];
  }
  return errors;
}

/** Solves runs. Poses and errors of their frames are stored one run after another. */
async function solveRuns(
  { parallel, h, job }: StrictRoom,
  list: readonly Run[],
  squares: Float64Array,
  task: Task,
): Promise<Solved> {
  const { arena } = parallel;
  const mark = arena.mark();
  const total = list.reduce((sum, { count }) => sum + count, 0);
  const [starts, poses, errors] = [
    arena.f64(12 * h * list.length),
    arena.f64(12 * h * total),
    arena.f64(total),
  ];
  const runs = arena.i32(5 * list.length);
  let at = 0;
  list.forEach(({ first, count, direction, start }, n) => {
    starts.set(start, 12 * h * n);
    runs.set([first, count, direction, n, at], 5 * n);
    at += count;
  });
  await parallel.run(task, kernels.strictRuns, list.length, 1, { job, runs, starts, squares, poses, errors });
  const solved = { poses: poses.slice(), errors: errors.slice() };
  arena.release(mark);
  return solved;
}

/** Poses in which all bones follow the rigid motion of the whole, from the sums of the statistics over all bones. */
function wholePoses(
  { tree }: StrictState,
  { normal, cross, vertices }: Statistics,
  { h, frames }: StrictRoom,
): Float64Array {
  const width = 4 * h;
  const centre = [0, 0, 0];
  for (let j = 0; j < h; j++) {
    for (let k = 0; k < h; k++) {
      for (let c = 0; c < 3; c++) centre[c] += normal[(4 * j + c) * width + 4 * k + 3] / vertices;
    }
  }
  const poses = new Float64Array(frames * 3 * width);
  const turn = new Float64Array(9);
  for (let f = 0; f < frames; f++) {
    const sums = new Float64Array(12);
    for (let a = 0; a < 3; a++) {
      for (let at = 0; at < width; at++) sums[4 * a + (at % 4)] += cross[(3 * f + a) * width + at];
    }
    const moments = Array.from({ length: 9 }, (_, e) => {
      const a = Math.floor(e / 3);
      return sums[4 * a + (e % 3)] - sums[4 * a + 3] * centre[e % 3];
    });
    rotationMatrix(nearestQuaternion(moments), 0, turn, 0);
    for (let a = 0; a < 3; a++) {
      for (let k = 0; k < h; k++) {
        const at = (3 * f + a) * width + 4 * k;
        let place = sums[4 * a + 3] / vertices;
        for (let c = 0; c < 3; c++) {
          poses[at + c] = turn[3 * a + c];
          place += turn[3 * a + c] * (tree.joints[3 * k + c] - centre[c]);
        }
        if (tree.parents[k] < 0) poses[at + 3] = place;
      }
    }
  }
  return poses;
}
