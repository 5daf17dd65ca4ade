/** FBX's curves of one number over time: constant, straight, or cubic with weighted tangents. */
import { childList, childOf, type FbxNode, isArray } from "../document/node";
import { type Outside, readOutside, repeated } from "./outside-keys";
import { autoSlope, tcbSlopes } from "./tangents";

export const CONSTANT = 0;
/** Constant, with the value of the key at the end of the span. */
export const CONSTANT_NEXT = 1;
export const LINEAR = 2;
export const CUBIC = 3;

/** The flags of a key in FBX. */
const FLAG = {
  constant: 0x2,
  cubic: 0x8,
  constantNext: 0x100,
  tcb: 0x200,
  user: 0x400,
  broken: 0x800,
  weightedRight: 0x1000000,
  weightedNextLeft: 0x2000000,
};

/** The weight of tangents that are not weighted: a third of the span, so that time runs evenly. */
const THIRD = 1 / 3;
/** Weights are packed as two 16-bit integers in this unit. */
const WEIGHT_UNIT = 1e-4;

export interface Curve {
  /** Seconds, ascending; at least one. */
  times: Float64Array;
  values: Float64Array;
  /** The kind of the span after each key: CONSTANT … CUBIC. */
  kinds: Uint8Array;
  /** Slopes per second at the start and at the end of the span after each key. */
  leaving: Float64Array;
  arriving: Float64Array;
  /** Lengths of the tangents at the start and at the end of the span, as shares of the span. */
  leavingWeights: Float64Array;
  arrivingWeights: Float64Array;
  /** The behaviour before the first key and after the last. */
  before: Outside;
  after: Outside;
}

/** Attributes of keys. Each applies to a run of keys. */
class KeyAttributes {
  private readonly flags: ArrayLike<number>;
  private readonly data: ArrayLike<number>;
  private readonly packed: ArrayLike<number>;
  private readonly runs: ArrayLike<number>;
  private at = 0;
  private left: number;

  constructor(node: FbxNode) {
    this.flags = childList(node, "KeyAttrFlags") ?? [];
    this.data = childList(node, "KeyAttrDataFloat") ?? [];
    const [array] = childOf(node, "KeyAttrDataFloat")?.values ?? [];
    this.packed = isArray(array) ? array.bits() : [];
    this.runs = childList(node, "KeyAttrRefCount") ?? [];
    this.left = this.runs[0] ?? Infinity;
  }

  /**
   * The attributes of the next key: flags, two numbers of its tangents, and the weights. Keys without attributes are
   * linear.
   */
  next() {
    while (this.left <= 0 && this.at < this.runs.length - 1) this.left = this.runs[++this.at];
    this.left--;
    const flags = this.flags[this.at] ?? 0;
    const number = (n: number) => {
      const value = this.data[4 * this.at + n] ?? 0;
      return Number.isFinite(value) ? value : 0;
    };
    const isWeighted = (flags & (FLAG.weightedRight | FLAG.weightedNextLeft)) !== 0;
    const packed = isWeighted ? (this.packed[4 * this.at + 2] ?? 0) : 0;
    return {
      ...{ flags, first: number(0), second: number(1), third: number(2) },
      rightWeight: flags & FLAG.weightedRight ? (packed & 0xffff) * WEIGHT_UNIT : THIRD,
      nextLeftWeight: flags & FLAG.weightedNextLeft ? (packed >>> 16) * WEIGHT_UNIT : THIRD,
    };
  }
}

function kindOf(flags: number): number {
  if (flags & FLAG.constant) return flags & FLAG.constantNext ? CONSTANT_NEXT : CONSTANT;
  return flags & FLAG.cubic ? CUBIC : LINEAR;
}

/**
 * A curve of a file, without keys that are not numbers or go back in time; null if no key is left.
 * @param ticks of time in a second.
 * @throws FbxDamage if its lists are damaged.
 */
export function readCurve(node: FbxNode, ticks: number): Curve | null {
  const times = childList(node, "KeyTime") ?? [];
  const values = childList(node, "KeyValueFloat") ?? [];
  const attributes = new KeyAttributes(node);
  const keys: { time: number; value: number; with: ReturnType<KeyAttributes["next"]> }[] = [];
  for (let k = 0; k < Math.min(times.length, values.length); k++) {
    const key = { time: times[k] / ticks, value: values[k], with: attributes.next() };
    const isUsable = Number.isFinite(key.time) && Number.isFinite(key.value);
    if (isUsable && key.time >= (keys.at(-1)?.time ?? -Infinity)) keys.push(key);
  }
  if (keys.length === 0) return null;
  const curve: Curve = {
    times: Float64Array.from(keys, ({ time }) => time),
    values: Float64Array.from(keys, ({ value }) => value),
    kinds: Uint8Array.from(keys, ({ with: { flags } }) => kindOf(flags)),
    leaving: Float64Array.from(keys, ({ with: { first } }) => first),
    arriving: Float64Array.from(keys, ({ with: { second } }) => second),
    leavingWeights: Float64Array.from(keys, ({ with: { rightWeight } }) => rightWeight),
    arrivingWeights: Float64Array.from(keys, ({ with: { nextLeftWeight } }) => nextLeftWeight),
    before: readOutside(node, "Pre"),
    after: readOutside(node, "Post"),
  };
  keys.forEach(({ with: attribute }, k) => {
    if (curve.kinds[k] === CUBIC) setSlopes(curve, k, attribute);
  });
  return curve;
}

/** Sets the slopes on both sides of a cubic key by its kind of tangent. */
function setSlopes(curve: Curve, k: number, attribute: ReturnType<KeyAttributes["next"]>): void {
  const { flags, first, second, third } = attribute;
  let [before, after] = [first, first];
  if (flags & FLAG.tcb) [before, after] = tcbSlopes(curve, k, [first, second, third]);
  else if (flags & FLAG.user) {
    // A broken tangent arrives with the slope given by the key before.
    if (flags & FLAG.broken) return;
  } else {
    after = autoSlope(curve, k, first, flags);
    before = after;
  }
  curve.leaving[k] = after;
  if (k > 0) curve.arriving[k - 1] = before;
}

/** The last key at or before `t`, or 0. */
function keyBefore(times: Float64Array, t: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The slope at the first or at the last key. */
function endSlope({ times, values, kinds, leaving, arriving }: Curve, isFirst: boolean): number {
  const k = isFirst ? 0 : times.length - 2;
  if (kinds[k] === CUBIC) return isFirst ? leaving[k] : arriving[k];
  return kinds[k] === LINEAR ? (values[k + 1] - values[k]) / (times[k + 1] - times[k]) : 0;
}

/** The value at `t` seconds. Outside the keys it is constant or follows the file's extrapolation. */
export function sampleCurve(curve: Curve, t: number): number {
  const { times, values, before, after } = curve;
  const last = times.length - 1;
  const [first, end] = [times[0], times[last]];
  const outside = t < first ? before : t > end ? after : null;
  if (outside === null || outside.kind === "hold" || !(end > first)) return within(curve, t);
  if (outside.kind === "slope") {
    const k = t < first ? 0 : last;
    return values[k] + endSlope(curve, t < first) * (t - times[k]);
  }
  const { t: inside, added } = repeated(outside, t, first, end - first, values[last] - values[0]);
  return within(curve, inside) + added;
}

/** The value at a time within the keys; the value of the nearest key outside. */
function within(curve: Curve, t: number): number {
  const { times, values, kinds } = curve;
  const k = keyBefore(times, t);
  if (t <= times[k] || k === times.length - 1 || kinds[k] === CONSTANT) return values[k];
  if (kinds[k] === CONSTANT_NEXT) return values[k + 1];
  const s = (t - times[k]) / (times[k + 1] - times[k]);
  return kinds[k] === LINEAR ? values[k] + s * (values[k + 1] - values[k]) : cubicAt(curve, k, s);
}

/** The cubic Bézier curve of the span after key k, at the share s of the span's time. */
function cubicAt(curve: Curve, k: number, s: number): number {
  const span = curve.times[k + 1] - curve.times[k];
  const [a, b] = [curve.leavingWeights[k], 1 - curve.arrivingWeights[k]];
  const isEven = Math.abs(a - THIRD) < 1e-5 && Math.abs(1 - b - THIRD) < 1e-5;
  const u = isEven ? s : parameterAt(a, b, s);
  const v = 1 - u;
  const [from, to] = [curve.values[k], curve.values[k + 1]];
  const leaving = from + curve.leaving[k] * a * span;
  const arriving = to - curve.arriving[k] * (1 - b) * span;
  return v * v * v * from + 3 * u * v * v * leaving + 3 * u * u * v * arriving + u * u * u * to;
}

/** The u with 3u(1−u)²a + 3u²(1−u)b + u³ = s, by Newton's steps where these stay inside, and bisection. */
function parameterAt(a: number, b: number, s: number): number {
  let [low, high, u] = [0, 1, s];
  for (let n = 0; n < 60; n++) {
    const v = 1 - u;
    const miss = 3 * u * v * v * a + 3 * u * u * v * b + u * u * u - s;
    if (Math.abs(miss) < 1e-13) break;
    if (miss > 0) high = u;
    else low = u;
    const slope = 3 * v * v * a + 6 * u * v * (b - a) + 3 * u * u * (1 - b);
    const step = u - miss / slope;
    u = step > low && step < high ? step : (low + high) / 2;
  }
  return u;
}
