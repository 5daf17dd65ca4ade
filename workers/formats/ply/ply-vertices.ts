/** Reads the vertices of a PLY: positions, normals, UVs, colours and custom attributes. */
import { isRounded, roundedSentence } from "../assemble/join-attributes";
import type { PlyElement } from "./ply-header";
import type { PlyNumbers } from "./ply-numbers";
import { eachRow, lostProperties, skip, type Tick } from "./ply-rows";

export interface PlyVertices {
  positions: Float64Array;
  normals: Float32Array | null;
  /** v from the top. */
  uvs: Float32Array | null;
  /** 4 numbers in 0..1 for each vertex. */
  colours: Float32Array | null;
  /** Properties that Sinew does not know, one number for each vertex. */
  attributes: { name: string; values: Float64Array }[];
  /** Sentences about what is not kept. */
  lost: string[];
}

type Group = "positions" | "normals" | "uvs" | "colours";

/** Names of properties, for each number of a group. A group is read if all its needed numbers are there. */
const GROUPS: Record<Group, { names: readonly string[][]; needed: number }> = {
  positions: { names: [["x"], ["y"], ["z"]], needed: 3 },
  normals: { names: [["nx"], ["ny"], ["nz"]], needed: 3 },
  uvs: {
    names: [
      ["s", "u", "texture_u"],
      ["t", "v", "texture_v"],
    ],
    needed: 2,
  },
  colours: {
    names: [
      ["red", "r", "diffuse_red"],
      ["green", "g", "diffuse_green"],
      ["blue", "b", "diffuse_blue"],
      ["alpha", "a", "diffuse_alpha"],
    ],
    needed: 3,
  },
};

/** The array of a group, and the place in its rows of each property; −1 for properties of other groups. */
interface Target {
  values: Float64Array | Float32Array;
  width: number;
  slots: number[];
}

/** The target of a group, or null if the element lacks it. The first property of a name counts. */
function targetOf(group: Group, { properties, count }: PlyElement): Target | null {
  const { names, needed } = GROUPS[group];
  const slots = properties.map(() => -1);
  const found = names.filter((known, slot) => {
    const at = properties.findIndex(({ name, countType }) => countType === null && known.includes(name));
    if (at >= 0) slots[at] = slot;
    return at >= 0;
  });
  const isWhole = names.slice(0, needed).every((known) => found.includes(known));
  if (!isWhole) return null;
  const Values = group === "positions" ? Float64Array : Float32Array;
  return { values: new Values(names.length * count), width: names.length, slots };
}

/** Null if the vertices have no positions. Then no row is read. */
export async function readVertices(
  numbers: PlyNumbers,
  element: PlyElement,
  tick: Tick,
): Promise<PlyVertices | null> {
  const positions = targetOf("positions", element);
  if (!positions) return null;
  const [normals, uvs, colours] = (["normals", "uvs", "colours"] as const).map((group) =>
    targetOf(group, element),
  );
  // Vertices without an alpha are opaque.
  colours?.values.fill(1);
  const attributes: PlyVertices["attributes"] = [];
  const setters = element.properties.map((property, p) => {
    for (const target of [positions, normals, uvs, colours]) {
      const slot = target?.slots[p] ?? -1;
      if (!target || slot < 0) continue;
      const full = target === colours ? (property.type.full ?? 1) : 1;
      // PLY counts v from the bottom, a sequence from the top.
      return setter(target, slot, target === uvs && slot === 1 ? (v) => 1 - v : (x) => x / full);
    }
    if (property.countType) return null;
    const own = { name: property.name, values: new Float64Array(element.count) };
    attributes.push(own);
    return setter({ values: own.values, width: 1, slots: [] }, 0, (x) => x);
  });
  await eachRow(element, tick, (row) => {
    for (const [p, property] of element.properties.entries()) {
      const set = setters[p];
      if (set) set(row, numbers.next(property));
      else skip(numbers, property);
    }
  });
  const lists = element.properties.filter(({ countType }) => countType);
  const rounded = attributes.filter(({ values }) => isRounded(values));
  return {
    positions: positions.values as Float64Array,
    normals: (normals?.values ?? null) as Float32Array | null,
    uvs: (uvs?.values ?? null) as Float32Array | null,
    colours: (colours?.values ?? null) as Float32Array | null,
    attributes,
    lost: [
      ...lostProperties("Lists of vertices", element, lists),
      ...roundedSentence(rounded.map(({ name }) => name)),
    ],
  };
}

/** Stores a number of a row, after a conversion. */
const setter =
  ({ values, width }: Target, slot: number, convert: (x: number) => number) =>
  (row: number, value: number): void => {
    values[width * row + slot] = convert(value);
  };
