import { NO_BONE, ReduceJob, rowOf } from "./reduce-job";

/** One row of a bone's matrix at four examples, times a point. @inline */
function posed(at: usize, row: usize, x: v128, y: v128, z: v128): v128 {
  const turned = f32x4.add(
    f32x4.mul(v128.load(at), x),
    f32x4.add(f32x4.mul(v128.load(at + row), y), f32x4.mul(v128.load(at + 2 * row), z)),
  );
  return f32x4.add(turned, v128.load(at + 3 * row));
}

/** out = x_ij − y_i: from its targets to where this bone alone moves vertex i. */
export function column(job: ReduceJob, i: usize, bone: u32, out: usize): void {
  const target = rowOf(job, job.targets, i);
  const bytes = (<usize>job.stride) << 2;
  if (bone === NO_BONE) {
    memory.fill(out, 0, bytes);
    return;
  }
  if (job.motion === 0) {
    for (let f: usize = 0; f < bytes; f += 16) v128.store(out + f, f32x4.neg(v128.load(target + f)));
    const own = out + ((<usize>bone) << 2);
    store<f32>(own, load<f32>(own) + 1);
    if (job.points === 0) return;
    const place = out + bytes - 16;
    v128.store(place, f32x4.add(v128.load(place), v128.load(job.points + ((<usize>bone) << 4))));
    return;
  }
  const row = (<usize>job.lanes) << 2;
  const matrix = job.motion + <usize>bone * 12 * row;
  const rest = job.rest + i * 12;
  let x = f32x4.splat(0);
  let y = x;
  let z = x;
  const rests = job.rests === 0 ? 0 : rowOf(job, job.rests, i);
  if (rests === 0) {
    x = v128.load32_splat(rest);
    y = v128.load32_splat(rest, 4);
    z = v128.load32_splat(rest, 8);
  }
  for (let f: usize = 0; f < row; f += 16) {
    if (rests !== 0) {
      x = v128.load(rests + f);
      y = v128.load(rests + row + f);
      z = v128.load(rests + 2 * row + f);
    }
    const at = matrix + f;
    const to = out + f;
    const from = target + f;
    v128.store(to, f32x4.sub(posed(at, row, x, y, z), v128.load(from)));
    v128.store(to + row, f32x4.sub(posed(at + 4 * row, row, x, y, z), v128.load(from + row)));
    v128.store(to + 2 * row, f32x4.sub(posed(at + 8 * row, row, x, y, z), v128.load(from + 2 * row)));
  }
}

/** Σ a·b over `bytes` bytes of f32, a multiple of 16. */
export function dotOf(a: usize, b: usize, bytes: usize): f64 {
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let f: usize = 0;
  for (; f + 32 <= bytes; f += 32) {
    s0 = f32x4.add(s0, f32x4.mul(v128.load(a + f), v128.load(b + f)));
    s1 = f32x4.add(s1, f32x4.mul(v128.load(a + f, 16), v128.load(b + f, 16)));
  }
  if (f < bytes) s0 = f32x4.add(s0, f32x4.mul(v128.load(a + f), v128.load(b + f)));
  const s = f32x4.add(s0, s1);
  return (
    <f64>f32x4.extract_lane(s, 0) +
    <f64>f32x4.extract_lane(s, 1) +
    (<f64>f32x4.extract_lane(s, 2) + <f64>f32x4.extract_lane(s, 3))
  );
}

/** to += share · from, over `bytes` bytes of f32. */
export function addScaled(to: usize, from: usize, share: f32, bytes: usize): void {
  const factor = f32x4.splat(share);
  for (let f: usize = 0; f < bytes; f += 16) {
    v128.store(to + f, f32x4.add(v128.load(to + f), f32x4.mul(factor, v128.load(from + f))));
  }
}

/** The sum of four lanes. @inline */
export function laneSum(s: v128): f32 {
  return (
    f32x4.extract_lane(s, 0) +
    f32x4.extract_lane(s, 1) +
    (f32x4.extract_lane(s, 2) + f32x4.extract_lane(s, 3))
  );
}
