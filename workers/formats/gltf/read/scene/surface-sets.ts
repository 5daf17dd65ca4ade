import type { Accessors } from "../asset/accessors";
import type { PrimitiveJson } from "../asset/gltf-json";
import type { Geometry } from "./scene";

/** Reads the used rows of an attribute; null if there is no such attribute. */
export type ReadAttribute = (semantic: string, width: number) => Float64Array | null;

/** The most UV sets, and the most sets of colours, of a mesh. */
const MOST_SETS = 8;

/** The most numbers that a custom attribute has for a vertex. */
const WIDEST = 4;

/** Whether an attribute with this name is a custom one. */
export const isOwnAttribute = (name: string): boolean => name.startsWith("_");

/**
 * The number of sets of a kind of attribute, "TEXCOORD_0", "TEXCOORD_1" …, including missing ones before the last. At
 * most MOST_SETS.
 */
function setsOf(attributes: PrimitiveJson["attributes"], kind: string): number {
  for (let n = MOST_SETS; n > 0; n--) if (`${kind}_${n - 1}` in attributes) return n;
  return 0;
}

/** Colours as RGBA, clamped to 0..1. Colours of three numbers get an alpha of 1. */
function readColours(values: Float64Array, width: number): Float64Array {
  const out = new Float64Array((4 * values.length) / width).fill(1);
  for (let i = 0; i < values.length; i++) {
    out[4 * Math.floor(i / width) + (i % width)] = Math.min(1, Math.max(0, values[i]));
  }
  return out;
}

/**
 * The UV sets after the first, the colours, the tangents and the unknown attributes of a primitive.
 * @throws SinewError if one of them does not fit its vertices.
 */
export function readSurfaceSets(
  { attributes }: PrimitiveJson,
  accessors: Accessors,
  attribute: ReadAttribute,
): Pick<Geometry, "moreUvs" | "colours" | "tangents" | "attributes"> {
  const moreUvs = Array.from({ length: Math.max(0, setsOf(attributes, "TEXCOORD") - 1) }, (_, n) =>
    attribute(`TEXCOORD_${n + 1}`, 2),
  );
  const colours = Array.from({ length: setsOf(attributes, "COLOR") }, (_, n) => {
    const semantic = `COLOR_${n}`;
    const width = semantic in attributes && accessors.components(attributes[semantic]) === 3 ? 3 : 4;
    const values = attribute(semantic, width);
    return values && readColours(values, width);
  });
  const tangents = attribute("TANGENT", 4);
  const unknown = Object.keys(attributes).flatMap((name) => {
    const width = isOwnAttribute(name) ? accessors.components(attributes[name]) : 0;
    // Other programs do not show attributes that are matrices.
    return width >= 1 && width <= WIDEST ? [{ name, width, values: attribute(name, width)! }] : [];
  });
  return {
    ...(moreUvs.length > 0 && { moreUvs }),
    // A set that is missing between others keeps its place and is white.
    ...(colours.length > 0 && { colours: colours.map((set) => set ?? whiteLike(colours)) }),
    ...(tangents && { tangents }),
    ...(unknown.length > 0 && { attributes: unknown }),
  };
}

const whiteLike = (sets: readonly (Float64Array | null)[]): Float64Array =>
  new Float64Array(sets.find((set) => set !== null)?.length ?? 0).fill(1);
