import { ascendingOrder } from "../math/order/ascending-order";

/** Approximate number of keys in a run, which sorts in some milliseconds. */
const RUN = 1 << 14;
/** Runs differ in the upper half of a key's upper word: sign, exponent and 4 bits. */
const BINS = 1 << 16;

/**
 * The places of the keys in ascending order, as in `ascendingOrder`, but in runs. The caller can yield between runs.
 * Keys that agree in their upper 16 bits are in one run, however many there are.
 * @param keys finite numbers ≥ 0, fewer than 2³².
 */
export function* ascendingRuns(keys: Float64Array): Generator<Uint32Array> {
  const upper = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
  const words = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
  // Ignores the sign, because −0 equals 0.
  const binOf = (n: number) => (words[2 * n + upper] >>> 16) & (BINS / 2 - 1);
  const ends = new Uint32Array(BINS / 2);
  for (let n = 0; n < keys.length; n++) ends[binOf(n)]++;
  for (let bin = 1; bin < ends.length; bin++) ends[bin] += ends[bin - 1];
  const places = new Uint32Array(keys.length);
  for (let n = keys.length - 1; n >= 0; n--) places[--ends[binOf(n)]] = n;
  // Turns ends into beginnings.
  for (let bin = 0, from = 0; bin < ends.length; bin++) {
    const until = bin + 1 < ends.length ? ends[bin + 1] : keys.length;
    if (until === from || (until - from < RUN && until < keys.length)) continue;
    const run = places.subarray(from, until);
    const own = new Float64Array(run.length);
    for (let n = 0; n < run.length; n++) own[n] = keys[run[n]];
    const order = ascendingOrder(own);
    for (let n = 0; n < run.length; n++) order[n] = run[order[n]];
    yield order;
    from = until;
  }
}
