/** Solves for the motion under the rules of a fit, frame by frame, for given joints, weights and rest pose. */
import { after, back, NO_TURN, turned } from "../../../geometry/posing/turns";
import type { Task } from "../../../model/task";
import type { Statistics } from "../../strict/gauss-newton";
import type { StrictRoom } from "../../strict/strict-room";
import type { StrictState } from "../../strict/strict-state";
import type { Rules } from "../rules";
import type { FrameData, FrameModel } from "./frame-model";
import { turnInPose } from "./joint-axes";
import { clamp, settleFrame } from "./settle-frame";

/** The most steps of a frame that is solved until it settles. */
const MOST_STEPS = 60;

/**
 * A frame has reached the least error if its own is at most this multiple of it, plus this share of |y|² for rounding.
 */
const BEST = 1 + 1e-5;
const ROUNDING = 1e-13;

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
  const isDone = (f: number) =>
    steps !== null || (least !== undefined && errors[f] <= BEST * least[f] + ROUNDING * squares[f]);
  for (let f = 0; f < frames; f++) {
    await task.checkpoint();
    clamp(model, poseAt(f));
    errors[f] = settleFrame(model, data(f), poseAt(f), steps ?? MOST_STEPS);
    if (starts && !isDone(f))
      retry(model, data(f), starts.subarray(f * size, (f + 1) * size), poseAt(f), errors, f);
    if (f > 0 && !isDone(f)) retry(model, data(f), poseAt(f - 1), poseAt(f), errors, f);
    progress?.((f + 1) / frames / (steps === null ? 2 : 1));
  }
  // A frame that ended in a local minimum may reach a better pose from the frame after it.
  for (let f = frames - 2; steps === null && f >= 0; f--) {
    await task.checkpoint();
    if (!isDone(f)) retry(model, data(f), poseAt(f + 1), poseAt(f), errors, f);
    progress?.(1 - f / frames / 2);
  }
  room.load(state);
  await room.place(task);
  return errors.reduce((sum, error) => sum + error, 0);
}

/** Solves a frame from another one's pose, and takes the result if it is better. */
function retry(
  model: FrameModel,
  data: FrameData,
  from: Float64Array,
  pose: Float64Array,
  errors: Float64Array,
  f: number,
): void {
  const other = startedFrom(model, from, pose);
  clamp(model, other);
  const error = settleFrame(model, data, other, MOST_STEPS);
  if (error >= errors[f]) return;
  errors[f] = error;
  pose.set(other);
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
