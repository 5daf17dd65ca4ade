/** Runs shorter than this are sorted by insertion. */
const SHORT = 24;

/**
 * The places of the keys in ascending order. Equal keys keep their order. JavaScript's own sort of 64-bit integers does
 * the work: each has the upper half of a key (sign, exponent, 20 bits) above its place. Keys that agree in the upper
 * half are sorted separately. Two million keys take about 0.3 s.
 * @param keys finite numbers ≥ 0, fewer than 2³²; −0 equals 0.
 */
export function ascendingOrder(keys: Float64Array): Uint32Array {
  const upper = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
  // The bits of non-negative numbers are in the order of the numbers.
  const words = new Uint32Array(keys.map((x) => x + 0).buffer);
  for (let n = 0; n < keys.length; n++) words[2 * n + 1 - upper] = n;
  new BigUint64Array(words.buffer).sort();
  const order = new Uint32Array(keys.length);
  for (let n = 0; n < keys.length; n++) order[n] = words[2 * n + 1 - upper];
  for (let from = 0; from < keys.length; ) {
    let until = from + 1;
    while (until < keys.length && words[2 * until + upper] === words[2 * from + upper]) until++;
    if (until > from + 1) sortRun(keys, order, from, until);
    from = until;
  }
  return order;
}

/** Sorts places whose keys agree in their upper halves. The places ascend at first. */
function sortRun(keys: Float64Array, order: Uint32Array, from: number, until: number): void {
  if (until - from > SHORT) {
    order.subarray(from, until).sort((a, b) => keys[a] - keys[b] || a - b);
    return;
  }
  for (let at = from + 1; at < until; at++) {
    const own = order[at];
    const key = keys[own];
    let to = at;
    while (to > from && keys[order[to - 1]] > key) {
      order[to] = order[to - 1];
      to--;
    }
    order[to] = own;
  }
}
