import type { Arena } from "../../kernels/arena";
import type { BoneKind } from "../../model/rig/rig";
import type { Problem } from "../problem/problem";

/** Bones and weights at one moment of a decomposition, in the arena, in normalised coordinates. */
export interface BlendState {
  /**
   * Rigid: 3F rows of 4h numbers, row 3k + axis holding that axis of [R_j | t_j] for all bones side by side.
   * Affine: the same reduced by the trajectory basis, `rank` rows of 4h.
   */
  bones: Float64Array;
  /** V·slots: the bone of each influence, −1 for unused slots. Used slots come first. */
  ids: Int32Array;
  /** V·slots: the weight of each influence. */
  values: Float64Array;
  /** Squared error of each vertex, V. */
  errors: Float64Array;
  /** Sum of `errors` in order, plus the tail of the trajectory basis. */
  error: number;
  /** The minimised value: `error` plus the smoothness term. */
  objective: number;
}

/** Rows of a state's bones. */
export function boneRows(problem: Problem, kind: BoneKind): number {
  return kind === "rigid" ? 3 * problem.frameCount : problem.rank;
}

/** Arena bytes for a state with at most 3F rows. */
export function stateBytes(vertices: number, frames: number, bones: number, slots: number): number {
  return 8 * (3 * frames * 4 * bones) + vertices * (12 * slots + 8) + 64;
}

export function createState(
  arena: Arena,
  problem: Problem,
  kind: BoneKind,
  h: number,
  slots: number,
): BlendState {
  const count = problem.vertexCount * slots;
  return {
    bones: arena.f64(boneRows(problem, kind) * 4 * h),
    ids: arena.i32(count).fill(-1),
    values: arena.f64(count).fill(0),
    errors: arena.f64(problem.vertexCount).fill(0),
    error: Infinity,
    objective: Infinity,
  };
}

export function copyState(from: BlendState, to: BlendState): void {
  to.bones.set(from.bones);
  copyBlendWeights(from, to);
}

/** Copies weights and errors, not the bones. */
export function copyBlendWeights(from: BlendState, to: BlendState): void {
  to.ids.set(from.ids);
  to.values.set(from.values);
  to.errors.set(from.errors);
  to.error = from.error;
  to.objective = from.objective;
}

/** Exchanges two states of one solver without copying their numbers. */
export function exchange(a: BlendState, b: BlendState): void {
  const kept = { ...a };
  Object.assign(a, b);
  Object.assign(b, kept);
}

type Scales = Problem["frameScales"];

/** Converts a motion (F·h·12, row-major 3x4) to rows of 4h, times the scale of each frame if there are scales. */
export function rowsOfMotion(
  motion: ArrayLike<number>,
  frames: number,
  h: number,
  rows: Float64Array,
  scales: Scales = null,
): void {
  for (let k = 0; k < frames; k++) {
    const scale = scales ? scales[k] : 1;
    for (let j = 0; j < h; j++) {
      for (let e = 0; e < 12; e++) {
        rows[(3 * k + (e >> 2)) * 4 * h + 4 * j + (e & 3)] = scale * motion[(k * h + j) * 12 + e];
      }
    }
  }
}

/** Converts rows of 4h to a motion, divided by the scale of each frame. */
export function motionOfRows(
  rows: Float64Array,
  frames: number,
  h: number,
  scales: Scales = null,
): Float64Array {
  const motion = new Float64Array(frames * h * 12);
  for (let k = 0; k < frames; k++) {
    const scale = scales ? scales[k] : 1;
    for (let j = 0; j < h; j++) {
      for (let e = 0; e < 12; e++) {
        motion[(k * h + j) * 12 + e] = rows[(3 * k + (e >> 2)) * 4 * h + 4 * j + (e & 3)] / scale;
      }
    }
  }
  return motion;
}

/** A copy of a state outside the arena. */
export type SavedBlend = BlendState;

export function saveState(state: BlendState): SavedBlend {
  const { bones, ids, values, errors } = state;
  return { ...state, bones: bones.slice(), ids: ids.slice(), values: values.slice(), errors: errors.slice() };
}
