// As-rigid-as-possible weights (Thiery & Eisemann 2018): the linear system, without posing vertices. Vertex i has the
// bones support[supportOffsets[i] ..]; its first weight is eliminated, so that it has one unknown less than bones.

/** Field order is that of `SYSTEM_FIELDS` in weights/arap/arap-memory.ts. */
@unmanaged
export class ArapSystem {
  /** V·4: x, y, z, 1. */
  points!: i32;
  /** Neighbours (CSR, u32), and for each Λ_i λ_ik and Λ_k λ_ki. */
  ringOffsets!: i32;
  ring!: i32;
  own!: i32;
  other!: i32;
  supportOffsets!: i32;
  support!: i32;
  /** One for each entry of the support, in the sum 1. */
  weights!: i32;
  bones!: i32;
  /** G_ab = Σ_ex M_aᵀ M_b of the pieces, row-major. */
  gram!: i32;
  /** Where block row i begins in `rows`, V + 1. */
  rowOffsets!: i32;
  /** Block row i: a row for each unknown of i, over the unknowns of i and then those of its neighbours, padded to even. */
  rows!: i32;
  /** Where block i begins in `blocks` and `inverses`, V. */
  blockOffsets!: i32;
  /** A(i, i) without constraints, row-major. */
  blocks!: i32;
  /** The inverse of A(i, i) with them. */
  inverses!: i32;
  /** Half of the gradient at x = 0 and R = 0, N. */
  constant!: i32;
  /** The energy there of each vertex, V. */
  base!: i32;
  scratch!: i32;
  scratchBytes!: i32;
  /** The pieces of the bones of each vertex (CSR), with their weights: the supports' own where no bone bends. */
  wideOffsets!: i32;
  wide!: i32;
  wideWeights!: i32;
  /** Where the pieces of each entry of the support begin, and their shares of its weight; 0 where each is its own. */
  wideStarts!: i32;
  wideShares!: i32;
  /** The pieces of each vertex and its neighbours (CSR), ascending. */
  nearOffsets!: i32;
  nearBones!: i32;
}

// @ts-ignore: decorator
@inline
export function word(table: i32, n: i32): i32 {
  return load<i32>(<usize>table + (<usize>n << 2));
}

// @ts-ignore: decorator
@inline
export function f64At(table: i32, n: i32): usize {
  return <usize>table + (<usize>n << 3);
}

// @ts-ignore: decorator
@inline
export function unknownOf(s: ArapSystem, i: i32): i32 {
  return word(s.supportOffsets, i) - i;
}

// @ts-ignore: decorator
@inline
export function startOf(s: ArapSystem, entry: i32): i32 {
  return s.wideStarts ? word(s.wideStarts, entry) : entry;
}

// @ts-ignore: decorator
@inline
export function shareOf(s: ArapSystem, n: i32): f64 {
  return s.wideShares ? load<f64>(f64At(s.wideShares, n)) : 1.0;
}

/** The weights of the pieces from those of the supports. */
export function arapWiden(begin: i32, end: i32, slot: i32, systemAt: usize): void {
  const s = changetype<ArapSystem>(systemAt);
  const until = word(s.supportOffsets, end);
  for (let e = word(s.supportOffsets, begin); e < until; e++) {
    const w = load<f64>(f64At(s.weights, e));
    const last = startOf(s, e + 1);
    for (let n = startOf(s, e); n < last; n++) store<f64>(f64At(s.wideWeights, n), w * shareOf(s, n));
  }
}

/** f[a][m] = Σ h_iᵀ G_nm over the pieces n of the bones a of vertex i by their shares, for the pieces m at and around it. */
function writeForms(s: ArapSystem, i: i32, forms: usize): void {
  const h = f64At(s.points, 4 * i);
  const firstNear = word(s.nearOffsets, i);
  const count = word(s.nearOffsets, i + 1) - firstNear;
  const until = word(s.supportOffsets, i + 1);
  let line = forms;
  for (let e = word(s.supportOffsets, i); e < until; e++) {
    memory.fill(line, 0, <usize>count << 5);
    const last = startOf(s, e + 1);
    for (let n = startOf(s, e); n < last; n++) {
      const gram = f64At(s.gram, 16 * s.bones * word(s.wide, n));
      const share = shareOf(s, n);
      const x = f64x2.splat(share * load<f64>(h));
      const y = f64x2.splat(share * load<f64>(h, 8));
      const z = f64x2.splat(share * load<f64>(h, 16));
      const w = f64x2.splat(share * load<f64>(h, 24));
      for (let m = 0; m < count; m++) {
        const g = gram + (<usize>word(s.nearBones, firstNear + m) << 7);
        const to = line + (<usize>m << 5);
        let low = v128.load(to);
        let high = v128.load(to, 16);
        low = f64x2.add(low, f64x2.mul(x, v128.load(g)));
        high = f64x2.add(high, f64x2.mul(x, v128.load(g, 16)));
        low = f64x2.add(low, f64x2.mul(y, v128.load(g, 32)));
        high = f64x2.add(high, f64x2.mul(y, v128.load(g, 48)));
        low = f64x2.add(low, f64x2.mul(z, v128.load(g, 64)));
        high = f64x2.add(high, f64x2.mul(z, v128.load(g, 80)));
        low = f64x2.add(low, f64x2.mul(w, v128.load(g, 96)));
        high = f64x2.add(high, f64x2.mul(w, v128.load(g, 112)));
        v128.store(to, low);
        v128.store(to, high, 16);
      }
    }
    line += <usize>count << 5;
  }
}

/** Block rows, diagonal blocks and constants of vertices [begin, end). */
export function arapAssemble(begin: i32, end: i32, slot: i32, systemAt: usize): void {
  const s = changetype<ArapSystem>(systemAt);
  const scratch = <usize>s.scratch + <usize>slot * <usize>s.scratchBytes;
  for (let i = begin; i < end; i++) {
    const from = word(s.ringOffsets, i);
    const until = word(s.ringOffsets, i + 1);
    const count = word(s.supportOffsets, i + 1) - word(s.supportOffsets, i);
    const m = count - 1;
    const row = f64At(s.rows, word(s.rowOffsets, i));
    const width = m > 0 ? (word(s.rowOffsets, i + 1) - word(s.rowOffsets, i)) / m : 0;
    const constant = f64At(s.constant, unknownOf(s, i));
    const near = word(s.nearOffsets, i + 1) - word(s.nearOffsets, i);
    const q = scratch + (<usize>(count * near) << 5);
    writeForms(s, i, scratch);
    memory.fill(row, 0, <usize>(m * width) << 3);
    memory.fill(constant, 0, <usize>m << 3);
    let total = 0.0;
    for (let e = from; e < until; e++) total += load<f64>(f64At(s.own, e)) + load<f64>(f64At(s.other, e));
    let base = addBlock(s, i, i, total, row, width, constant, scratch, q);
    const block = f64At(s.blocks, word(s.blockOffsets, i));
    for (let a = 0; a < m; a++) {
      memory.copy(block + (<usize>(a * m) << 3), row + (<usize>(a * width) << 3), <usize>m << 3);
    }
    let at = m;
    for (let e = from; e < until; e++) {
      const k = word(s.ring, e);
      const both = load<f64>(f64At(s.own, e)) + load<f64>(f64At(s.other, e));
      base += addBlock(s, i, k, -both, row + (<usize>at << 3), width, constant, scratch, q);
      at += word(s.supportOffsets, k + 1) - word(s.supportOffsets, k) - 1;
    }
    store<f64>(f64At(s.base, i), base);
  }
}

/** scale·Φ_iᵀΦ_k into the block at `to`, its part of the constants; returns that of the energy of the first weights. */
function addBlock(
  s: ArapSystem, i: i32, k: i32, scale: f64, to: usize, width: i32, constant: usize, forms: usize, q: usize,
): f64 {
  const firstI = word(s.supportOffsets, i);
  const firstK = word(s.supportOffsets, k);
  const ni = word(s.supportOffsets, i + 1) - firstI;
  const nk = word(s.supportOffsets, k + 1) - firstK;
  const hk = f64At(s.points, 4 * k);
  const low = f64x2.mul(f64x2.splat(scale), v128.load(hk));
  const high = f64x2.mul(f64x2.splat(scale), v128.load(hk, 16));
  const firstNear = word(s.nearOffsets, i);
  const near = word(s.nearOffsets, i + 1) - firstNear;
  memory.fill(q, 0, <usize>(ni * nk) << 3);
  let m = 0;
  for (let b = 0; b < nk; b++) {
    const last = startOf(s, firstK + b + 1);
    for (let n = startOf(s, firstK + b); n < last; n++) {
      const piece = word(s.wide, n);
      while (word(s.nearBones, firstNear + m) != piece) m++;
      const share = shareOf(s, n);
      for (let a = 0; a < ni; a++) {
        const form = forms + (<usize>(a * near + m) << 5);
        const both = f64x2.add(f64x2.mul(v128.load(form), low), f64x2.mul(v128.load(form, 16), high));
        const at = q + (<usize>(a * nk + b) << 3);
        store<f64>(at, load<f64>(at) + share * (f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)));
      }
    }
  }
  const corner = load<f64>(q);
  for (let a = 1; a < ni; a++) {
    const line = q + (<usize>(a * nk) << 3);
    const left = load<f64>(line);
    const out = to + (<usize>((a - 1) * width) << 3);
    for (let b = 1; b < nk; b++) {
      const at = <usize>b << 3;
      store<f64>(out + at - 8, load<f64>(line + at) - left - (load<f64>(q + at) - corner));
    }
    const own = constant + (<usize>(a - 1) << 3);
    store<f64>(own, load<f64>(own) + left - corner);
  }
  return corner;
}

/** Inverts the diagonal blocks as they are in the block rows; returns nothing, a block that is not definite becomes 0. */
export function arapInvert(begin: i32, end: i32, slot: i32, systemAt: usize): void {
  const s = changetype<ArapSystem>(systemAt);
  const l = <usize>s.scratch + <usize>slot * <usize>s.scratchBytes;
  for (let i = begin; i < end; i++) {
    const m = word(s.supportOffsets, i + 1) - word(s.supportOffsets, i) - 1;
    if (m == 0) continue;
    const width = (word(s.rowOffsets, i + 1) - word(s.rowOffsets, i)) / m;
    const row = f64At(s.rows, word(s.rowOffsets, i));
    for (let a = 0; a < m; a++) {
      memory.copy(l + (<usize>(a * m) << 3), row + (<usize>(a * width) << 3), <usize>m << 3);
    }
    invert(l, m, f64At(s.inverses, word(s.blockOffsets, i)));
  }
}

/** out = l⁻¹ by Cholesky; destroys l. */
function invert(l: usize, m: i32, out: usize): void {
  const stride = <usize>m << 3;
  for (let c = 0; c < m; c++) {
    const own = l + <usize>c * stride;
    for (let d = 0; d <= c; d++) {
      const above = l + <usize>d * stride;
      let sum = load<f64>(own + (<usize>d << 3));
      for (let e = 0; e < d; e++) sum -= load<f64>(own + (<usize>e << 3)) * load<f64>(above + (<usize>e << 3));
      if (d < c) store<f64>(own + (<usize>d << 3), sum / load<f64>(above + (<usize>d << 3)));
      else if (sum > 0) store<f64>(own + (<usize>d << 3), Math.sqrt(sum));
      else {
        memory.fill(out, 0, <usize>m * stride);
        return;
      }
    }
  }
  for (let c = 0; c < m; c++) {
    const x = out + <usize>c * stride;
    for (let d = 0; d < m; d++) {
      const line = l + <usize>d * stride;
      let sum = d == c ? 1.0 : 0.0;
      for (let e = 0; e < d; e++) sum -= load<f64>(line + (<usize>e << 3)) * load<f64>(x + (<usize>e << 3));
      store<f64>(x + (<usize>d << 3), sum / load<f64>(line + (<usize>d << 3)));
    }
    for (let d = m - 1; d >= 0; d--) {
      let sum = load<f64>(x + (<usize>d << 3));
      for (let e = d + 1; e < m; e++) {
        sum -= load<f64>(l + <usize>e * stride + (<usize>d << 3)) * load<f64>(x + (<usize>e << 3));
      }
      store<f64>(x + (<usize>d << 3), sum / load<f64>(l + <usize>d * stride + (<usize>d << 3)));
    }
  }
}

/** out = A·x for the unknowns of vertices [begin, end); partial[begin / block] gets the part of x·A·x. */
export function arapMultiply(
  begin: i32, end: i32, slot: i32, systemAt: usize, x: usize, out: usize, partial: usize, block: i32,
): void {
  const s = changetype<ArapSystem>(systemAt);
  const near = <usize>s.scratch + <usize>slot * <usize>s.scratchBytes;
  let inner = 0.0;
  for (let i = begin; i < end; i++) {
    const unknown = unknownOf(s, i);
    const m = unknownOf(s, i + 1) - unknown;
    if (m == 0) continue;
    const width = gather(s, i, x, near);
    let row = f64At(s.rows, word(s.rowOffsets, i));
    for (let a = 0; a < m; a++) {
      let sum0 = f64x2.splat(0);
      let sum1 = f64x2.splat(0);
      let n = 0;
      for (; n + 4 <= width; n += 4) {
        const at = <usize>n << 3;
        sum0 = f64x2.add(sum0, f64x2.mul(v128.load(row + at), v128.load(near + at)));
        sum1 = f64x2.add(sum1, f64x2.mul(v128.load(row + at, 16), v128.load(near + at, 16)));
      }
      if (n < width) {
        const at = <usize>n << 3;
        sum0 = f64x2.add(sum0, f64x2.mul(v128.load(row + at), v128.load(near + at)));
      }
      sum0 = f64x2.add(sum0, sum1);
      const y = f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1);
      store<f64>(out + (<usize>(unknown + a) << 3), y);
      inner += y * load<f64>(x + (<usize>(unknown + a) << 3));
      row += <usize>width << 3;
    }
  }
  store<f64>(partial + (<usize>(begin / block) << 3), inner);
}

/** The unknowns of i and its neighbours side by side, padded to an even count, which is returned. */
function gather(s: ArapSystem, i: i32, x: usize, near: usize): i32 {
  let to = near;
  const own = unknownOf(s, i);
  const m = unknownOf(s, i + 1) - own;
  memory.copy(to, x + (<usize>own << 3), <usize>m << 3);
  to += <usize>m << 3;
  const until = word(s.ringOffsets, i + 1);
  for (let e = word(s.ringOffsets, i); e < until; e++) {
    const k = word(s.ring, e);
    let from = x + (<usize>unknownOf(s, k) << 3);
    const end = x + (<usize>unknownOf(s, k + 1) << 3);
    for (; from < end; from += 8) {
      store<f64>(to, load<f64>(from));
      to += 8;
    }
  }
  let count = <i32>((to - near) >> 3);
  if (count & 1) {
    store<f64>(to, 0);
    count++;
  }
  return count;
}

/**
 * One step along p: x ← x + α p, r ← r − α q, z = (block diagonal)⁻¹ r; partial[2·begin / block ..] get r·z and r·r.
 */
export function arapAdvance(
  begin: i32, end: i32, slot: i32, systemAt: usize,
  alpha: f64, x: usize, r: usize, z: usize, p: usize, q: usize, partial: usize, block: i32,
): void {
  const s = changetype<ArapSystem>(systemAt);
  let inner = 0.0;
  let square = 0.0;
  for (let i = begin; i < end; i++) {
    const unknown = unknownOf(s, i);
    const m = unknownOf(s, i + 1) - unknown;
    const at = <usize>unknown << 3;
    const size = <usize>m << 3;
    for (let n: usize = 0; n < size; n += 8) {
      store<f64>(x + at + n, load<f64>(x + at + n) + alpha * load<f64>(p + at + n));
      store<f64>(r + at + n, load<f64>(r + at + n) - alpha * load<f64>(q + at + n));
    }
    let line = f64At(s.inverses, word(s.blockOffsets, i));
    for (let n: usize = 0; n < size; n += 8) {
      let sum = 0.0;
      for (let c: usize = 0; c < size; c += 8) sum += load<f64>(line + c) * load<f64>(r + at + c);
      line += size;
      store<f64>(z + at + n, sum);
      const own = load<f64>(r + at + n);
      inner += sum * own;
      square += own * own;
    }
  }
  const to = partial + (<usize>(begin / block) << 4);
  store<f64>(to, inner);
  store<f64>(to, square, 8);
}

/** p ← z + β p, n numbers. */
export function arapDirection(n: i32, z: usize, p: usize, beta: f64): void {
  for (let at: usize = 0; at < <usize>n << 3; at += 8) {
    store<f64>(p + at, load<f64>(z + at) + beta * load<f64>(p + at));
  }
}

/** The weights from the unknowns: the first of each vertex is what the others leave of 1. */
export function arapSpread(begin: i32, end: i32, slot: i32, systemAt: usize, x: usize): void {
  const s = changetype<ArapSystem>(systemAt);
  for (let i = begin; i < end; i++) {
    const m = word(s.supportOffsets, i + 1) - word(s.supportOffsets, i) - 1;
    let from = x + (<usize>unknownOf(s, i) << 3);
    const to = f64At(s.weights, word(s.supportOffsets, i));
    let rest = 1.0;
    for (let a = 1; a <= m; a++) {
      const w = load<f64>(from);
      store<f64>(to + (<usize>a << 3), w);
      rest -= w;
      from += 8;
    }
    store<f64>(to, rest);
  }
}

/** Weights below 0 become 0, and each row is scaled to the sum 1. */
export function arapClamp(begin: i32, end: i32, slot: i32, systemAt: usize): void {
  const s = changetype<ArapSystem>(systemAt);
  for (let i = begin; i < end; i++) {
    const from = f64At(s.weights, word(s.supportOffsets, i));
    const until = f64At(s.weights, word(s.supportOffsets, i + 1));
    let sum = 0.0;
    for (let at = from; at < until; at += 8) sum += Math.max(0.0, load<f64>(at));
    const scale = 1.0 / sum;
    for (let at = from; at < until; at += 8) store<f64>(at, scale * Math.max(0.0, load<f64>(at)));
  }
}

/**
 * out = the weights, moved by `share` towards the λ-weighted mean of the neighbours and scaled to the sum 1. A neighbour
 * that a bone does not move counts as 0.
 * @param still V flags: vertices that keep their weights.
 */
export function arapFilter(
  begin: i32, end: i32, slot: i32, systemAt: usize, share: f64, still: usize, out: usize,
): void {
  const s = changetype<ArapSystem>(systemAt);
  for (let i = begin; i < end; i++) {
    const first = word(s.supportOffsets, i);
    const count = word(s.supportOffsets, i + 1) - first;
    const to = out + (<usize>first << 3);
    memory.copy(to, f64At(s.weights, first), <usize>count << 3);
    if (load<u8>(still + <usize>i)) continue;
    const until = word(s.ringOffsets, i + 1);
    let total = 0.0;
    for (let e = word(s.ringOffsets, i); e < until; e++) total += load<f64>(f64At(s.own, e));
    if (!(total > 0)) continue;
    for (let a = 0; a < count; a++) {
      const at = to + (<usize>a << 3);
      store<f64>(at, (1.0 - share) * load<f64>(at));
    }
    for (let e = word(s.ringOffsets, i); e < until; e++) {
      addShared(s, first, count, word(s.ring, e), (share / total) * load<f64>(f64At(s.own, e)), to);
    }
    let sum = 0.0;
    for (let a = 0; a < count; a++) sum += load<f64>(to + (<usize>a << 3));
    // Of negative weights the sum may vanish; what was there stays then.
    if (sum > 1e-6) for (let a = 0; a < count; a++) {
      const at = to + (<usize>a << 3);
      store<f64>(at, load<f64>(at) / sum);
    } else memory.copy(to, f64At(s.weights, first), <usize>count << 3);
  }
}

/** to[a] += scale·w_k of the bones that both have; supports ascend. */
function addShared(s: ArapSystem, first: i32, count: i32, k: i32, scale: f64, to: usize): void {
  let b = word(s.supportOffsets, k);
  const until = word(s.supportOffsets, k + 1);
  for (let a = 0; a < count; a++) {
    const bone = word(s.support, first + a);
    while (b < until && word(s.support, b) < bone) b++;
    if (b == until) return;
    if (word(s.support, b) != bone) continue;
    const at = to + (<usize>a << 3);
    store<f64>(at, load<f64>(at) + scale * load<f64>(f64At(s.weights, b)));
  }
}
