/**
 * MurmurHash3, 128 bits for 64-bit machines, seed 0 (Austin Appleby, public domain): the digest that Alembic stores
 * before every sample. 64-bit numbers are pairs of 32-bit halves, [high, low], which is many times faster than BigInt.
 */
type Word = [high: number, low: number];

const C1: Word = [0x87c37b91, 0x114253d5];
const C2: Word = [0x4cf5ad43, 0x2745937f];
const FINAL1: Word = [0xff51afd7, 0xed558ccd];
const FINAL2: Word = [0xc4ceb9fe, 0x1a85ec53];

/** The 16 bytes of the digest. */
export function murmurDigest(bytes: Uint8Array): Uint8Array {
  const padded = bytes.length % 16 === 0 ? bytes : padTo16(bytes);
  const view = new DataView(padded.buffer, padded.byteOffset, padded.byteLength);
  const h1: Word = [0, 0];
  const h2: Word = [0, 0];
  const k: Word = [0, 0];
  const whole = bytes.length - (bytes.length % 16);
  for (let at = 0; at < padded.length; at += 16) {
    const tail = at >= whole;
    load(k, view, at);
    mixIn(h1, k, C1, 31, C2);
    if (!tail) advance(h1, 27, h2, 0x52dce729);
    load(k, view, at + 8);
    mixIn(h2, k, C2, 33, C1);
    if (!tail) advance(h2, 31, h1, 0x38495ab5);
  }
  const length: Word = [Math.floor(bytes.length / 2 ** 32), bytes.length >>> 0];
  xor(h1, length);
  xor(h2, length);
  add(h1, h2);
  add(h2, h1);
  finish(h1);
  finish(h2);
  add(h1, h2);
  add(h2, h1);
  const digest = new DataView(new ArrayBuffer(16));
  for (const [i, word] of [h1, h2].entries()) {
    digest.setUint32(8 * i, word[1], true);
    digest.setUint32(8 * i + 4, word[0], true);
  }
  return new Uint8Array(digest.buffer);
}

/** Zeros at the end change nothing: what is mixed in of a missing word is zero. */
function padTo16(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil(bytes.length / 16) * 16);
  padded.set(bytes);
  return padded;
}

function load(word: Word, view: DataView, at: number): void {
  word[0] = view.getUint32(at + 4, true);
  word[1] = view.getUint32(at, true);
}

function mixIn(h: Word, k: Word, before: Word, rotation: number, after: Word): void {
  multiply(k, before);
  rotate(k, rotation);
  multiply(k, after);
  xor(h, k);
}

/** h = (rotate(h) + other) · 5 + constant. */
function advance(h: Word, rotation: number, other: Word, constant: number): void {
  rotate(h, rotation);
  add(h, other);
  multiply(h, [0, 5]);
  add(h, [0, constant]);
}

function finish(h: Word): void {
  shiftXor33(h);
  multiply(h, FINAL1);
  shiftXor33(h);
  multiply(h, FINAL2);
  shiftXor33(h);
}

/** h ^= h >> 33. */
function shiftXor33(h: Word): void {
  h[1] = (h[1] ^ (h[0] >>> 1)) >>> 0;
}

function xor(a: Word, b: Word): void {
  a[0] = (a[0] ^ b[0]) >>> 0;
  a[1] = (a[1] ^ b[1]) >>> 0;
}

function add(a: Word, b: Word): void {
  const low = a[1] + b[1];
  a[0] = (a[0] + b[0] + (low > 0xffffffff ? 1 : 0)) >>> 0;
  a[1] = low >>> 0;
}

/** Modulo 2^64. */
function multiply(a: Word, b: Word): void {
  const [high, low] = a;
  const cross = (Math.imul(high, b[1]) + Math.imul(low, b[0])) | 0;
  a[0] = (highProduct(low, b[1]) + cross) >>> 0;
  a[1] = Math.imul(low, b[1]) >>> 0;
}

/** Upper 32 bits of the product of two 32-bit integers. */
function highProduct(a: number, b: number): number {
  const [a1, a0, b1, b0] = [a >>> 16, a & 0xffff, b >>> 16, b & 0xffff];
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  return a1 * b1 + Math.floor(middle / 0x10000) + ((((middle & 0xffff) + a0 * b1) / 0x10000) >>> 0);
}

function rotate(word: Word, by: number): void {
  const [high, low] = by >= 32 ? [word[1], word[0]] : word;
  const left = by % 32;
  word[0] = ((high << left) | (low >>> (32 - left))) >>> 0;
  word[1] = ((low << left) | (high >>> (32 - left))) >>> 0;
}
