/** A seeded generator: the same seed gives the same numbers on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, n). */
  integer(n: number): number;
  /** Standard normal. */
  normal(): number;
}

/** xoshiro128** (Blackman & Vigna 2018), seeded by splitmix32. */
export function createRandom(seed: number): Random {
  let mix = seed | 0;
  const splitmix = () => {
    mix = (mix + 0x9e3779b9) | 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  let [a, b, c, d] = [splitmix(), splitmix(), splitmix(), splitmix()];
  const rotate = (x: number, k: number) => (x << k) | (x >>> (32 - k));
  const bits = () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9);
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate(d, 11);
    return result >>> 0;
  };
  const next = () => ((bits() >>> 5) * 0x4000000 + (bits() >>> 6)) / 0x20000000000000;
  let spare: number | null = null;
  const normal = () => {
    if (spare !== null) {
      const s = spare;
      spare = null;
      return s;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - next()));
    const angle = 2 * Math.PI * next();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return { next, integer: (n) => Math.floor(next() * n), normal };
}

/** An index drawn with a probability proportional to its weight, 0 or more. If all are 0, each index is as likely. */
export function drawWeighted(weights: Float64Array, random: Random): number {
  let total = 0;
  for (let n = 0; n < weights.length; n++) total += weights[n];
  if (!(total > 0)) return random.integer(weights.length);
  let left = random.next() * total;
  for (let n = 0; n < weights.length; n++) {
    left -= weights[n];
    if (left < 0) return n;
  }
  // Rounding can leave a little. It goes to the last index that could be drawn.
  return weights.findLastIndex((weight) => weight > 0);
}
