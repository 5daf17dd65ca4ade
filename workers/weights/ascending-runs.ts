import { ascendingOrder } from "../math/ascending-order";

/** Keys of a run, about: sorted in some milliseconds. */
const RUN = 1 << 14;
/** Runs are told apart by the upper half of a key's upper word: sign, exponent and 4 bits. */
const BINS = 1 << 16;

/**
 * The places of the keys in ascending order, as `ascendingOrder` gives them, run by run: what comes between two runs can
 * give way. Keys that agree in their upper 16 bits are in one run, however many they are.
 * @param keys not negative and finite, fewer than 2³².
 */
export function* ascendingRuns(keys: Float64Array): Generator<Uint32Array> {
  const upper = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
  const words = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
  // Without the sign: −0 counts as 0.
  const binOf = (n: number) => (words[2 * n + upper] >>> 16) & (BINS / 2 - 1);
  const ends = new Uint32Array(BINS / 2);
  for (let n = 0; n < keys.length; n++) ends[binOf(n)]++;
  for (let bin = 1; bin < ends.length; bin++) ends[bin] += ends[bin - 1];
  const places = new Uint32Array(keys.length);
  for (let n = keys.length - 1; n >= 0; n--) places[--ends[binOf(n)]] = n;
  // What were ends are beginnings now.
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
