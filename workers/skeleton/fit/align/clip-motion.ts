/** Poses of a clip between its frames, and its motion relative to one of its poses instead of the bind pose. */
import { type Turn, turned } from "../../../geometry/posing/turns";
import { affineProduct, IDENTITY, invertAffine } from "../../../math/affine";
import { nearestQuaternion } from "../../../math/best-rotation";
import { rotationMatrix } from "../../../math/quaternion";
import { slerp } from "../../../math/slerp";
import type { SkeletonClip, SkeletonSource } from "../../../model/files/skeleton-source";
import type { ClipTiming } from "../../../model/skeleton/fit/fit-alignment";
import type { Segment } from "../../../model/skeleton/skeleton";

/** A time this near to a known pose, as a share of the way to the next one, gives that pose. */
const SAME = 1e-6;

/**
 * The matrices of all bones at a time of a clip in frames: 12 per bone. Between two known poses joints turn the shorter
 * way, shift along lines and change size evenly, relative to their parents, as in glTF. Times outside the clip give its
 * ends.
 */
export function clipPose({ skeleton, clips }: SkeletonSource, clip: number, time: number): Float32Array {
  const { motions, before, part } = posesAround(clips[clip], time);
  const size = 12 * skeleton.segments.length;
  const first = motions.subarray(before * size, (before + 1) * size);
  if (part < SAME) return first;
  const second = motions.subarray((before + 1) * size, (before + 2) * size);
  return part > 1 - SAME ? second : between(skeleton.segments, first, second, part);
}

/** The known poses of a clip around a time: the number of the pose before it, and the share of the way to the next. */
function posesAround(
  { motions, frameCount, keys }: SkeletonClip,
  time: number,
): { motions: Float32Array; before: number; part: number } {
  const within = Math.min(Math.max(time, 0), frameCount - 1);
  const frame = Math.floor(within);
  if (!keys || within === frame) return { motions, before: frame, part: within - frame };
  const { times } = keys;
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= within) low = middle;
    else high = middle - 1;
  }
  const span = low + 1 < times.length ? times[low + 1] - times[low] : 0;
  const part = span > 0 ? Math.max(0, within - times[low]) / span : 0;
  return { motions: keys.motions, before: low, part };
}

function between(segments: readonly Segment[], a: Float32Array, b: Float32Array, part: number): Float32Array {
  const out = new Float64Array(a.length);
  segments.forEach(({ parent, head }, j) => {
    const at = 12 * j;
    if (parent < 0) {
      out.set(mixed(a.subarray(at, at + 12), b.subarray(at, at + 12), head, part), at);
      return;
    }
    const [first, second] = [a, b].map((m) =>
      affineProduct(inverseOrNone(m, 12 * parent), m.subarray(at, at + 12)),
    );
    const above = out.subarray(12 * parent, 12 * parent + 12);
    out.set(affineProduct(above, mixed(first, second, head, part)), at);
  });
  return Float32Array.from(out);
}

/** Interpolates between two motions of a joint relative to its parent. */
function mixed(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  head: readonly number[],
  part: number,
): Float64Array {
  const [p, q] = [turnAndStretch(a), turnAndStretch(b)];
  const [way, turn] = [new Float64Array(4), new Float64Array(9)];
  slerp(p.turn, 0, q.turn, 0, part, way, 0);
  rotationMatrix(way, 0, turn, 0);
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      for (let i = 0; i < 3; i++) {
        const stretch = p.stretch[3 * i + c] + part * (q.stretch[3 * i + c] - p.stretch[3 * i + c]);
        out[4 * r + c] += turn[3 * r + i] * stretch;
      }
    }
    const [from, to] = [placeOf(a, head, r), placeOf(b, head, r)];
    out[4 * r + 3] = from + part * (to - from) - placeOf(out, head, r);
  }
  return out;
}

/** Coordinate r of a point transformed by a row-major 3x4. */
const placeOf = (m: ArrayLike<number>, p: readonly number[], r: number): number =>
  m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3];

/** R and S of M = R S, with R the rotation nearest to M. */
function turnAndStretch(m: ArrayLike<number>): { turn: Turn; stretch: number[] } {
  const linear = [0, 1, 2].flatMap((r) => [m[4 * r], m[4 * r + 1], m[4 * r + 2]]);
  const turn = Array.from(nearestQuaternion(linear)) as Turn;
  const undo: Turn = [-turn[0], -turn[1], -turn[2], turn[3]];
  const columns = [0, 1, 2].map((c) => turned(undo, [linear[c], linear[3 + c], linear[6 + c]]));
  return { turn, stretch: [0, 1, 2].flatMap((r) => columns.map((column) => column[r])) };
}

/** The time in a clip at frame k of a sequence. */
export const clipTime = ({ first, step }: ClipTiming, k: number): number => first + k * step;

/** M N⁻¹ for all bones; affine matrices, 12 numbers per bone. */
export function relativeTo(m: ArrayLike<number>, n: ArrayLike<number>): Float64Array {
  const out = new Float64Array(m.length);
  for (let at = 0; at < m.length; at += 12) {
    const own = Float64Array.from({ length: 12 }, (_, e) => m[at + e]);
    out.set(affineProduct(own, inverseOrNone(n, at)), at);
  }
  return out;
}

/**
 * The inverse of the 3x4 that begins at `at`, in a new array. A bone of size 0 has no inverse and gets the identity.
 */
export function inverseOrNone(m: ArrayLike<number>, at: number): Float64Array {
  const out = Float64Array.from(IDENTITY);
  invertAffine(out, 0, m, at);
  return out;
}
