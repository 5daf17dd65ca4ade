// Mean shift over points in f32, rows of `width` numbers (a multiple of 4) in ascending order of their first number.

import { loadI32, storeI32 } from "../memory";

/** Squared distance of two points, or a part of it if that is above `most` already. @inline */
function squaredDistance(a: usize, b: usize, bytes: usize, most: f32): f32 {
  // The first axes have most of the spread, so points that are far apart already differ along these.
  let sum = square(a, b);
  if (bytes > 16) sum = f32x4.add(sum, square(a + 16, b + 16));
  let total = across(sum);
  if (bytes <= 32 || total > most) return total;
  for (let at: usize = 32; at < bytes; at += 16) sum = f32x4.add(sum, square(a + at, b + at));
  total = across(sum);
  return total;
}

/** @inline */
function square(a: usize, b: usize): v128 {
  const d = f32x4.sub(v128.load(a), v128.load(b));
  return f32x4.mul(d, d);
}

/** @inline */
function across(v: v128): f32 {
  return (
    f32x4.extract_lane(v, 0) +
    f32x4.extract_lane(v, 1) +
    (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
  );
}

/** The first point whose first number is not below x. */
function firstFrom(points: usize, count: i32, bytes: usize, x: f32): i32 {
  let low = 0,
    high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f32>(points + <usize>middle * bytes) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The scratch numbers that `meanShift` needs on each thread. */
export function meanShiftScratch(width: i32): i32 {
  return width >> 1;
}

/**
 * One step of mean shift with Epanechnikov's kernel. Items are positions, in place: each moves to the mean of the
 * points within `bandwidth` of it, or stays if there are none. densities[item] (i32) is the number of these points,
 * negative if the position stayed.
 */
export function meanShift(
  begin: i32,
  end: i32,
  slot: i32,
  points: usize,
  count: i32,
  width: i32,
  bandwidth: f32,
  positions: usize,
  densities: usize,
  scratch: usize,
): void {
  const bytes = (<usize>width) << 2;
  const sums = scratch + <usize>slot * bytes;
  const most = bandwidth * bandwidth;
  for (let item = begin; item < end; item++) {
    const x = positions + <usize>item * bytes;
    memory.fill(sums, 0, bytes);
    let inside = 0;
    const middle = load<f32>(x);
    for (let n = firstFrom(points, count, bytes, middle - bandwidth); n < count; n++) {
      const p = points + <usize>n * bytes;
      if (load<f32>(p) > middle + bandwidth) break;
      if (squaredDistance(x, p, bytes, most) > most) continue;
      inside++;
      for (let at: usize = 0; at < bytes; at += 16) {
        v128.store(sums + at, f32x4.add(v128.load(sums + at), v128.load(p + at)));
      }
    }
    let stays = true;
    if (inside > 0) {
      const share = f32x4.splat(<f32>1 / <f32>inside);
      for (let at: usize = 0; at < bytes; at += 16) {
        v128.store(sums + at, f32x4.mul(v128.load(sums + at), share));
      }
      stays = squaredDistance(x, sums, bytes, most) <= <f32>1e-10 * most;
      memory.copy(x, sums, bytes);
    }
    storeI32(densities, item, stays ? -inside : inside);
  }
}

/**
 * Gives positions within `reach` of each other one label. In the given order, each joins the first earlier one that is
 * near enough. Returns the number of labels; `chosen` lists their first positions.
 */
export function mergeModes(
  order: usize,
  positions: usize,
  count: i32,
  width: i32,
  reach: f32,
  labels: usize,
  chosen: usize,
): i32 {
  const bytes = (<usize>width) << 2;
  const most = reach * reach;
  let found = 0;
  for (let n = 0; n < count; n++) {
    const item = loadI32(order, n);
    const x = positions + <usize>item * bytes;
    let label = 0;
    for (; label < found; label++) {
      const other = positions + <usize>loadI32(chosen, label) * bytes;
      if (squaredDistance(x, other, bytes, most) <= most) break;
    }
    if (label === found) {
      storeI32(chosen, found, item);
      found++;
    }
    storeI32(labels, item, label);
  }
  return found;
}
