import { angleBetween, slerp } from "../../math/slerp";
import { keysWithin } from "./keys-within";
import { type BoneCurve, type CurvePath, channelsOf, type LocalCurves } from "./local-curves";

/** For each property and each node, the moments that have a key. A constant curve has only the first. */
export type CurveKeys = Record<CurvePath, Uint32Array[]>;

/** The values of bone `bone` over the frames. */
function column({ values, width }: BoneCurve, bone: number, nodeCount: number): Float32Array {
  const frames = values.length / (width * nodeCount);
  const out = new Float32Array(width * frames);
  for (let f = 0; f < frames; f++) {
    const at = width * (f * nodeCount + bone);
    out.set(values.subarray(at, at + width), width * f);
  }
  return out;
}

/** Writes the value at the share `t` between two keys, computed as a player does it. */
function between(
  curve: ArrayLike<number>,
  width: 3 | 4,
  a: number,
  b: number,
  t: number,
  out: Float32Array,
  to: number,
) {
  if (width === 4) return slerp(curve, 4 * a, curve, 4 * b, t, out, to);
  for (let c = 0; c < 3; c++) out[to + c] = (1 - t) * curve[3 * a + c] + t * curve[3 * b + c];
}

/** The difference of two values: an angle in radians, or a distance. */
function apart(width: 3 | 4, x: ArrayLike<number>, y: ArrayLike<number>, at: number): number {
  if (width === 4) return angleBetween(x, 0, y, at);
  return Math.hypot(x[0] - y[at], x[1] - y[at + 1], x[2] - y[at + 2]);
}

/**
 * The keys of one bone's curve within a tolerance, in radians or in the curve's own unit. One key if the curve stays at
 * its first value.
 */
export function channelKeys(
  channel: BoneCurve,
  bone: number,
  nodeCount: number,
  tolerance: number,
): Uint32Array {
  const { width } = channel;
  const curve = column(channel, bone, nodeCount);
  const last = curve.length / width - 1;
  const value = new Float32Array(width);
  const staysNear = (f: number) => apart(width, curve.subarray(0, width), curve, width * f) <= tolerance;
  let constant = true;
  for (let f = 1; constant && f <= last; f++) constant = staysNear(f);
  if (constant) return Uint32Array.of(0);
  return keysWithin(last, (a, b) => {
    for (let f = a + 1; f < b; f++) {
      between(curve, width, a, b, (f - a) / (b - a), value, 0);
      if (!(apart(width, value, curve, width * f) <= tolerance)) return false;
    }
    return true;
  });
}

/** The curves as a player shows them between some of their keys. */
export function playedWith<C extends LocalCurves>(full: C, keys: CurveKeys): C {
  const played: Partial<Record<CurvePath, Float32Array>> = {};
  for (const channel of channelsOf(full)) {
    const out = new Float32Array(channel.values.length);
    for (const [n, moments] of keys[channel.path].entries())
      playKeys(channel, n, full.nodeCount, moments, out);
    played[channel.path] = out;
  }
  const { translation = full.translations, rotation = full.rotations, scale = null } = played;
  return { ...full, translations: translation, rotations: rotation, scales: scale };
}

/**
 * Fills `out` with the values that a player shows between the keys of a bone. It has the shape of the channel's values.
 */
function playKeys(
  channel: BoneCurve,
  bone: number,
  nodeCount: number,
  keys: Uint32Array,
  out: Float32Array,
): void {
  const { width, values } = channel;
  const curve = column(channel, bone, nodeCount);
  const frames = values.length / (width * nodeCount);
  let n = 0;
  for (let f = 0; f < frames; f++) {
    while (n + 1 < keys.length && keys[n + 1] <= f) n++;
    const to = width * (f * nodeCount + bone);
    const [a, b] = [keys[n], keys[n + 1]];
    if (a === f || b === undefined) out.set(curve.subarray(width * a, width * (a + 1)), to);
    else between(curve, width, a, b, (f - a) / (b - a), out, to);
  }
}
