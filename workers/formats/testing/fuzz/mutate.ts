/** Ways to damage a file. Each makes its choices with a seeded generator, so a seed identifies a mutant. */
import type { Random } from "../../../math/random";

/** Returns new bytes and does not change the given ones. */
export type Mutator = (bytes: Uint8Array, random: Random) => Uint8Array;
/** An asynchronous mutator, whose encoder packs the file again. */
export type SlowMutator = (bytes: Uint8Array, random: Random) => Promise<Uint8Array>;

/** Numbers that often break readers. */
const EXTREME_TEXT = [
  "NaN",
  "1e38",
  "1e400",
  "-1",
  "0",
  "2147483648",
  "4294967295",
  "",
  "1e-40",
  "99999999999999999999",
];
const EXTREME_WORDS = [
  0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x00ffffff, 0x7f800000, 0xffc00000, 0x0000ffff,
];

export const pick = <T>(list: readonly T[], random: Random): T => list[random.integer(list.length)];

/** A random place. Half of the damage is in headers, where it has the most effect. */
function place(length: number, random: Random): number {
  return random.integer(Math.max(1, random.next() < 0.5 ? Math.min(length, 400) : length));
}

function span(length: number, random: Random): [from: number, to: number] {
  const [a, b] = [place(length, random), place(length, random)];
  return [Math.min(a, b), Math.max(a, b)];
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const cut: Mutator = (bytes, random) => bytes.slice(0, place(bytes.length, random));

const flip: Mutator = (bytes, random) => {
  const out = bytes.slice();
  for (let n = 1 + random.integer(6); n > 0; n--) out[place(out.length, random)] ^= 1 << random.integer(8);
  return out;
};

/** Changes a word. Lengths, offsets and counts are usually words of 2, 4 or 8 bytes. */
const word: Mutator = (bytes, random) => {
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  const width = pick([2, 4, 4, 8], random);
  const at = place(out.length, random);
  const value = pick(EXTREME_WORDS, random);
  const little = random.next() < 0.8;
  if (at + width > out.length) return out;
  if (width === 2) view.setUint16(at, value & 0xffff, little);
  else if (width === 4) view.setUint32(at, value, little);
  else view.setBigUint64(at, random.next() < 0.5 ? BigInt(value) : BigInt(value) << 32n, little);
  return out;
};

const repeat: Mutator = (bytes, random) => {
  const [from, to] = span(bytes.length, random);
  return joined(bytes.subarray(0, to), bytes.subarray(from));
};

const drop: Mutator = (bytes, random) => {
  const [from, to] = span(bytes.length, random);
  return joined(bytes.subarray(0, from), bytes.subarray(to));
};

const erase: Mutator = (bytes, random) => {
  const [from, to] = span(bytes.length, random);
  return bytes.slice().fill(pick([0, 255, 32], random), from, to);
};

/** Copies a range of one file into the middle of another. */
export const spliceFrom =
  (others: readonly Uint8Array[]): Mutator =>
  (bytes, random) => {
    const other = pick(others, random);
    const [from, to] = span(other.length, random);
    const [begin, end] = span(bytes.length, random);
    return joined(bytes.subarray(0, begin), other.subarray(from, to), bytes.subarray(end));
  };

export const BYTE_MUTATORS: readonly Mutator[] = [cut, flip, word, word, repeat, drop, erase];

export const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
export const fromLatin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** Changes numbers in a text. */
const numbers: Mutator = (bytes, random) => {
  const text = latin1(bytes);
  const found = [...text.matchAll(/-?\d[\d.]*(?:e[+-]?\d+)?/gi)];
  if (found.length === 0) return bytes;
  const chosen = new Set(Array.from({ length: 1 + random.integer(3) }, () => random.integer(found.length)));
  let [out, at] = ["", 0];
  for (const n of [...chosen].sort((a, b) => a - b)) {
    out += text.slice(at, found[n].index) + pick(EXTREME_TEXT, random);
    at = found[n].index + found[n][0].length;
  }
  return fromLatin1(out + text.slice(at));
};

/** Drops, doubles, swaps or joins lines. */
const lines: Mutator = (bytes, random) => {
  const list = latin1(bytes).split("\n");
  for (let n = 1 + random.integer(3); n > 0; n--) {
    const at = random.integer(list.length);
    const kind = random.integer(4);
    if (kind === 0) list.splice(at, 1);
    else if (kind === 1) list.splice(at, 0, ...new Array(pick([1, 2, 200], random)).fill(list[at] ?? ""));
    else if (kind === 2) list.splice(at, 0, ...list.splice(random.integer(list.length), 1));
    else list.splice(at, 2, (list[at] ?? "") + (list[at + 1] ?? ""));
  }
  return fromLatin1(list.join("\n"));
};

/** Swaps words in a text. */
const words: Mutator = (bytes, random) => {
  const list = latin1(bytes).split(/(\s+)/);
  const [a, b] = [random.integer(list.length), random.integer(list.length)];
  [list[a], list[b]] = [list[b], list[a]];
  return fromLatin1(list.join(""));
};

export const TEXT_MUTATORS: readonly Mutator[] = [numbers, numbers, numbers, lines, lines, words];

type Json = unknown;

const EXTREME_JSON: readonly (() => Json)[] = [
  () => null,
  () => -1,
  () => 1e38,
  () => 2 ** 31,
  () => 0.5,
  () => "",
  () => "x",
  () => true,
  () => [],
  () => ({}),
  () => [0, 0, 0, 0],
  () => 65536,
];

/** All places in a JSON value: the holder and the key. */
function places(root: Json): [holder: Record<string, Json>, key: string][] {
  const found: [Record<string, Json>, string][] = [];
  const open: Json[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [key, value] of Object.entries(next)) {
      found.push([next as Record<string, Json>, key]);
      open.push(value);
    }
  }
  return found;
}

/** Retypes, empties, drops or doubles fields and changes numbers. Modifies the given value. */
export function mutateJson(root: Json, random: Random): void {
  for (let n = 1 + random.integer(3); n > 0; n--) {
    const all = places(root);
    if (all.length === 0) return;
    const [holder, key] = pick(all, random);
    const value = holder[key];
    const kind = random.integer(5);
    if (kind === 0) delete holder[key];
    else if (kind === 1 && Array.isArray(value)) value.push(...value.slice());
    else if (kind === 2 && typeof value === "number") holder[key] = value + pick([1, -1, 1000, 0.5], random);
    else if (kind === 3 && Array.isArray(holder)) holder.splice(Number(key), 1);
    else holder[key] = pick(EXTREME_JSON, random)();
  }
}
