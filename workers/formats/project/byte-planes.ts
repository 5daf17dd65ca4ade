/**
 * Prepares numbers for deflate: makes them small, and puts similar bytes side by side. Each function has an exact
 * inverse.
 */

/** Maps numbers of either sign to unsigned numbers: 0, −1, 1, −2 … become 0, 1, 2, 3 … */
export const zigzag = (x: number): number => ((x << 1) ^ (x >> 31)) >>> 0;
export const unzigzag = (x: number): number => (x >>> 1) ^ -(x & 1);

/** Puts all lowest bytes first, then all second bytes, and so on: `width` planes of words.length bytes. */
export function splitPlanes(words: Uint32Array | Uint16Array): Uint8Array {
  const width = words.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(words.length * width);
  for (let p = 0; p < width; p++) {
    const at = p * words.length;
    for (let n = 0; n < words.length; n++) bytes[at + n] = words[n] >>> (8 * p);
  }
  return bytes;
}

/** Undoes splitPlanes into `words`, which has bytes.length / width elements. */
export function joinPlanes<T extends Uint32Array | Uint16Array>(bytes: Uint8Array, words: T): T {
  const width = words.BYTES_PER_ELEMENT;
  for (let p = 0; p < width; p++) {
    const at = p * words.length;
    for (let n = 0; n < words.length; n++) words[n] |= bytes[at + n] << (8 * p);
  }
  return words;
}

/** Packs integers below 2³², each as its difference from the one `stride` before. */
export function packIntegers(values: ArrayLike<number>, stride = 1): Uint8Array {
  const words = new Uint32Array(values.length);
  for (let n = 0; n < words.length; n++) {
    words[n] = zigzag((values[n] - (n >= stride ? values[n - stride] : 0)) | 0);
  }
  return splitPlanes(words);
}

/** Undoes packIntegers. */
export function unpackIntegers(bytes: Uint8Array, stride = 1): Uint32Array {
  const words = joinPlanes(bytes, new Uint32Array(bytes.length / 4));
  for (let n = 0; n < words.length; n++) {
    words[n] = unzigzag(words[n]) + (n >= stride ? words[n - stride] : 0);
  }
  return words;
}

/** The bits of an f32 as an integer that rises with the number. It is its own inverse. */
const orderedBits = (bits: number): number => bits ^ ((bits >> 31) & 0x7fffffff);

/**
 * Packs floats bit for bit, each as the difference from the one `stride` before. The first `stride` floats are
 * differences from `previous`, or from 0.
 */
export function packFloats(values: Float32Array, stride: number, previous?: Float32Array): Uint8Array {
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  const before = previous && new Int32Array(previous.buffer, previous.byteOffset, previous.length);
  const words = new Uint32Array(values.length);
  for (let n = 0; n < words.length; n++) {
    const guess = n >= stride ? bits[n - stride] : before ? before[n] : 0;
    words[n] = zigzag((orderedBits(bits[n]) - orderedBits(guess)) | 0);
  }
  return splitPlanes(words);
}

/** Undoes packFloats into `values`, which must be zero. */
export function unpackFloats(
  bytes: Uint8Array,
  values: Float32Array,
  stride: number,
  previous?: Float32Array,
): Float32Array {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const before = previous && new Int32Array(previous.buffer, previous.byteOffset, previous.length);
  joinPlanes(bytes, words);
  for (let n = 0; n < words.length; n++) {
    const guess = n >= stride ? words[n - stride] | 0 : before ? before[n] : 0;
    words[n] = orderedBits((unzigzag(words[n]) + orderedBits(guess)) | 0);
  }
  return values;
}
