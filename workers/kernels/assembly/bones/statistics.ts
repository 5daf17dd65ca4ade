import { loadF64, loadI32, Optional, storeF64, storeI32 } from "../memory";

/**
 * Lists each bone's vertices: members[offsets[j] .. offsets[j + 1]] are entries i·slots + s of the slot arrays, in
 * order of vertices. One call, not parallel.
 */
export function listMembers(
  vertices: i32,
  slots: i32,
  ids: usize,
  bones: i32,
  offsets: usize,
  members: usize,
): void {
  for (let j = 0; j <= bones; j++) storeI32(offsets, j, 0);
  const entries = vertices * slots;
  for (let e = 0; e < entries; e++) {
    const j = loadI32(ids, e);
    if (j < 0) continue;
    const at = offsets + ((<usize>(j + 1)) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  for (let j = 0; j < bones; j++) {
    const at = offsets + ((<usize>j) << 2);
    store<i32>(at, load<i32>(at) + load<i32>(at, 4), 4);
  }
  const total = loadI32(offsets, bones);
  // Filling from the back turns the end of each bone's list, at offsets[j + 1], into its start.
  for (let e = entries - 1; e >= 0; e--) {
    const j = loadI32(ids, e);
    if (j < 0) continue;
    const at = offsets + ((<usize>(j + 1)) << 2);
    const place = load<i32>(at) - 1;
    store<i32>(at, place);
    storeI32(members, place, e);
  }
  memory.copy(offsets, offsets + 4, (<usize>bones) << 2);
  storeI32(offsets, bones, total);
}

/** The scratch numbers that `boneStatistics` needs on each thread. */
export function statisticsScratch(h: i32, stride: i32): i32 {
  return 4 * stride + 10 * h + 8;
}

/**
 * Sums over all vertices for the bones phase. Items are bones. Bone j writes N_jk = N_kj = Σ_i w_ij w_ik v vᵀ for k ≤ j
 * to `normal` (4h by 4h), and C_j = Σ_i w_ij y vᵀ to columns 4j .. 4j + 3 of `cross` (rank rows of
 * 4h). Each vertex is multiplied by its importance (V numbers, or 0). The sums run over a bone's vertices in order, so
 * the bits do not depend on threads.
 */
export function boneStatistics(
  begin: i32,
  end: i32,
  slot: i32,
  offsets: usize,
  members: usize,
  slots: i32,
  ids: usize,
  values: usize,
  rest: usize,
  trajectories: usize,
  stride: i32,
  rank: i32,
  h: i32,
  normal: usize,
  cross: usize,
  scratch: usize,
  scratchBytes: i32,
  importance: Optional,
): void {
  const sums = scratch + <usize>slot * <usize>scratchBytes;
  const pairs = sums + ((<usize>(4 * stride)) << 3);
  for (let j = begin; j < end; j++) {
    const first = loadI32(offsets, j);
    const last = loadI32(offsets, j + 1);
    memory.fill(sums, 0, (<usize>(4 * stride + 10 * h)) << 3);
    for (let e = first; e < last; e++) {
      const entry = loadI32(members, e);
      addPairs(j, entry, slots, ids, values, importance, rest + ((<usize>(entry / slots)) << 5), pairs);
    }
    writePairs(j, h, pairs, normal);
    sumTrajectories(first, last, members, slots, values, importance, rest, trajectories, stride, sums);
    for (let row = 0; row < rank; row++) {
      const to = cross + ((<usize>(row * 4 * h + 4 * j)) << 3);
      for (let c = 0; c < 4; c++) {
        storeF64(to, c, loadF64(sums, c * stride + row));
      }
    }
  }
}

/** A weight times the importance of its vertex. @inline */
function weightOf(entry: i32, slots: i32, values: usize, importance: usize): f64 {
  const w = loadF64(values, entry);
  return importance ? w * loadF64(importance, entry / slots) : w;
}

/** Adds the products of bone j with itself and the bones before it. The others are the mirror of these. */
function addPairs(
  j: i32,
  entry: i32,
  slots: i32,
  ids: usize,
  values: usize,
  importance: usize,
  v: usize,
  pairs: usize,
): void {
  const own = weightOf(entry, slots, values, importance);
  const x = load<f64>(v);
  const y = load<f64>(v, 8);
  const z = load<f64>(v, 16);
  const xy = v128.load(v);
  const yz = v128.load(v, 8);
  const z1 = f64x2.replace_lane(f64x2.splat(1), 0, z);
  const oneZ = f64x2.replace_lane(f64x2.splat(1), 1, z);
  const begin = entry - (entry % slots);
  for (let s = begin; s < begin + slots; s++) {
    const k = loadI32(ids, s);
    if (k < 0) break;
    if (k > j) continue;
    const w = own * loadF64(values, s);
    const to = pairs + <usize>(80 * k);
    const wx = f64x2.splat(w * x);
    const wy = f64x2.splat(w * y);
    const wz = f64x2.splat(w * z);
    // xx xy, xz x, yy yz, y zz, z 1.
    add(to, f64x2.mul(wx, xy));
    add(to + 16, f64x2.mul(wx, z1));
    add(to + 32, f64x2.mul(wy, yz));
    add(to + 48, f64x2.mul(v128.shuffle<f64>(wy, wz, 0, 2), oneZ));
    add(to + 64, f64x2.replace_lane(wz, 1, w));
  }
}

/** Adds two numbers to those at an address. @inline */
function add(to: usize, numbers: v128): void {
  v128.store(to, f64x2.add(v128.load(to), numbers));
}

function writePairs(j: i32, h: i32, pairs: usize, normal: usize): void {
  for (let k = 0; k <= j; k++) {
    writeSymmetric(pairs + <usize>(80 * k), normal, 4 * h, 4 * j, 4 * k);
    writeSymmetric(pairs + <usize>(80 * k), normal, 4 * h, 4 * k, 4 * j);
  }
}

/** Writes a symmetric 4x4 block, whose upper triangle is given, to a row and column of a matrix. */
function writeSymmetric(from: usize, to: usize, width: i32, row: i32, column: i32): void {
  for (let a = 0; a < 4; a++) {
    for (let c = a; c < 4; c++) {
      const x = load<f64>(from);
      storeF64(to, (row + a) * width + column + c, x);
      storeF64(to, (row + c) * width + column + a, x);
      from += 8;
    }
  }
}

/** sums[c·stride + row] += w · v_c · y_row, four vertices at a time. */
function sumTrajectories(
  first: i32,
  last: i32,
  members: usize,
  slots: i32,
  values: usize,
  importance: usize,
  rest: usize,
  trajectories: usize,
  stride: i32,
  sums: usize,
): void {
  const bytes = (<usize>stride) << 3;
  for (let e = first; e < last; e += 4) {
    const entry0 = loadI32(members, e);
    const entry1 = loadI32(members, min(e + 1, last - 1));
    const entry2 = loadI32(members, min(e + 2, last - 1));
    const entry3 = loadI32(members, min(e + 3, last - 1));
    const w0 = weightOf(entry0, slots, values, importance);
    const w1 = e + 1 < last ? weightOf(entry1, slots, values, importance) : 0.0;
    const w2 = e + 2 < last ? weightOf(entry2, slots, values, importance) : 0.0;
    const w3 = e + 3 < last ? weightOf(entry3, slots, values, importance) : 0.0;
    const v0 = rest + ((<usize>(entry0 / slots)) << 5);
    const v1 = rest + ((<usize>(entry1 / slots)) << 5);
    const v2 = rest + ((<usize>(entry2 / slots)) << 5);
    const v3 = rest + ((<usize>(entry3 / slots)) << 5);
    const y0 = trajectories + <usize>(entry0 / slots) * bytes;
    const y1 = trajectories + <usize>(entry1 / slots) * bytes;
    const y2 = trajectories + <usize>(entry2 / slots) * bytes;
    const y3 = trajectories + <usize>(entry3 / slots) * bytes;
    for (let half: usize = 0; half < 32; half += 16) {
      const x0 = f64x2.mul(f64x2.splat(w0), v128.load(v0 + half));
      const x1 = f64x2.mul(f64x2.splat(w1), v128.load(v1 + half));
      const x2 = f64x2.mul(f64x2.splat(w2), v128.load(v2 + half));
      const x3 = f64x2.mul(f64x2.splat(w3), v128.load(v3 + half));
      const a0 = v128.shuffle<f64>(x0, x0, 0, 0);
      const b0 = v128.shuffle<f64>(x0, x0, 1, 1);
      const a1 = v128.shuffle<f64>(x1, x1, 0, 0);
      const b1 = v128.shuffle<f64>(x1, x1, 1, 1);
      const a2 = v128.shuffle<f64>(x2, x2, 0, 0);
      const b2 = v128.shuffle<f64>(x2, x2, 1, 1);
      const a3 = v128.shuffle<f64>(x3, x3, 0, 0);
      const b3 = v128.shuffle<f64>(x3, x3, 1, 1);
      const to0 = sums + (half >> 3) * bytes;
      const to1 = to0 + bytes;
      for (let k: usize = 0; k < bytes; k += 16) {
        const p = v128.load(y0 + k);
        const q = v128.load(y1 + k);
        const r = v128.load(y2 + k);
        const s = v128.load(y3 + k);
        let t = f64x2.add(v128.load(to0 + k), f64x2.add(f64x2.mul(a0, p), f64x2.mul(a1, q)));
        v128.store(to0 + k, f64x2.add(t, f64x2.add(f64x2.mul(a2, r), f64x2.mul(a3, s))));
        t = f64x2.add(v128.load(to1 + k), f64x2.add(f64x2.mul(b0, p), f64x2.mul(b1, q)));
        v128.store(to1 + k, f64x2.add(t, f64x2.add(f64x2.mul(b2, r), f64x2.mul(b3, s))));
      }
    }
  }
}
