/** Damage that keeps a file's structure. Numbers change to others of the same kind, so readers continue. */
import type { Random } from "../../../math/random";
import { dataView } from "../../source/data-view";
import { glbParts } from "./glb-parts";
import { fromLatin1, latin1, type Mutator, pick } from "./mutate";

const FACTORS = [-1, 0, 0.5, 2, 1000, 1e-6, 1e12];
const RARE = [Number.NaN, Number.POSITIVE_INFINITY, 3.4e38, -1e-40];

/** Another number instead of `value`, rarely one that no file should contain. */
export const otherNumber = (value: number, random: Random): number =>
  random.integer(8) === 0 ? pick(RARE, random) : value * pick(FACTORS, random) + pick([0, 0, 1], random);

/** The number of places to try to find words that look like plain floats. */
const LOOKS = 40;

/** Changes 4-byte floats at places that look like floats. */
export const floatWords =
  (littleEndian: boolean): Mutator =>
  (bytes, random) => {
    const out = bytes.slice();
    const view = dataView(out);
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

/** Changes numbers with a decimal point in a text, but no counts or indices. */
export const decimals: Mutator = (bytes, random) => {
  const text = latin1(bytes);
  const found = [...text.matchAll(/-?\d+\.\d+(?:e[+-]?\d+)?/gi)];
  if (found.length === 0) return bytes;
  const { index, 0: word } = pick(found, random);
  const other = otherNumber(Number(word), random);
  return fromLatin1(text.slice(0, index) + other + text.slice(index + word.length));
};

/** The places of all non-integer numbers and all names in a JSON value. */
function leaves(value: unknown, found: [holder: Record<string, unknown>, key: string][] = []) {
  if (typeof value !== "object" || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    const isLeaf = (typeof inner === "number" && !Number.isInteger(inner)) || key === "name";
    if (isLeaf) found.push([value as Record<string, unknown>, key]);
    else leaves(inner, found);
  }
  return found;
}

/** Changes numbers and names in a JSON value to others of the same types. Modifies the given value. */
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

/** The compressed parts of a GLB's buffer, by Draco or meshopt. */
function packedSpans({ meshes = [], bufferViews = [] }: PackedJson): Span[] {
  const draco = meshes
    .flatMap(({ primitives }) => primitives)
    .flatMap(({ extensions }) => extensions?.KHR_draco_mesh_compression?.bufferView ?? [])
    .map((view) => bufferViews[view]);
  return [...draco, ...bufferViews.flatMap(({ extensions }) => extensions?.EXT_meshopt_compression ?? [])];
}

/** The bytes of the header of compressed data, which other damage reaches often enough. */
const PACKED_HEADER = 16;

/** Flips bits in compressed data of a GLB and keeps its JSON correct. */
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
