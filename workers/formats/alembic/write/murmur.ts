/**
 * MurmurHash3, 128 bits for 64-bit machines, seed 0 (Austin Appleby, public domain): the digest that Alembic stores
 * before every sample. 64-bit numbers are pairs of signed 32-bit halves, high and low, which is many times faster than
 * BigInt.
 */
type Word = Int32Array;

const word = (high: number, low: number): Word => Int32Array.of(high | 0, low | 0);

const FIVE = word(0, 5);
const C1 = word(0x87c37b91, 0x114253d5);
const C2 = word(0x4cf5ad43, 0x2745937f);
const ADD1 = word(0, 0x52dce729);
const ADD2 = word(0, 0x38495ab5);
const FINAL1 = word(0xff51afd7, 0xed558ccd);
const FINAL2 = word(0xc4ceb9fe, 0x1a85ec53);

/** The 16 bytes of the digest. */
export function murmurDigest(bytes: Uint8Array): Uint8Array {
  const padded = bytes.length % 16 === 0 ? bytes : padTo16(bytes);
  const view = new DataView(padded.buffer, padded.byteOffset, padded.byteLength);
  const h1 = word(0, 0);
  const h2 = word(0, 0);
  const k = word(0, 0);
  const whole = bytes.length - (bytes.length % 16);
  for (let at = 0; at < padded.length; at += 16) {
    const tail = at >= whole;
    load(k, view, at);
    mixIn(h1, k, C1, 31, C2);
    if (!tail) advance(h1, 27, h2, ADD1);
    load(k, view, at + 8);
    mixIn(h2, k, C2, 33, C1);
    if (!tail) advance(h2, 31, h1, ADD2);
  }
  const length = word(Math.floor(bytes.length / 2 ** 32), bytes.length);
  xor(h1, length);
  xor(h2, length);
  add(h1, h2);
  add(h2, h1);
  finish(h1);
  finish(h2);
  add(h1, h2);
  add(h2, h1);
  const digest = new DataView(new ArrayBuffer(16));
  for (const [i, half] of [h1[1], h1[0], h2[1], h2[0]].entries()) digest.setInt32(4 * i, half, true);
  return new Uint8Array(digest.buffer);
}

/** Zeros at the end change nothing, because missing words count as zero. */
function padTo16(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil(bytes.length / 16) * 16);
  padded.set(bytes);
  return padded;
}

function load(k: Word, view: DataView, at: number): void {
  k[0] = view.getInt32(at + 4, true);
  k[1] = view.getInt32(at, true);
}

function mixIn(h: Word, k: Word, before: Word, rotation: number, after: Word): void {
  multiply(k, before);
  rotate(k, rotation);
  multiply(k, after);
  xor(h, k);
}

/** h = (rotate(h) + other) · 5 + constant. */
function advance(h: Word, rotation: number, other: Word, constant: Word): void {
  rotate(h, rotation);
  add(h, other);
  multiply(h, FIVE);
  add(h, constant);
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
  h[1] ^= h[0] >>> 1;
}

function xor(a: Word, b: Word): void {
  a[0] ^= b[0];
  a[1] ^= b[1];
}

function add(a: Word, b: Word): void {
  const low = (a[1] >>> 0) + (b[1] >>> 0);
  a[0] = (a[0] + b[0] + (low > 0xffffffff ? 1 : 0)) | 0;
  a[1] = low | 0;
}

/** The product modulo 2^64. */
function multiply(a: Word, b: Word): void {
  const high = a[0];
  const low = a[1];
  a[0] = (highProduct(low, b[1]) + Math.imul(high, b[1]) + Math.imul(low, b[0])) | 0;
  a[1] = Math.imul(low, b[1]);
}

/** The upper half of the product of two unsigned 32-bit integers, from four 16-bit products. */
function highProduct(a: number, b: number): number {
  const a1 = a >>> 16;
  const a0 = a & 0xffff;
  const b1 = b >>> 16;
  const b0 = b & 0xffff;
  const upper = (Math.imul(a1, b0) + (Math.imul(a0, b0) >>> 16)) | 0;
  const lower = (Math.imul(a0, b1) + (upper & 0xffff)) | 0;
  return (Math.imul(a1, b1) + (upper >>> 16) + (lower >>> 16)) | 0;
}

/**
 * Rotates left.
 * @param by any number except 32.
 */
function rotate(k: Word, by: number): void {
  const high = by > 32 ? k[1] : k[0];
  const low = by > 32 ? k[0] : k[1];
  const left = by & 31;
  k[0] = (high << left) | (low >>> (32 - left));
  k[1] = (low << left) | (high >>> (32 - left));
}
