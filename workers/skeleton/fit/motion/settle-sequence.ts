/** Solves for the motion under the rules of a fit, frame by frame, for given joints, weights and rest pose. */
import { after, back, NO_TURN, turned } from "../../../geometry/posing/turns";
import type { Task } from "../../../model/task";
import type { Statistics } from "../../strict/gauss-newton";
import type { StrictRoom } from "../../strict/strict-room";
import type { StrictState } from "../../strict/strict-state";
import type { Rules } from "../bench/rules";
import { errorOf, type FrameData, type FrameModel } from "./frame-model";
import { turnInPose } from "./joint-axes";
import { clamp, settleFrame } from "./settle-frame";

/** The most steps of a frame that is solved until it settles. */
const MOST_STEPS = 60;

/**
 * A frame has reached the least error if its own is at most this multiple of it, plus this share of |y|² for rounding.
 */
const BEST = 1 + 1e-5;
const ROUNDING = 1e-13;

/**
 * Starts are compared when a step gains less than this share of the error. Only the best is then solved until it
 * settles. Two starts whose errors differ by less than the second share have found the same minimum.
 */
const ROUGH = 1e-3;
const AGREES = 1e-2;

export interface SettleOptions {
  /**
   * Steps of each frame from its own pose. Null solves each until it settles, also from the poses of the frames on both
   * sides.
   */
  steps: number | null;
  /** Poses of all frames as additional starts, if frames are solved until they settle. */
  starts?: Float64Array;
  /** F: squared errors that no pose can beat, if they are known. A frame that reaches its error is done. */
  least?: Float64Array;
  /** Called after each frame with the share of finished frames. */
  progress?(done: number): void;
}

/**
 * Moves the poses of `state` to the least error, in place. Joints are clamped to their limits first.
 * @param squares F: Σ |y|² of each frame.
 * @returns the squared error of all frames.
 */
export async function settleSequence(
  room: StrictRoom,
  state: StrictState,
  statistics: Statistics,
  squares: Float64Array,
  rules: Rules,
  { steps, starts, least, progress }: SettleOptions,
  task: Task,
): Promise<number> {
  room.load(state);
  await room.changeBasis(statistics.normal, statistics.cross, task);
  const { h, frames } = room;
  const model: FrameModel = {
    h,
    parents: state.tree.parents,
    order: state.tree.order,
    // Plain copies are faster to read than shared memory.
    normal: room.normal.slice(),
    ...rules,
  };
  const size = 12 * h;
  const data = (f: number): FrameData => ({
    cross: room.cross.slice(f * size, (f + 1) * size),
    square: squares[f],
  });
  const poseAt = (f: number) => state.pose.subarray(f * size, (f + 1) * size);
  const errors = new Float64Array(frames);
  const own = (f: number): FrameToSettle => ({ model, data: data(f), pose: poseAt(f) });
  if (steps !== null) {
    for (let f = 0; f < frames; f++) {
      await task.checkpoint();
      clamp(model, poseAt(f));
      errors[f] = settleFrame(model, data(f), poseAt(f), steps);
      progress?.((f + 1) / frames);
    }
  } else {
    const isBest = (error: number, f: number) =>
      least !== undefined && error <= BEST * least[f] + ROUNDING * squares[f];
    // Frames for which no other start is worth trying.
    const done = new Uint8Array(frames);
    for (let f = 0; f < frames; f++) {
      await task.checkpoint();
      clamp(model, poseAt(f));
      const before = f > 0 ? [poseAt(f - 1)] : [];
      const others = starts ? [starts.subarray(f * size, (f + 1) * size), ...before] : before;
      const found = settleFromStarts(own(f), others, (error) => isBest(error, f));
      errors[f] = found.error;
      done[f] = found.done ? 1 : 0;
      progress?.((f + 1) / frames / 3);
    }
    // A frame that ended in a local minimum may reach a better pose from the frame after it.
    for (let f = frames - 2; f >= 0; f--) {
      await task.checkpoint();
      if (!done[f]) errors[f] = Math.min(errors[f], retry(own(f), poseAt(f + 1), errors[f]));
      progress?.((2 - f / frames) / 3);
    }
    for (let f = 0; f < frames; f++) {
      await task.checkpoint();
      if (!isBest(errors[f], f)) errors[f] = settleFrame(model, data(f), poseAt(f), MOST_STEPS);
      progress?.((2 + (f + 1) / frames) / 3);
    }
  }
  room.load(state);
  await room.place(task);
  return errors.reduce((sum, error) => sum + error, 0);
}

/** A frame, and its pose to move. */
interface FrameToSettle {
  model: FrameModel;
  data: FrameData;
  pose: Float64Array;
}

/**
 * Solves a frame roughly from other poses, and from its own if they end differently. The best result stays.
 * @param starts in the order of trust. A start that cannot be beaten is taken as it is.
 * @returns its error, and whether no other start is worth trying.
 */
function settleFromStarts(
  { model, data, pose }: FrameToSettle,
  starts: readonly Float64Array[],
  isBest: (error: number) => boolean,
): { error: number; done: boolean } {
  const own = pose.slice();
  let best = Number.POSITIVE_INFINITY;
  const keep = (error: number, found: Float64Array) => {
    if (error >= best) return;
    best = error;
    pose.set(found);
  };
  const ends: number[] = [];
  for (const start of starts) {
    const other = startedFrom(model, start, own);
    clamp(model, other);
    const before = errorOf(model, data, other);
    const error = isBest(before) ? before : settleFrame(model, data, other, MOST_STEPS, ROUGH);
    keep(error, other);
    if (isBest(error)) return { error, done: true };
    ends.push(error);
  }
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (ends.length > 1 && high - low <= AGREES * high + ROUNDING * data.square)
    return { error: best, done: true };
  keep(settleFrame(model, data, own, MOST_STEPS, ROUGH), own);
  return { error: best, done: isBest(best) };
}

/** Solves a frame roughly from another one's pose, and takes the result if it is better. Returns its error. */
function retry({ model, data, pose }: FrameToSettle, from: Float64Array, error: number): number {
  const other = startedFrom(model, from, pose);
  clamp(model, other);
  const reached = settleFrame(model, data, other, MOST_STEPS, ROUGH);
  if (reached < error) pose.set(other);
  return reached;
}

/** The pose `from` as a start for another frame. Locked joints keep that frame's motion relative to their parents. */
function startedFrom(
  { h, order, parents, turns }: FrameModel,
  from: Float64Array,
  own: Float64Array,
): Float64Array {
  const out = from.slice();
  for (let n = 0; n < h; n++) {
    const k = order[n];
    if (turns[k]) continue;
    const p = parents[k];
    const by = p < 0 ? NO_TURN : after(turnInPose(out, h, p), back(turnInPose(own, h, p)));
    for (let c = 0; c < 4; c++) {
      const at = (a: number) => 4 * (a * h + k) + c;
      turned(by, [own[at(0)], own[at(1)], own[at(2)]]).forEach((x, a) => {
        out[at(a)] = x;
      });
    }
  }
  return out;
}
