/** Damage that leaves a file's structure whole: numbers within it become others of their kind, and readers read on. */
import type { Random } from "../../math/random";
import { glbParts, viewOf } from "./glb-parts";
import { fromLatin1, latin1, type Mutator, pick } from "./mutate";

const FACTORS = [-1, 0, 0.5, 2, 1000, 1e-6, 1e12];
const RARE = [Number.NaN, Number.POSITIVE_INFINITY, 3.4e38, -1e-40];

/** Another number in the place of `value`, seldom one that no file should hold. */
export const otherNumber = (value: number, random: Random): number =>
  random.integer(8) === 0 ? pick(RARE, random) : value * pick(FACTORS, random) + pick([0, 0, 1], random);

/** Looks in so many places for words that read as plain floats. */
const LOOKS = 40;

/** Other values for floats of 4 bytes, wherever something reads as one. */
export const floatWords =
  (littleEndian: boolean): Mutator =>
  (bytes, random) => {
    const out = bytes.slice();
    const view = viewOf(out);
    let wanted = 1 + random.integer(4);
    for (let n = 0; n < LOOKS && wanted > 0 && out.length >= 4; n++) {
      const at = random.integer(out.length - 3);
      const value = view.getFloat32(at, littleEndian);
      if (!(Math.abs(value) > 1e-3 && Math.abs(value) < 1e4)) continue;
      view.setFloat32(at, otherNumber(value, random), littleEndian);
      wanted--;
    }
    return out;
  };

/** Other values for the numbers of a text that have a decimal point: not counts, nor indices. */
export const decimals: Mutator = (bytes, random) => {
  const text = latin1(bytes);
  const found = [...text.matchAll(/-?\d+\.\d+(?:e[+-]?\d+)?/gi)];
  if (found.length === 0) return bytes;
  const { index, 0: word } = pick(found, random);
  const other = otherNumber(Number(word), random);
  return fromLatin1(text.slice(0, index) + other + text.slice(index + word.length));
};

/** Where each number of a JSON value that is no integer stands, and each of its names. */
function leaves(value: unknown, found: [holder: Record<string, unknown>, key: string][] = []) {
  if (typeof value !== "object" || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    const isLeaf = (typeof inner === "number" && !Number.isInteger(inner)) || key === "name";
    if (isLeaf) found.push([value as Record<string, unknown>, key]);
    else leaves(inner, found);
  }
  return found;
}

/** Other numbers and names in a JSON value, of the same types. Writes to what it is given. */
export function nudgeJson(root: unknown, random: Random): void {
  const found = leaves(root);
  for (let n = 1 + random.integer(3); n > 0 && found.length > 0; n--) {
    const [holder, key] = pick(found, random);
    const value = holder[key];
    // JSON has no NaN and no infinity.
    if (typeof value === "number")
      holder[key] = Math.max(-1e38, Math.min(1e38, otherNumber(value, random) || 0));
    else holder[key] = pick(["", "__proto__", "a/b", "x".repeat(3000), "\u0000", "Ä \ud800"], random);
  }
}

interface PackedJson {
  meshes?: { primitives: { extensions?: Record<string, { bufferView?: number }> }[] }[];
  bufferViews?: { byteOffset?: number; byteLength: number; extensions?: Record<string, Span> }[];
}
interface Span {
  byteOffset?: number;
  byteLength: number;
}

/** What of a GLB's buffer is compressed: by Draco, or by meshopt. */
function packedSpans({ meshes = [], bufferViews = [] }: PackedJson): Span[] {
  const draco = meshes
    .flatMap(({ primitives }) => primitives)
    .flatMap(({ extensions }) => extensions?.KHR_draco_mesh_compression?.bufferView ?? [])
    .map((view) => bufferViews[view]);
  return [...draco, ...bufferViews.flatMap(({ extensions }) => extensions?.EXT_meshopt_compression ?? [])];
}

/** The first bytes of compressed data are its header, which damage elsewhere reaches often enough. */
const PACKED_HEADER = 16;

/** Other bits within compressed data of a GLB, whose description stays right. */
export const packedBits: Mutator = (bytes, random) => {
  const { json, start } = glbParts(bytes);
  const { byteOffset = 0, byteLength } = pick(packedSpans(json as PackedJson), random);
  const out = bytes.slice();
  for (let n = 1 + random.integer(3); n > 0; n--) {
    const inside = PACKED_HEADER + random.integer(Math.max(1, byteLength - PACKED_HEADER));
    out[start + byteOffset + inside] ^= 1 << random.integer(8);
  }
  return out;
};
