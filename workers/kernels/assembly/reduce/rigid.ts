// The targets of an as-rigid-as-possible mesh (Sorkine & Alexa 2007), for four examples at a time: computes the best
// rotation of every ring, and the right side of the system that joins the rotated edges. Lanes are examples.

import { f64At, loadF64, loadIndex } from "../memory";
import { nearestRotations } from "../rotations/polar";
import { ReduceJob, rowOf } from "./reduce-job";

const COVARIANCE: i32 = 18;
const ROTATION: i32 = 18;
const POLAR: i32 = 41;
/** Bytes of a vertex in the tables: nine f32 for each of four examples, and three f64. */
const ROTATIONS: usize = 144;
const SIDES: usize = 96;

/** The scratch numbers that `reduceRotations` needs. */
export function reduceRotationsScratch(): i32 {
  return COVARIANCE + ROTATION + POLAR;
}

/** Coordinate c of a vertex in four examples. @inline */
function posed(job: ReduceJob, i: usize, c: usize, group: usize): v128 {
  const at = ((c * <usize>job.lanes) << 2) + (group << 4);
  return f32x4.add(v128.load(rowOf(job, job.residuals, i) + at), v128.load(rowOf(job, job.targets, i) + at));
}

/** Coordinate c of a vertex of the rest pose in four examples. @inline */
function atRest(job: ReduceJob, i: usize, c: usize, group: usize): v128 {
  if (job.rests !== 0)
    return v128.load(rowOf(job, job.rests, i) + ((c * <usize>job.lanes) << 2) + (group << 4));
  return v128.load32_splat(job.rest + ((3 * i + c) << 2));
}

/** Two of four numbers as f64: the first two, or the last. @inline */
function pairOf(four: v128, half: i32): v128 {
  if (half === 0) return f64x2.promote_low_f32x4(four);
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 2, 3, 2, 3));
}

/**
 * The rotation R_i of the rings of vertices [begin, end) in examples 4·group and the three after it: it minimises Σ_k
 * a_ik |x_k − x_i − R_i (r_k − r_i)|².
 * @param own a_ik of each neighbour, f64.
 * @param rotations out, 9 of four f32 a vertex, row-major.
 */
export function reduceRotations(
  begin: i32,
  end: i32,
  slot: i32,
  job: ReduceJob,
  own: usize,
  group: usize,
  rotations: usize,
  scratch: usize,
): void {
  const covariance = f64At(scratch, slot * reduceRotationsScratch());
  const rotation = f64At(covariance, COVARIANCE);
  for (let i: usize = begin; i < <usize>end; i++) {
    for (let half = 0; half < 2; half++) {
      ringCovariance(job, i, own, group, half, covariance);
      nearestRotations(covariance, rotation, f64At(rotation, ROTATION));
      for (let n: usize = 0; n < 9; n++) {
        const two = f32x4.demote_f64x2_zero(v128.load(rotation + (n << 4)));
        v128.store64_lane(rotations + i * ROTATIONS + (n << 4) + ((<usize>half) << 3), two, 0);
      }
    }
  }
}

/** Σ_k a_ik (x_k − x_i)(r_k − r_i)ᵀ in two examples. */
function ringCovariance(job: ReduceJob, i: usize, own: usize, group: usize, half: i32, out: usize): void {
  memory.fill(out, 0, (<usize>COVARIANCE) << 3);
  const until = loadIndex(job.offsets, i + 1);
  for (let e = loadIndex(job.offsets, i); e < until; e++) {
    const k = loadIndex(job.neighbours, e);
    const a = f64x2.splat(loadF64(own, e));
    for (let c: usize = 0; c < 3; c++) {
      const edge = f32x4.sub(atRest(job, k, c, group), atRest(job, i, c, group));
      const rest = f64x2.mul(a, pairOf(edge, half));
      for (let r: usize = 0; r < 3; r++) {
        const moved = pairOf(f32x4.sub(posed(job, k, r, group), posed(job, i, r, group)), half);
        const at = out + ((3 * r + c) << 4);
        v128.store(at, f64x2.add(v128.load(at), f64x2.mul(moved, rest)));
      }
    }
  }
}

/**
 * The right side of vertices [begin, end) in four examples: pull·z_i + Σ_k (a_ik R_i + a_ki R_k)(r_i − r_k).
 * @param other a_ki of each neighbour, f64.
 * @param anchors z, V rows.
 * @param sides out, 3 of four f64 a vertex.
 */
export function reduceRigidSides(
  begin: i32,
  end: i32,
  _slot: i32,
  job: ReduceJob,
  own: usize,
  other: usize,
  group: usize,
  rotations: usize,
  anchors: usize,
  pull: f32,
  sides: usize,
): void {
  for (let i: usize = begin; i < <usize>end; i++) {
    const until = loadIndex(job.offsets, i + 1);
    for (let r: usize = 0; r < 3; r++) {
      const row = ((r * <usize>job.lanes) << 2) + (group << 4);
      const anchor = f32x4.mul(f32x4.splat(pull), v128.load(rowOf(job, anchors, i) + row));
      let low = pairOf(anchor, 0);
      let high = pairOf(anchor, 1);
      for (let e = loadIndex(job.offsets, i); e < until; e++) {
        const k = loadIndex(job.neighbours, e);
        const a = f32x4.splat(<f32>loadF64(own, e));
        const b = f32x4.splat(<f32>loadF64(other, e));
        let sum = f32x4.splat(0);
        for (let c: usize = 0; c < 3; c++) {
          const entry = (3 * r + c) << 4;
          const mixed = f32x4.add(
            f32x4.mul(a, v128.load(rotations + i * ROTATIONS + entry)),
            f32x4.mul(b, v128.load(rotations + k * ROTATIONS + entry)),
          );
          const edge = f32x4.sub(atRest(job, i, c, group), atRest(job, k, c, group));
          sum = f32x4.add(sum, f32x4.mul(mixed, edge));
        }
        low = f64x2.add(low, pairOf(sum, 0));
        high = f64x2.add(high, pairOf(sum, 1));
      }
      const at = sides + i * SIDES + (r << 5);
      v128.store(at, low);
      v128.store(at + 16, high);
    }
  }
}

/**
 * Moves the targets of vertices [begin, end) in four examples to x + step·(solved − x), and changes the residuals
 * accordingly; the vertices do not move. Lanes without an example get no residual.
 * @param examples the number of lanes with an example.
 * @param solved 3 of four f64 a vertex.
 */
export function reduceRetarget(
  begin: i32,
  end: i32,
  _slot: i32,
  job: ReduceJob,
  examples: i32,
  solved: usize,
  group: usize,
  step: f32,
): void {
  const lanes = i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat((<i32>group) << 2));
  const used = i32x4.lt_s(lanes, i32x4.splat(examples));
  for (let i: usize = begin; i < <usize>end; i++) {
    for (let r: usize = 0; r < 3; r++) {
      const from = solved + i * SIDES + (r << 5);
      const low = f32x4.demote_f64x2_zero(v128.load(from));
      const high = f32x4.demote_f64x2_zero(v128.load(from + 16));
      const wanted = v128.shuffle<f32>(low, high, 0, 1, 4, 5);
      const here = posed(job, i, r, group);
      const residual = v128.and(used, f32x4.mul(f32x4.splat(step), f32x4.sub(here, wanted)));
      const at = ((r * <usize>job.lanes) << 2) + (group << 4);
      v128.store(rowOf(job, job.residuals, i) + at, residual);
      v128.store(rowOf(job, job.targets, i) + at, f32x4.sub(here, residual));
    }
  }
}
