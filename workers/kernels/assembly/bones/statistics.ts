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
 * Sums over all vertices for the bones phase. Items are bones. Bone j writes N_jk = Σ_i w_ij w_ik v vᵀ for every k to
 * rows 4j .. 4j + 3 of `normal` (4h by 4h), and C_j = Σ_i w_ij y vᵀ to columns 4j .. 4j + 3 of `cross` (rank rows of
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
      addPairs(entry, slots, ids, values, importance, rest + ((<usize>(entry / slots)) << 5), pairs);
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

function addPairs(
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
  for (let k = 0; k < h; k++) {
    const from = pairs + <usize>(80 * k);
    let q: usize = 0;
    for (let a = 0; a < 4; a++) {
      for (let c = a; c < 4; c++) {
        const x = load<f64>(from + q);
        storeF64(normal, (4 * j + a) * 4 * h + 4 * k + c, x);
        storeF64(normal, (4 * j + c) * 4 * h + 4 * k + a, x);
        q += 8;
      }
    }
  }
}

/** sums[c·stride + row] += w · v_c · y_row, two vertices at a time. */
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
  for (let e = first; e < last; e += 2) {
    const entry = loadI32(members, e);
    const vertex = entry / slots;
    const w = weightOf(entry, slots, values, importance);
    const v = rest + ((<usize>vertex) << 5);
    const second = e + 1 < last;
    const entry2 = second ? loadI32(members, e + 1) : entry;
    const vertex2 = entry2 / slots;
    const w2 = second ? weightOf(entry2, slots, values, importance) : 0.0;
    const v2 = rest + ((<usize>vertex2) << 5);
    const a0 = f64x2.splat(w * load<f64>(v));
    const a1 = f64x2.splat(w * load<f64>(v, 8));
    const a2 = f64x2.splat(w * load<f64>(v, 16));
    const a3 = f64x2.splat(w);
    const b0 = f64x2.splat(w2 * load<f64>(v2));
    const b1 = f64x2.splat(w2 * load<f64>(v2, 8));
    const b2 = f64x2.splat(w2 * load<f64>(v2, 16));
    const b3 = f64x2.splat(w2);
    const y = trajectories + <usize>vertex * bytes;
    const y2 = trajectories + <usize>vertex2 * bytes;
    for (let k: usize = 0; k < bytes; k += 16) {
      const p = v128.load(y + k);
      const q = v128.load(y2 + k);
      let to = sums + k;
      v128.store(to, f64x2.add(v128.load(to), f64x2.add(f64x2.mul(a0, p), f64x2.mul(b0, q))));
      to += bytes;
      v128.store(to, f64x2.add(v128.load(to), f64x2.add(f64x2.mul(a1, p), f64x2.mul(b1, q))));
      to += bytes;
      v128.store(to, f64x2.add(v128.load(to), f64x2.add(f64x2.mul(a2, p), f64x2.mul(b2, q))));
      to += bytes;
      v128.store(to, f64x2.add(v128.load(to), f64x2.add(f64x2.mul(a3, p), f64x2.mul(b3, q))));
    }
  }
}
