// Mean shift over points in f32, rows of `width` numbers (a multiple of 4) in ascending order of their first number.

/** Squared distance of two points, or anything above `most` where it is above that. */
// @ts-ignore: decorator
@inline
function squaredDistance(a: usize, b: usize, bytes: usize, most: f32): f32 {
  let sum: f32 = 0;
  for (let at: usize = 0; at < bytes; at += 16) {
    const d = f32x4.sub(v128.load(a + at), v128.load(b + at));
    const s = f32x4.mul(d, d);
    sum += (f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1)) + (f32x4.extract_lane(s, 2) + f32x4.extract_lane(s, 3));
    if (sum > most) break;
  }
  return sum;
}

/** The first of the points whose first number is not below x. */
function firstFrom(points: usize, count: i32, bytes: usize, x: f32): i32 {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f32>(points + <usize>middle * bytes) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Items are points, each of which climbs to its mode: to the mean of the points within `bandwidth` (the mean shift of
 * Epanechnikov's kernel), until these are the same. modes[item] is where it ends and densities[item] (i32) how many
 * points are within the bandwidth there. `scratch` has room for 2·width numbers a slot.
 */
export function meanShift(
  begin: i32, end: i32, slot: i32,
  points: usize, count: i32, width: i32, bandwidth: f32, steps: i32, modes: usize, densities: usize, scratch: usize,
): void {
  const bytes = <usize>width << 2;
  const sums = scratch + <usize>slot * 2 * bytes;
  const most = bandwidth * bandwidth;
  for (let item = begin; item < end; item++) {
    const x = modes + <usize>item * bytes;
    memory.copy(x, points + <usize>item * bytes, bytes);
    let inside = 0;
    for (let step = 0; step < steps; step++) {
      memory.fill(sums, 0, bytes);
      inside = 0;
      const middle = load<f32>(x);
      const first = firstFrom(points, count, bytes, middle - bandwidth);
      for (let n = first; n < count; n++) {
        const p = points + <usize>n * bytes;
        if (load<f32>(p) > middle + bandwidth) break;
        if (squaredDistance(x, p, bytes, most) > most) continue;
        inside++;
        for (let at: usize = 0; at < bytes; at += 16) {
          v128.store(sums + at, f32x4.add(v128.load(sums + at), v128.load(p + at)));
        }
      }
      if (inside == 0) break;
      const share = f32x4.splat(<f32>1 / <f32>inside);
      for (let at: usize = 0; at < bytes; at += 16) {
        v128.store(sums + at, f32x4.mul(v128.load(sums + at), share));
      }
      const moved = squaredDistance(x, sums, bytes, most);
      memory.copy(x, sums, bytes);
      if (moved <= <f32>1e-10 * most) break;
    }
    store<i32>(densities + (<usize>item << 2), inside);
  }
}

/**
 * Gives points whose modes are within `reach` of each other one label: modes are taken in the given order, and each
 * goes to the first before it that is near enough. Returns how many labels there are; `chosen` lists their points.
 */
export function mergeModes(
  order: usize, modes: usize, count: i32, width: i32, reach: f32, labels: usize, chosen: usize,
): i32 {
  const bytes = <usize>width << 2;
  const most = reach * reach;
  let found = 0;
  for (let n = 0; n < count; n++) {
    const item = load<i32>(order + (<usize>n << 2));
    const x = modes + <usize>item * bytes;
    let label = 0;
    for (; label < found; label++) {
      const other = modes + <usize>load<i32>(chosen + (<usize>label << 2)) * bytes;
      if (squaredDistance(x, other, bytes, most) <= most) break;
    }
    if (label == found) {
      store<i32>(chosen + (<usize>found << 2), item);
      found++;
    }
    store<i32>(labels + (<usize>item << 2), label);
  }
  return found;
}
