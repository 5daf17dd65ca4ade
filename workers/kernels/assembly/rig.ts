// A finished rig (f32, as it is delivered) against the frames of its sequence. `entries` of vertex i are
// offsets[i] .. offsets[i + 1] of `bones` (u16) and `values` (f32); motion[(k·boneCount + j)·12] is f32, row-major 3x4.

import { Optional } from "./memory";

/** Σ w·M of the entries [first, last) in f64: three rows of four. `motion` is that of one frame. */
// @ts-ignore: decorator
@inline
export function blend(motion: usize, bones: usize, values: usize, first: i32, last: i32, out: usize): void {
  let a0 = f64x2.splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0;
  for (let e = first; e < last; e++) {
    const w = f64x2.splat(<f64>load<f32>(values + (<usize>e << 2)));
    const m = motion + <usize>load<u16>(bones + (<usize>e << 1)) * 48;
    a0 = f64x2.add(a0, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m))));
    a1 = f64x2.add(a1, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 8))));
    b0 = f64x2.add(b0, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 16))));
    b1 = f64x2.add(b1, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 24))));
    c0 = f64x2.add(c0, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 32))));
    c1 = f64x2.add(c1, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 40))));
  }
  v128.store(out, a0); v128.store(out, a1, 16);
  v128.store(out, b0, 32); v128.store(out, b1, 48);
  v128.store(out, c0, 64); v128.store(out, c1, 80);
}

/** One row of a blended matrix on (x, y, z, 1). */
// @ts-ignore: decorator
@inline
export function apply(row: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(row) * x + load<f64>(row, 8) * y + load<f64>(row, 16) * z + load<f64>(row, 24);
}

/**
 * Distances between a stage of the sequence and its rig. Items are vertices of the stage, `block` a block;
 * `offsets` and `rest` (f32) begin at the stage. Squared distances are summed per vertex (vertexSums, from the
 * stage on) and per block and frame (blockSums[(firstBlock + block)·frames + k]); per block the largest and the sum
 * of squared changes of the error from frame to frame go to blockExtra, two numbers a block. `scratch` has room for
 * 12 + 3·block numbers a slot.
 */
export function rigErrors(
  begin: i32, end: i32, slot: i32,
  staged: usize, count: i32, frames: i32, block: i32, firstBlock: i32,
  rest: usize, offsets: usize, bones: usize, values: usize, motion: usize, boneCount: i32,
  vertexSums: usize, blockSums: usize, blockExtra: usize, scratch: usize,
): void {
  const matrix = scratch + (<usize>slot * (12 + 3 * block) << 3);
  const before = matrix + 96;
  const number = firstBlock + begin / block;
  const sums = blockSums + ((<usize>number * frames) << 3);
  let most: f64 = 0, jitter: f64 = 0;
  for (let i = begin; i < end; i++) store<f64>(vertexSums + (<usize>i << 3), 0);
  for (let k = 0; k < frames; k++) {
    const frameMotion = motion + <usize>k * boneCount * 48;
    let target = staged + (<usize>k * count + begin) * 12;
    let last = before;
    let sum: f64 = 0;
    for (let i = begin; i < end; i++) {
      const entry = offsets + (<usize>i << 2);
      blend(frameMotion, bones, values, load<i32>(entry), load<i32>(entry, 4), matrix);
      const at = rest + <usize>i * 12;
      const x = <f64>load<f32>(at), y = <f64>load<f32>(at, 4), z = <f64>load<f32>(at, 8);
      const dx = apply(matrix, x, y, z) - <f64>load<f32>(target);
      const dy = apply(matrix + 32, x, y, z) - <f64>load<f32>(target, 4);
      const dz = apply(matrix + 64, x, y, z) - <f64>load<f32>(target, 8);
      const square = dx * dx + dy * dy + dz * dz;
      sum += square;
      most = max(most, square);
      const total = vertexSums + (<usize>i << 3);
      store<f64>(total, load<f64>(total) + square);
      if (k > 0) {
        const jx = dx - load<f64>(last), jy = dy - load<f64>(last, 8), jz = dz - load<f64>(last, 16);
        jitter += jx * jx + jy * jy + jz * jz;
      }
      store<f64>(last, dx);
      store<f64>(last, dy, 8);
      store<f64>(last, dz, 16);
      last += 24;
      target += 12;
    }
    store<f64>(sums + (<usize>k << 3), sum);
  }
  store<f64>(blockExtra + (<usize>number << 4), most);
  store<f64>(blockExtra + (<usize>number << 4), jitter, 8);
}

/**
 * One step of each rest position (f32, in place) to its least-squares optimum, the rig held (Kavan et al. 2010, as
 * Le & Deng 2014 use it at the end of algorithm 3): with M the blended 3x3 and e the error of a frame,
 * (Σ MᵀM) d = Σ Mᵀe. A step that does not lower the error, rounding included, is not taken. `least` is the smallest
 * pivot, as a share of the largest diagonal, of a system that counts as solvable. `counts` is the root of how much
 * each frame counts, or 0 where all count alike. Items are vertices of the stage.
 * `scratch` has room for 12 numbers a slot.
 */
export function restSteps(
  begin: i32, end: i32, slot: i32,
  staged: usize, count: i32, frames: i32,
  rest: usize, offsets: usize, bones: usize, values: usize, motion: usize, boneCount: i32,
  least: f64, scratch: usize, counts: Optional,
): void {
  const m = scratch + <usize>slot * 96;
  for (let i = begin; i < end; i++) {
    const entry = offsets + (<usize>i << 2);
    const first = load<i32>(entry), last = load<i32>(entry, 4);
    const at = rest + <usize>i * 12;
    const x = <f64>load<f32>(at), y = <f64>load<f32>(at, 4), z = <f64>load<f32>(at, 8);
    let a00: f64 = 0, a01: f64 = 0, a02: f64 = 0, a11: f64 = 0, a12: f64 = 0, a22: f64 = 0;
    let g0: f64 = 0, g1: f64 = 0, g2: f64 = 0;
    for (let k = 0; k < frames; k++) {
      blend(motion + <usize>k * boneCount * 48, bones, values, first, last, m);
      const target = staged + (<usize>k * count + i) * 12;
      for (let r: usize = 0; r < 3; r++) {
        const row = m + (r << 5);
        let e = <f64>load<f32>(target + (r << 2)) - apply(row, x, y, z);
        let p = load<f64>(row), q = load<f64>(row, 8), s = load<f64>(row, 16);
        if (counts) {
          const root = load<f64>(counts + (<usize>k << 3));
          e *= root; p *= root; q *= root; s *= root;
        }
        a00 += p * p; a01 += p * q; a02 += p * s; a11 += q * q; a12 += q * s; a22 += s * s;
        g0 += p * e; g1 += q * e; g2 += s * e;
      }
    }
    const floor = least * max(a00, max(a11, a22));
    if (!(a00 > floor)) continue;
    const l1 = a01 / a00, l2 = a02 / a00;
    const d1 = a11 - l1 * a01;
    if (!(d1 > floor)) continue;
    const l3 = (a12 - l2 * a01) / d1;
    const d2 = a22 - l2 * a02 - l3 * l3 * d1;
    if (!(d2 > floor)) continue;
    const h1 = g1 - l1 * g0, h2 = g2 - l2 * g0 - l3 * h1;
    const w = h2 / d2;
    const v = h1 / d1 - l3 * w;
    const u = g0 / a00 - l1 * v - l2 * w;
    const nx = <f32>(x + u), ny = <f32>(y + v), nz = <f32>(z + w);
    const dx = <f64>nx - x, dy = <f64>ny - y, dz = <f64>nz - z;
    const curve = a00 * dx * dx + a11 * dy * dy + a22 * dz * dz
      + 2 * (a01 * dx * dy + a02 * dx * dz + a12 * dy * dz);
    if (!(2 * (g0 * dx + g1 * dy + g2 * dz) > curve)) continue;
    store<f32>(at, nx);
    store<f32>(at, ny, 4);
    store<f32>(at, nz, 8);
  }
}

/** Vector product of two (x, y, z, ·). */
// @ts-ignore: decorator
@inline
function cross(a: v128, b: v128): v128 {
  const a1 = v128.shuffle<f32>(a, a, 1, 2, 0, 3), b1 = v128.shuffle<f32>(b, b, 1, 2, 0, 3);
  const c = f32x4.sub(f32x4.mul(a, b1), f32x4.mul(a1, b));
  return v128.shuffle<f32>(c, c, 1, 2, 0, 3);
}

// @ts-ignore: decorator
@inline
function addTo(at: usize, v: v128): void {
  v128.store(at, f32x4.add(v128.load(at), v));
}

/** Area-weighted normals of positions (four f32 a vertex), not of unit length. */
function vertexNormals(positions: usize, normals: usize, vertices: i32, triangles: usize, count: i32): void {
  memory.fill(normals, 0, <usize>vertices << 4);
  for (let t = 0; t < count; t++) {
    const corner = triangles + <usize>t * 12;
    const i = <usize>load<u32>(corner) << 4, j = <usize>load<u32>(corner, 4) << 4, k = <usize>load<u32>(corner, 8) << 4;
    const p = v128.load(positions + i);
    const n = cross(f32x4.sub(v128.load(positions + j), p), f32x4.sub(v128.load(positions + k), p));
    addTo(normals + i, n);
    addTo(normals + j, n);
    addTo(normals + k, n);
  }
}

/**
 * Angles between the vertex normals of the sequence and of its rig. Items are frames; `frames` holds those from
 * `firstFrame` on. sums[k] and counts[k] are the sum of the angles (radians) of frame k and how many vertices have a
 * normal in both. Positions are scaled, (position − centre)·scale, to stay clear of the ends of f32. `scratch` has
 * room for 48·vertices + 96 bytes a slot.
 */
export function normalAngles(
  begin: i32, end: i32, slot: i32,
  frames: usize, firstFrame: i32, vertices: i32, triangles: usize, triangleCount: i32,
  rest: usize, offsets: usize, bones: usize, values: usize, motion: usize, boneCount: i32,
  cx: f64, cy: f64, cz: f64, scale: f64, sums: usize, counts: usize, scratch: usize,
): void {
  const matrix = scratch + <usize>slot * (48 * <usize>vertices + 96);
  const positions = matrix + 96;
  const source = positions + (<usize>vertices << 4);
  const rig = source + (<usize>vertices << 4);
  for (let item = begin; item < end; item++) {
    const frame = frames + <usize>item * vertices * 12;
    const k = firstFrame + item;
    for (let i = 0; i < vertices; i++) {
      const at = frame + <usize>i * 12;
      storePosition(positions + (<usize>i << 4),
        (<f64>load<f32>(at) - cx) * scale, (<f64>load<f32>(at, 4) - cy) * scale, (<f64>load<f32>(at, 8) - cz) * scale);
    }
    vertexNormals(positions, source, vertices, triangles, triangleCount);
    for (let i = 0; i < vertices; i++) {
      const entry = offsets + (<usize>i << 2);
      blend(motion + <usize>k * boneCount * 48, bones, values, load<i32>(entry), load<i32>(entry, 4), matrix);
      const at = rest + <usize>i * 12;
      const x = <f64>load<f32>(at), y = <f64>load<f32>(at, 4), z = <f64>load<f32>(at, 8);
      storePosition(positions + (<usize>i << 4),
        (apply(matrix, x, y, z) - cx) * scale,
        (apply(matrix + 32, x, y, z) - cy) * scale,
        (apply(matrix + 64, x, y, z) - cz) * scale);
    }
    vertexNormals(positions, rig, vertices, triangles, triangleCount);
    let sum: f64 = 0;
    let count = 0;
    for (let i = 0; i < vertices; i++) {
      const a = v128.load(source + (<usize>i << 4)), b = v128.load(rig + (<usize>i << 4));
      const aa = dot3(a, a), bb = dot3(b, b);
      if (!(aa > 0 && bb > 0)) continue;
      const c = cross(a, b);
      sum += Math.atan2(Math.sqrt(dot3(c, c)), dot3(a, b));
      count++;
    }
    store<f64>(sums + (<usize>k << 3), sum);
    store<f64>(counts + (<usize>k << 3), <f64>count);
  }
}

// @ts-ignore: decorator
@inline
function storePosition(at: usize, x: f64, y: f64, z: f64): void {
  store<f32>(at, <f32>x);
  store<f32>(at, <f32>y, 4);
  store<f32>(at, <f32>z, 8);
  store<f32>(at, 0, 12);
}

// @ts-ignore: decorator
@inline
function dot3(a: v128, b: v128): f64 {
  return <f64>f32x4.extract_lane(a, 0) * <f64>f32x4.extract_lane(b, 0)
    + <f64>f32x4.extract_lane(a, 1) * <f64>f32x4.extract_lane(b, 1)
    + <f64>f32x4.extract_lane(a, 2) * <f64>f32x4.extract_lane(b, 2);
}
