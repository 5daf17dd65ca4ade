import { ArapSystem, f64At, shareOf, startOf, unknownOf, word } from "./arap-system";

// As-rigid-as-possible weights from what was solved for, their clean-up, and those of pieces from those of bones.

/** The weights from the unknowns: the first of each vertex is what the others leave of 1. */
export function arapSpread(begin: i32, end: i32, slot: i32, system: ArapSystem, x: usize): void {
  for (let i = begin; i < end; i++) {
    const m = word(system.supportOffsets, i + 1) - word(system.supportOffsets, i) - 1;
    let from = x + (<usize>unknownOf(system, i) << 3);
    const to = f64At(system.weights, word(system.supportOffsets, i));
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
export function arapClamp(begin: i32, end: i32, slot: i32, system: ArapSystem): void {
  for (let i = begin; i < end; i++) {
    const from = f64At(system.weights, word(system.supportOffsets, i));
    const until = f64At(system.weights, word(system.supportOffsets, i + 1));
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
  begin: i32, end: i32, slot: i32, system: ArapSystem, share: f64, still: usize, out: usize,
): void {
  for (let i = begin; i < end; i++) {
    const first = word(system.supportOffsets, i);
    const count = word(system.supportOffsets, i + 1) - first;
    const to = out + (<usize>first << 3);
    memory.copy(to, f64At(system.weights, first), <usize>count << 3);
    if (load<u8>(still + <usize>i)) continue;
    const until = word(system.ringOffsets, i + 1);
    let total = 0.0;
    for (let e = word(system.ringOffsets, i); e < until; e++) total += load<f64>(f64At(system.own, e));
    if (!(total > 0)) continue;
    for (let a = 0; a < count; a++) {
      const at = to + (<usize>a << 3);
      store<f64>(at, (1.0 - share) * load<f64>(at));
    }
    for (let e = word(system.ringOffsets, i); e < until; e++) {
      addShared(system, first, count, word(system.ring, e), (share / total) * load<f64>(f64At(system.own, e)), to);
    }
    let sum = 0.0;
    for (let a = 0; a < count; a++) sum += load<f64>(to + (<usize>a << 3));
    // Of negative weights the sum may vanish; what was there stays then.
    if (sum > 1e-6) for (let a = 0; a < count; a++) {
      const at = to + (<usize>a << 3);
      store<f64>(at, load<f64>(at) / sum);
    } else memory.copy(to, f64At(system.weights, first), <usize>count << 3);
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

/** The weights of the pieces from those of the supports. */
export function arapWiden(begin: i32, end: i32, slot: i32, system: ArapSystem): void {
  const until = word(system.supportOffsets, end);
  for (let e = word(system.supportOffsets, begin); e < until; e++) {
    const w = load<f64>(f64At(system.weights, e));
    const last = startOf(system, e + 1);
    for (let n = startOf(system, e); n < last; n++) store<f64>(f64At(system.wideWeights, n), w * shareOf(system, n));
  }
}
