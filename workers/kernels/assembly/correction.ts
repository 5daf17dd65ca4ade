// A correction of rank r of what a rig leaves (EigenSkin): residuals of a stage of the sequence, seen from the rest
// pose, and the two halves of alternating least squares. Entries, motion and rest are those of rig.ts, in f32.
import { cholesky, choleskySolve } from "./cholesky";
import { apply, blend } from "./rig";

/** Numbers a frame of what `gather` writes: the metric by its upper triangle, the gradient, one unused. */
const PER_FRAME: i32 = 10;
/** A pivot of MᵀM below this share of its mean diagonal is lifted to it: a blend that flattens space has no inverse. */
const LEAST_PIVOT: f64 = 0.01;

/**
 * For each frame of vertex i, with M the blended 3x3 and e the error of the rig: MᵀM and Mᵀe in the posed metric, or
 * the identity and M⁻¹e in that of the rest pose. `first` and `last` bound the entries. energies(k·energyBytes) +=
 * the squared length of what is to be explained.
 */
function gather(
  i: i32, staged: usize, count: i32, frames: i32,
  rest: usize, offsets: usize, bones: usize, values: usize, motion: usize, boneCount: i32,
  posed: i32, m: usize, out: usize, energies: usize, energyBytes: usize,
): void {
  const entry = offsets + (<usize>i << 2);
  const first = load<i32>(entry), last = load<i32>(entry, 4);
  const at = rest + <usize>i * 12;
  const x = <f64>load<f32>(at), y = <f64>load<f32>(at, 4), z = <f64>load<f32>(at, 8);
  for (let k = 0; k < frames; k++) {
    blend(motion + <usize>k * boneCount * 48, bones, values, first, last, m);
    const target = staged + (<usize>k * count + i) * 12;
    const e0 = <f64>load<f32>(target) - apply(m, x, y, z);
    const e1 = <f64>load<f32>(target, 4) - apply(m + 32, x, y, z);
    const e2 = <f64>load<f32>(target, 8) - apply(m + 64, x, y, z);
    const a = load<f64>(m), b = load<f64>(m, 8), c = load<f64>(m, 16);
    const d = load<f64>(m, 32), e = load<f64>(m, 40), f = load<f64>(m, 48);
    const g = load<f64>(m, 64), h = load<f64>(m, 72), l = load<f64>(m, 80);
    const q00 = a * a + d * d + g * g, q01 = a * b + d * e + g * h, q02 = a * c + d * f + g * l;
    const q11 = b * b + e * e + h * h, q12 = b * c + e * f + h * l, q22 = c * c + f * f + l * l;
    const g0 = a * e0 + d * e1 + g * e2, g1 = b * e0 + e * e1 + h * e2, g2 = c * e0 + f * e1 + l * e2;
    let energy = e0 * e0 + e1 * e1 + e2 * e2;
    if (posed) {
      store<f64>(out, q00); store<f64>(out, q01, 8); store<f64>(out, q02, 16);
      store<f64>(out, q11, 24); store<f64>(out, q12, 32); store<f64>(out, q22, 40);
      store<f64>(out, g0, 48); store<f64>(out, g1, 56); store<f64>(out, g2, 64);
    } else {
      const floor = max((LEAST_PIVOT / 3) * (q00 + q11 + q22), 1e-300);
      const p0 = max(q00, floor);
      const l1 = q01 / p0, l2 = q02 / p0;
      const p1 = max(q11 - l1 * q01, floor);
      const l3 = (q12 - l2 * q01) / p1;
      const p2 = max(q22 - l2 * q02 - l3 * l3 * p1, floor);
      const h1 = g1 - l1 * g0, h2 = g2 - l2 * g0 - l3 * h1;
      const d2 = h2 / p2;
      const d1 = h1 / p1 - l3 * d2;
      const d0 = g0 / p0 - l1 * d1 - l2 * d2;
      energy = d0 * d0 + d1 * d1 + d2 * d2;
      store<f64>(out, 1); store<f64>(out, 0, 8); store<f64>(out, 0, 16);
      store<f64>(out, 1, 24); store<f64>(out, 0, 32); store<f64>(out, 1, 40);
      store<f64>(out, d0, 48); store<f64>(out, d1, 56); store<f64>(out, d2, 64);
    }
    store<f64>(out, 0, 72);
    store<f64>(energies, load<f64>(energies) + energy);
    energies += energyBytes;
    out += PER_FRAME << 3;
  }
}

/** out (width) += f · row (width), an even number of them. */
// @ts-ignore: decorator
@inline
function addScaled(out: usize, row: usize, f: f64, width: i32): void {
  const s = f64x2.splat(f);
  const bytes = <usize>width << 3;
  for (let c: usize = 0; c < bytes; c += 16) {
    v128.store(out + c, f64x2.add(v128.load(out + c), f64x2.mul(s, v128.load(row + c))));
  }
}

/** Numbers of scratch a slot that `correctionSketch` takes. */
export function sketchScratch(frames: i32, width: i32): i32 {
  return 12 + PER_FRAME * frames + 3 * width;
}

/**
 * sums[block] (frames x (width + 2)) = D Dᵀ Q over a block of vertices, and the energy of each frame behind it: D the
 * residuals seen from the rest pose, frames by 3V, and q (frames x width) orthonormal. `width` is even.
 */
export function correctionSketch(
  begin: i32, end: i32, slot: i32,
  staged: usize, count: i32, frames: i32, block: i32,
  rest: usize, offsets: usize, bones: usize, values: usize, motion: usize, boneCount: i32,
  q: usize, width: i32, sums: usize, scratch: usize,
): void {
  const m = scratch + (<usize>slot * <usize>sketchScratch(frames, width) << 3);
  const data = m + 96;
  const p = data + (<usize>(PER_FRAME * frames) << 3);
  const row: usize = <usize>width << 3;
  const mine: usize = row + 16;
  const to = sums + <usize>(begin / block) * <usize>frames * mine;
  memory.fill(to, 0, <usize>frames * mine);
  for (let i = begin; i < end; i++) {
    gather(i, staged, count, frames, rest, offsets, bones, values, motion, boneCount, 0, m, data, to + row, mine);
    memory.fill(p, 0, 3 * row);
    for (let k = 0; k < frames; k++) {
      const d = data + (<usize>(k * PER_FRAME) << 3);
      for (let axis: usize = 0; axis < 3; axis++) {
        addScaled(p + axis * row, q + <usize>k * row, load<f64>(d + (axis << 3), 48), width);
      }
    }
    for (let k = 0; k < frames; k++) {
      const d = data + (<usize>(k * PER_FRAME) << 3);
      for (let axis: usize = 0; axis < 3; axis++) {
        addScaled(to + <usize>k * mine, p + axis * row, load<f64>(d + (axis << 3), 48), width);
      }
    }
  }
}

/** Numbers of scratch a slot that `correctionStep` takes. */
export function stepScratch(frames: i32, rank: i32): i32 {
  const n = 3 * rank;
  return 12 + PER_FRAME * frames + n * (n + (n & 1)) + (n + (n & 1)) + 3 * (rank + 1);
}

/**
 * Half a sweep of alternating least squares, and the sums of the other half. Items are vertices of a stage; rows of
 * `rank` numbers are padded to the even `stride`. With c(k) the coefficients of frame k and Q, g as `gather` says:
 * shapes s(i) (3 rows) go to the minimum of Σ_k ‖e − M s c‖² with c held, then
 * sums[block], for each frame: Σ_i sᵀ Q s (stride x stride, the upper triangle), Σ_i sᵀ g, Σ_i ‖e‖² and one unused.
 * The step is that of the normal equations with `ridge` times their mean diagonal added, from where s was: it lowers
 * the error whatever their condition.
 */
export function correctionStep(
  begin: i32, end: i32, slot: i32,
  staged: usize, count: i32, frames: i32, block: i32,
  rest: usize, offsets: usize, bones: usize, values: usize, motion: usize, boneCount: i32,
  posed: i32, rank: i32, coefficients: usize, shapes: usize, ridge: f64, sums: usize, scratch: usize,
): void {
  const stride = rank + (rank & 1);
  const row: usize = <usize>stride << 3;
  const n = 3 * rank;
  const ld = n + (n & 1);
  const m = scratch + (<usize>slot * <usize>stepScratch(frames, rank) << 3);
  const data = m + 96;
  const normal = data + (<usize>(PER_FRAME * frames) << 3);
  const right = normal + (<usize>(n * ld) << 3);
  const y = right + (<usize>ld << 3);
  const mine: usize = <usize>(stride * stride + stride + 2) << 3;
  const to = sums + <usize>(begin / block) * <usize>frames * mine;
  memory.fill(to, 0, <usize>frames * mine);
  for (let i = begin; i < end; i++) {
    const energies = to + mine - 16;
    gather(
      i, staged, count, frames, rest, offsets, bones, values, motion, boneCount, posed, m, data, energies, mine,
    );
    const s = shapes + 3 * <usize>i * row;
    normalEquations(data, frames, rank, stride, coefficients, normal, ld, right);
    solveShapes(normal, right, n, ld, rank, stride, ridge, s);
    frameSums(data, frames, rank, stride, s, y, to, mine);
  }
}

/** N[(a, p), (b, q)] = Σ_k c_p c_q Q_ab, unknown (a, p) at a·rank + p; right = Σ_k c_p g_a. */
function normalEquations(
  data: usize, frames: i32, rank: i32, stride: i32, coefficients: usize, normal: usize, ld: i32, right: usize,
): void {
  const row: usize = <usize>stride << 3;
  for (let p = 0; p < rank; p++) {
    const cp = coefficients + (<usize>p << 3);
    let r0 = f64x2.splat(0), r1 = r0;
    let d = data, c: usize = cp;
    for (let k = 0; k < frames; k++) {
      const f = v128.load64_splat(c);
      r0 = f64x2.add(r0, f64x2.mul(f, v128.load(d, 48)));
      r1 = f64x2.add(r1, f64x2.mul(f, v128.load(d, 64)));
      d += PER_FRAME << 3;
      c += row;
    }
    store<f64>(right + (<usize>p << 3), f64x2.extract_lane(r0, 0));
    store<f64>(right + (<usize>(rank + p) << 3), f64x2.extract_lane(r0, 1));
    store<f64>(right + (<usize>(2 * rank + p) << 3), f64x2.extract_lane(r1, 0));
    for (let q = 0; q <= p; q++) {
      const between = <usize>(p - q) << 3;
      let s0 = f64x2.splat(0), s1 = s0, s2 = s0;
      d = data;
      c = cp;
      for (let k = 0; k < frames; k++) {
        const f = f64x2.splat(load<f64>(c) * load<f64>(c - between));
        s0 = f64x2.add(s0, f64x2.mul(f, v128.load(d)));
        s1 = f64x2.add(s1, f64x2.mul(f, v128.load(d, 16)));
        s2 = f64x2.add(s2, f64x2.mul(f, v128.load(d, 32)));
        d += PER_FRAME << 3;
        c += row;
      }
      const x = f64x2.extract_lane(s0, 0), xy = f64x2.extract_lane(s0, 1), xz = f64x2.extract_lane(s1, 0);
      put(normal, ld, p, q, x);
      put(normal, ld, rank + p, q, xy);
      put(normal, ld, rank + q, p, xy);
      put(normal, ld, 2 * rank + p, q, xz);
      put(normal, ld, 2 * rank + q, p, xz);
      put(normal, ld, rank + p, rank + q, f64x2.extract_lane(s1, 1));
      put(normal, ld, 2 * rank + p, rank + q, f64x2.extract_lane(s2, 0));
      put(normal, ld, 2 * rank + q, rank + p, f64x2.extract_lane(s2, 0));
      put(normal, ld, 2 * rank + p, 2 * rank + q, f64x2.extract_lane(s2, 1));
    }
  }
}

/** A number of a symmetric matrix, in both triangles. */
// @ts-ignore: decorator
@inline
function put(matrix: usize, ld: i32, r: i32, c: i32, value: f64): void {
  store<f64>(matrix + (<usize>(r * ld + c) << 3), value);
  store<f64>(matrix + (<usize>(c * ld + r) << 3), value);
}

/** s += (N + λ)⁻¹ (right − N s), λ = ridge · mean diagonal. `normal` and `right` are used up. */
function solveShapes(
  normal: usize, right: usize, n: i32, ld: i32, rank: i32, stride: i32, ridge: f64, s: usize,
): void {
  let trace: f64 = 0;
  for (let u = 0; u < n; u++) {
    const row = normal + (<usize>(u * ld) << 3);
    trace += load<f64>(row + (<usize>u << 3));
    let sum: f64 = 0;
    for (let axis = 0; axis < 3; axis++) {
      const from = row + (<usize>(axis * rank) << 3), other = s + (<usize>(axis * stride) << 3);
      for (let p: usize = 0; p < <usize>rank; p++) sum += load<f64>(from + (p << 3)) * load<f64>(other + (p << 3));
    }
    const at = right + (<usize>u << 3);
    store<f64>(at, load<f64>(at) - sum);
  }
  const lift = (ridge * trace) / <f64>n;
  if (!(lift > 0)) return;
  for (let u = 0; u < n; u++) {
    const at = normal + (<usize>(u * ld + u) << 3);
    store<f64>(at, load<f64>(at) + lift);
  }
  cholesky(normal, n, ld, 0.5 * lift);
  choleskySolve(normal, n, ld, right);
  for (let axis = 0; axis < 3; axis++) {
    for (let p = 0; p < rank; p++) {
      const at = s + (<usize>(axis * stride + p) << 3);
      store<f64>(at, load<f64>(at) + load<f64>(right + (<usize>(axis * rank + p) << 3)));
    }
  }
}

/** Adds sᵀ Q s and sᵀ g of a vertex to the sums of each frame; `y` has room for Q s. */
function frameSums(
  data: usize, frames: i32, rank: i32, stride: i32, s: usize, y: usize, to: usize, mine: usize,
): void {
  const row: usize = <usize>stride << 3;
  const s1 = s + row, s2 = s1 + row, y1 = y + row, y2 = y1 + row;
  for (let k = 0; k < frames; k++) {
    const d = data + (<usize>(k * PER_FRAME) << 3);
    const gradient = to + row * <usize>stride;
    const q00 = v128.load64_splat(d), q01 = v128.load64_splat(d, 8), q02 = v128.load64_splat(d, 16);
    const q11 = v128.load64_splat(d, 24), q12 = v128.load64_splat(d, 32), q22 = v128.load64_splat(d, 40);
    const g0 = v128.load64_splat(d, 48), g1 = v128.load64_splat(d, 56), g2 = v128.load64_splat(d, 64);
    for (let c: usize = 0; c < row; c += 16) {
      const u = v128.load(s + c), v = v128.load(s1 + c), w = v128.load(s2 + c);
      v128.store(y + c, f64x2.add(f64x2.add(f64x2.mul(q00, u), f64x2.mul(q01, v)), f64x2.mul(q02, w)));
      v128.store(y1 + c, f64x2.add(f64x2.add(f64x2.mul(q01, u), f64x2.mul(q11, v)), f64x2.mul(q12, w)));
      v128.store(y2 + c, f64x2.add(f64x2.add(f64x2.mul(q02, u), f64x2.mul(q12, v)), f64x2.mul(q22, w)));
      const g = f64x2.add(f64x2.add(f64x2.mul(g0, u), f64x2.mul(g1, v)), f64x2.mul(g2, w));
      v128.store(gradient + c, f64x2.add(v128.load(gradient + c), g));
    }
    for (let p = 0; p < rank; p++) {
      const at = <usize>p << 3;
      const u = v128.load64_splat(s + at), v = v128.load64_splat(s1 + at), w = v128.load64_splat(s2 + at);
      const out = to + <usize>p * row;
      for (let c: usize = <usize>(p & ~1) << 3; c < row; c += 16) {
        const sum = f64x2.add(
          f64x2.add(f64x2.mul(u, v128.load(y + c)), f64x2.mul(v, v128.load(y1 + c))), f64x2.mul(w, v128.load(y2 + c)),
        );
        v128.store(out + c, f64x2.add(v128.load(out + c), sum));
      }
    }
    to += mine;
  }
}
