import { f64At, loadF64, loadI32, Optional } from "../memory";
import { nearestQuaternion, writeRotation } from "../rotations/rotation";
import { crossMoments, expandMoments } from "./clusters";

/** Number of columns that each number is spread over when features are folded. */
const SPREAD = 4;

/** The scratch numbers that `ringMotions` needs on each thread. */
export function ringMotionsScratch(rank: i32, frames: i32): i32 {
  return 4 * rank + 12 * frames + 64;
}

/**
 * The rigid motion of small sets of vertices in every frame (Arun, Huang & Blostein 1987), as features: the quaternion
 * w, x, y, z and (1, s) / |(1, s)| with s the translation (Hopkins 2017, equations 4.24 to 4.29). Items are sets; set n
 * has the vertices members[offsets[n] .. offsets[n + 1]] and writes 8·frames numbers to out + n·outStride.
 *
 * `reference` holds a unit quaternion per frame. Of q and −q, the one nearer to it is used. A set that does not
 * determine a rotation (a line, a point) gets the reference rotation. If `folds` is not 0, number f is added to the
 * four columns folds[4f ..] >> 1 of `width`, with the sign of the lowest bit: a sparse random projection (Kane & Nelson
 * 2014).
 */
export function ringMotions(
  begin: i32,
  end: i32,
  slot: i32,
  offsets: usize,
  members: usize,
  trajectories: usize,
  stride: i32,
  rank: i32,
  rest: usize,
  basis: usize,
  frames: i32,
  reference: usize,
  folds: Optional,
  width: i32,
  out: usize,
  outStride: i32,
  scratch: usize,
): void {
  const rows = 3 * frames;
  const moments = f64At(scratch, slot * ringMotionsScratch(rank, frames));
  const motion = moments + ((<usize>rank) << 5);
  const mean = motion + ((<usize>rows) << 5);
  const feature = mean + 24;
  const turned = feature + 64;
  const small = turned + 72;
  for (let n = begin; n < end; n++) {
    const first = loadI32(offsets, n),
      last = load<i32>(offsets + ((<usize>n) << 2), 4);
    crossMoments(members, first, last, trajectories, stride, rank, rest, moments, mean);
    expandMoments(moments, basis, stride, rank, rows, motion);
    const to = out + ((<usize>n * <usize>outStride) << 3);
    if (folds) memory.fill(to, 0, (<usize>width) << 3);
    for (let k = 0; k < frames; k++) {
      writeFeature(motion + <usize>k * 96, mean, reference + ((<usize>k) << 5), feature, turned, small);
      if (folds === 0) {
        memory.copy(to + ((<usize>k) << 6), feature, 64);
        continue;
      }
      for (let c = 0; c < 8; c++) {
        const x = loadF64(feature, c);
        const codes = folds + ((<usize>((8 * k + c) * SPREAD)) << 2);
        for (let e = 0; e < SPREAD; e++) {
          const code = loadI32(codes, e);
          const at = to + ((<usize>(code >> 1)) << 3);
          store<f64>(at, load<f64>(at) + (code & 1 ? -x : x));
        }
      }
    }
  }
}

/** Eight numbers of one frame from its rows of [M | mean of y]. */
function writeFeature(
  at: usize,
  mean: usize,
  reference: usize,
  feature: usize,
  r: usize,
  small: usize,
): void {
  const rw = load<f64>(reference),
    rx = load<f64>(reference, 8),
    ry = load<f64>(reference, 16),
    rz = load<f64>(reference, 24);
  writeRotation(rw, rx, ry, rz, r, 24);
  let size: f64 = 0;
  for (let a: usize = 0; a < 96; a += 32) {
    for (let c: usize = 0; c < 24; c += 8) size = max(size, Math.abs(load<f64>(at + a + c)));
  }
  const nudge = 1e-7 * size + 1e-300;
  for (let a: usize = 0; a < 3; a++) {
    for (let c: usize = 0; c < 3; c++) {
      const m = at + (a << 5) + (c << 3);
      store<f64>(m, load<f64>(m) + nudge * loadF64(r, 3 * a + c));
    }
  }
  const q = nearestQuaternion(at, 32, small);
  let w = load<f64>(q),
    x = load<f64>(q, 32),
    y = load<f64>(q, 64),
    z = load<f64>(q, 96);
  const side: f64 = w * rw + x * rx + y * ry + z * rz < 0 ? -1 : 1;
  w *= side;
  x *= side;
  y *= side;
  z *= side;
  writeRotation(w, x, y, z, r, 24);
  const mx = load<f64>(mean),
    my = load<f64>(mean, 8),
    mz = load<f64>(mean, 16);
  const sx = load<f64>(at, 24) - (load<f64>(r) * mx + load<f64>(r, 8) * my + load<f64>(r, 16) * mz);
  const sy = load<f64>(at, 56) - (load<f64>(r, 24) * mx + load<f64>(r, 32) * my + load<f64>(r, 40) * mz);
  const sz = load<f64>(at, 88) - (load<f64>(r, 48) * mx + load<f64>(r, 56) * my + load<f64>(r, 64) * mz);
  const length = 1 / Math.sqrt(1 + sx * sx + sy * sy + sz * sz);
  store<f64>(feature, w);
  store<f64>(feature, x, 8);
  store<f64>(feature, y, 16);
  store<f64>(feature, z, 24);
  store<f64>(feature, length, 32);
  store<f64>(feature, sx * length, 40);
  store<f64>(feature, sy * length, 48);
  store<f64>(feature, sz * length, 56);
}
