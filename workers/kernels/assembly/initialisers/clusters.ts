// Hard assignment of vertices to rigid bones. Bone j has its full motion, 3F rows of 4; its reduced motion
// panel_j = UᵀB_j, `rank` rows of 4; and its Gram matrix G_j = B_jᵀB_j, 4x4.

import { tile4x4 } from "../dense/gemm";
import { f64At, loadF64, loadI32, Optional, storeF64, storeI32 } from "../memory";
import { nearestRotation } from "../rotations/rotation";

/** The scratch numbers that `fitBones` needs on each thread; `assignBones` needs less. */
export function clusterScratch(rank: i32): i32 {
  return 4 * rank + 64;
}

/**
 * Error of vertices under bones [from, to): |y|² − 2 xᵀpanelᵀy + xᵀGx, the squared distance over all frames to the
 * trajectory in the basis. errors[i] and labels[i] become the least error and its bone; with from > 0 they already hold
 * the least of the earlier bones. Items are vertices. `scratch` has 16 numbers for each thread.
 */
export function assignBones(
  begin: i32,
  end: i32,
  slot: i32,
  trajectories: usize,
  stride: i32,
  rank: i32,
  rest: usize,
  norms: usize,
  panels: usize,
  grams: usize,
  from: i32,
  to: i32,
  errors: usize,
  labels: usize,
  scratch: usize,
): void {
  const row: usize = (<usize>stride) << 3;
  const tile = scratch + ((<usize>slot) << 7);
  if (from === 0) for (let i = begin; i < end; i++) storeF64(errors, i, Infinity);
  for (let j = from; j < to; j++) {
    const panel = panels + ((<usize>j * rank) << 5);
    const g = grams + ((<usize>j) << 7);
    for (let i = begin; i < end; i += 4) {
      const rows = min(4, end - i);
      tile4x4(trajectories + <usize>i * row, row, 8, panel, 32, rank, tile, 32, rows, false);
      for (let r = 0; r < rows; r++) {
        const at = (<usize>(i + r)) << 3;
        const x = rest + ((<usize>(i + r)) << 5);
        const q = tile + ((<usize>r) << 5);
        const left = v128.load(x),
          right = v128.load(x, 16);
        let total: f64 = load<f64>(norms + at);
        for (let a: usize = 0; a < 4; a++) {
          const line = g + (a << 5);
          const s = f64x2.add(f64x2.mul(left, v128.load(line)), f64x2.mul(right, v128.load(line, 16)));
          const gx = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
          total += loadF64(x, a) * (gx - 2 * loadF64(q, a));
        }
        total = max(total, 0);
        if (total < load<f64>(errors + at)) {
          store<f64>(errors + at, total);
          storeI32(labels, i + r, j);
        }
      }
    }
  }
}

/**
 * The rigid motion that best fits a set of vertices in every frame (Kabsch 1976, with a determinant of +1). Items are
 * bones; bone j has the vertices members[offsets[j] .. offsets[j + 1]] and stays unchanged if there are fewer than
 * `least`. If the set does not determine the rotation (a line, a point), it stays near the frame before. `importance`
 * has a number per vertex. `scales` has the factor on the rows of each frame. Either is 0 if all are equal.
 */
export function fitBones(
  begin: i32,
  end: i32,
  slot: i32,
  offsets: usize,
  members: usize,
  least: i32,
  trajectories: usize,
  stride: i32,
  rank: i32,
  rest: usize,
  basis: usize,
  frames: i32,
  motions: usize,
  panels: usize,
  grams: usize,
  scratch: usize,
  importance: Optional,
  scales: Optional,
): void {
  const moments = f64At(scratch, slot * clusterScratch(rank));
  const small = moments + ((<usize>rank) << 5);
  const rows = 3 * frames;
  for (let j = begin; j < end; j++) {
    const first = loadI32(offsets, j);
    const last = load<i32>(offsets + ((<usize>j) << 2), 4);
    if (last - first < least) continue;
    const motion = motions + ((<usize>j * rows) << 5);
    crossMoments(members, first, last, trajectories, stride, rank, rest, moments, small, importance);
    expandMoments(moments, basis, stride, rank, rows, motion);
    turnFrames(motion, frames, scales, small, small + 32);
    reduceBone(j, motions, rows, basis, stride, rank, panels, grams);
  }
}

/** Computes panels and Gram matrices of bones with given motion. Items are bones. */
export function reduceBones(
  begin: i32,
  end: i32,
  _slot: i32,
  motions: usize,
  frames: i32,
  basis: usize,
  stride: i32,
  rank: i32,
  panels: usize,
  grams: usize,
): void {
  const rows = 3 * frames;
  for (let j = begin; j < end; j++) reduceBone(j, motions, rows, basis, stride, rank, panels, grams);
}

/** out (rows x 4) = the moments of a set in the basis, back in full coordinates. */
export function expandMoments(
  moments: usize,
  basis: usize,
  stride: i32,
  rank: i32,
  rows: i32,
  out: usize,
): void {
  const row: usize = (<usize>stride) << 3;
  for (let r = 0; r < rows; r += 4) {
    tile4x4(basis + <usize>r * row, row, 8, moments, 32, rank, out + ((<usize>r) << 5), 32, rows - r, false);
  }
}

/** Rows of [Σ y (x − mean)ᵀ | mean of y] in reduced coordinates; `mean` gets the mean of x. */
export function crossMoments(
  members: usize,
  first: i32,
  last: i32,
  trajectories: usize,
  stride: i32,
  rank: i32,
  rest: usize,
  moments: usize,
  mean: usize,
  importance: usize = 0,
): void {
  let total: f64 = <f64>(last - first);
  if (importance) {
    total = 0;
    for (let m = first; m < last; m++) total += loadF64(importance, loadI32(members, m));
  }
  const equal: f64 = 1 / total;
  let mx: f64 = 0,
    my: f64 = 0,
    mz: f64 = 0;
  for (let m = first; m < last; m++) {
    const i = loadI32(members, m);
    const x = rest + ((<usize>i) << 5);
    const share = importance ? equal * loadF64(importance, i) : equal;
    mx += load<f64>(x) * share;
    my += load<f64>(x, 8) * share;
    mz += load<f64>(x, 16) * share;
  }
  memory.fill(moments, 0, (<usize>rank) << 5);
  for (let m = first; m < last; m++) {
    const i = <usize>loadI32(members, m);
    const x = rest + (i << 5);
    const y = trajectories + ((i * stride) << 3);
    let left = f64x2(load<f64>(x) - mx, load<f64>(x, 8) - my);
    let right = f64x2(load<f64>(x, 16) - mz, equal);
    if (importance) {
      const own = f64x2.splat(loadF64(importance, <i32>i));
      left = f64x2.mul(left, own);
      right = f64x2.mul(right, own);
    }
    for (let r: usize = 0; r < <usize>rank; r++) {
      const at = moments + (r << 5);
      const s = v128.load64_splat(y + (r << 3));
      v128.store(at, f64x2.add(v128.load(at), f64x2.mul(s, left)));
      v128.store(at, f64x2.add(v128.load(at, 16), f64x2.mul(s, right)), 16);
    }
  }
  store<f64>(mean, mx);
  store<f64>(mean, my, 8);
  store<f64>(mean, mz, 16);
}

/** Rows of [M | mean of y] of each frame become [R | t], times the frame's scale. */
function turnFrames(motion: usize, frames: i32, scales: usize, mean: usize, scratch: usize): void {
  const mx = load<f64>(mean),
    my = load<f64>(mean, 8),
    mz = load<f64>(mean, 16);
  let before: usize = 0;
  for (let k = 0; k < frames; k++) {
    const at = motion + <usize>k * 96;
    let size: f64 = 0;
    for (let a: usize = 0; a < 96; a += 32) {
      for (let c: usize = 0; c < 24; c += 8) size = max(size, Math.abs(load<f64>(at + a + c)));
    }
    const nudge = 1e-7 * size + 1e-300;
    for (let a: usize = 0; a < 96; a += 32) {
      for (let c: usize = 0; c < 24; c += 8) {
        const old: f64 = before === 0 ? (a === c * 4 ? 1 : 0) : load<f64>(before + a + c);
        store<f64>(at + a + c, load<f64>(at + a + c) + nudge * old);
      }
    }
    nearestRotation(at, 32, at, 32, scratch);
    if (scales) {
      const scale = loadF64(scales, k);
      for (let a: usize = 0; a < 96; a += 32) {
        for (let c: usize = 0; c < 24; c += 8) store<f64>(at + a + c, scale * load<f64>(at + a + c));
      }
    }
    for (let a: usize = 0; a < 96; a += 32) {
      const turned = load<f64>(at + a) * mx + load<f64>(at + a, 8) * my + load<f64>(at + a, 16) * mz;
      store<f64>(at + a, load<f64>(at + a, 24) - turned, 24);
    }
    before = at;
  }
}

function reduceBone(
  j: i32,
  motions: usize,
  rows: i32,
  basis: usize,
  stride: i32,
  rank: i32,
  panels: usize,
  grams: usize,
): void {
  const motion = motions + ((<usize>j * rows) << 5);
  const panel = panels + ((<usize>j * rank) << 5);
  const gram = grams + ((<usize>j) << 7);
  tile4x4(motion, 8, 32, motion, 32, rows, gram, 32, 4, false);
  for (let r = 0; r < rank; r += 4) {
    tile4x4(
      basis + ((<usize>r) << 3),
      8,
      (<usize>stride) << 3,
      motion,
      32,
      rows,
      panel + ((<usize>r) << 5),
      32,
      rank - r,
      false,
    );
  }
}
