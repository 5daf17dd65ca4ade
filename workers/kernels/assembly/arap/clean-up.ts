// Computes as-rigid-as-possible weights from the solved unknowns, cleans them up, and divides the weights of bones
// among pieces.

import { f64At, loadF64, loadI32, storeF64 } from "../memory";
import { ArapSystem, shareOf, startOf, unknownOf } from "./records";

/** Computes the weights from the unknowns: the first weight of each vertex is 1 minus the others. */
export function arapSpread(begin: i32, end: i32, _slot: i32, system: ArapSystem, x: usize): void {
  for (let i = begin; i < end; i++) {
    const m = loadI32(system.supportOffsets, i + 1) - loadI32(system.supportOffsets, i) - 1;
    let from = x + ((<usize>unknownOf(system, i)) << 3);
    const to = f64At(system.weights, loadI32(system.supportOffsets, i));
    let rest = 1.0;
    for (let a = 1; a <= m; a++) {
      const w = load<f64>(from);
      storeF64(to, a, w);
      rest -= w;
      from += 8;
    }
    store<f64>(to, rest);
  }
}

/** Weights below 0 become 0, and each row is scaled to the sum 1. */
export function arapClamp(begin: i32, end: i32, _slot: i32, system: ArapSystem): void {
  for (let i = begin; i < end; i++) {
    const from = f64At(system.weights, loadI32(system.supportOffsets, i));
    const until = f64At(system.weights, loadI32(system.supportOffsets, i + 1));
    let sum = 0.0;
    for (let at = from; at < until; at += 8) sum += Math.max(0.0, load<f64>(at));
    const scale = 1.0 / sum;
    for (let at = from; at < until; at += 8) store<f64>(at, scale * Math.max(0.0, load<f64>(at)));
  }
}

/**
 * Smooths weights and writes them to `out`. Each row moves by `share` (0..1) towards the mean of its neighbours,
 * weighted by λ, and is then scaled to the sum 1. A bone that a neighbour does not have has the weight 0 there.
 * @param still one flag per vertex. If it is set, the vertex keeps its weights.
 */
export function arapFilter(
  begin: i32,
  end: i32,
  _slot: i32,
  system: ArapSystem,
  share: f64,
  still: usize,
  out: usize,
): void {
  for (let i = begin; i < end; i++) {
    const first = loadI32(system.supportOffsets, i);
    const count = loadI32(system.supportOffsets, i + 1) - first;
    const to = out + ((<usize>first) << 3);
    memory.copy(to, f64At(system.weights, first), (<usize>count) << 3);
    if (load<u8>(still + <usize>i)) continue;
    const until = loadI32(system.ringOffsets, i + 1);
    let total = 0.0;
    for (let e = loadI32(system.ringOffsets, i); e < until; e++) total += load<f64>(f64At(system.own, e));
    if (!(total > 0)) continue;
    for (let a = 0; a < count; a++) {
      const at = to + ((<usize>a) << 3);
      store<f64>(at, (1.0 - share) * load<f64>(at));
    }
    for (let e = loadI32(system.ringOffsets, i); e < until; e++) {
      addShared(
        system,
        first,
        count,
        loadI32(system.ring, e),
        (share / total) * load<f64>(f64At(system.own, e)),
        to,
      );
    }
    let sum = 0.0;
    for (let a = 0; a < count; a++) sum += loadF64(to, a);
    // The sum may vanish if weights are negative. The old row then stays.
    if (sum > 1e-6)
      for (let a = 0; a < count; a++) {
        const at = to + ((<usize>a) << 3);
        store<f64>(at, load<f64>(at) / sum);
      }
    else memory.copy(to, f64At(system.weights, first), (<usize>count) << 3);
  }
}

/** to[a] += scale·w_k for the bones that both have; supports ascend. */
function addShared(s: ArapSystem, first: i32, count: i32, k: i32, scale: f64, to: usize): void {
  let b = loadI32(s.supportOffsets, k);
  const until = loadI32(s.supportOffsets, k + 1);
  for (let a = 0; a < count; a++) {
    const bone = loadI32(s.support, first + a);
    while (b < until && loadI32(s.support, b) < bone) b++;
    if (b === until) return;
    if (loadI32(s.support, b) !== bone) continue;
    const at = to + ((<usize>a) << 3);
    store<f64>(at, load<f64>(at) + scale * load<f64>(f64At(s.weights, b)));
  }
}

/** Computes the weights of the pieces from the weights of the supports. */
export function arapWiden(begin: i32, end: i32, _slot: i32, system: ArapSystem): void {
  const until = loadI32(system.supportOffsets, end);
  for (let e = loadI32(system.supportOffsets, begin); e < until; e++) {
    const w = load<f64>(f64At(system.weights, e));
    const last = startOf(system, e + 1);
    for (let n = startOf(system, e); n < last; n++)
      store<f64>(f64At(system.wideWeights, n), w * shareOf(system, n));
  }
}
