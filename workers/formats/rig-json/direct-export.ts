/**
 * The data that a variant of Direct Delta Mush needs to pose, as JSON and one little-endian binary, for engine
 * programmers. docs/reference/direct-export.md has the layout, and how each variant is evaluated.
 */

import { entriesOf, isDirect } from "../../deform/deform-frames";
import type { DirectEntries } from "../../deform/direct/omega";
import { inverseTransposes } from "../../deform/direct/variants/ddm-v1";
import { SinewError } from "../../model/errors";
import type { DirectExportInput, DirectExportResult } from "../../model/files/export/direct-export";
import { wellFormedJson } from "../../model/files/well-formed";

const VERSION = 1;
/** Arrays begin at multiples of this many bytes, the usual alignment of GPUs. */
const ALIGNMENT = 16;

type Variant = "v0" | "v1" | "v2" | "v3" | "v4" | "v5";

const SECOND = ["Axx", "Axy", "Axz", "Ayy", "Ayz", "Azz"];
const FIRST = ["bx", "by", "bz"];
/** The numbers of an entry for each variant, in the file's order. */
const COMPONENTS: Record<Variant, string[]> = {
  v0: [...SECOND, ...FIRST, "omega"],
  v1: [...SECOND, ...FIRST, "omega"],
  v2: [...FIRST, "omega", "psi"],
  v3: [...FIRST, "omega", "psi"],
  v4: ["omega", "psi"],
  v5: ["omega"],
};

interface FileArray {
  data: Float32Array | Uint32Array | Uint16Array;
  /** The names of the numbers of one item. */
  components: string[];
}

/** The entries' numbers, interleaved in the variant's order. */
function entryNumbers({ moments, psi, omega }: DirectEntries, components: string[]): Float32Array {
  const out = new Float32Array(components.length * omega.length);
  const moment = components.map((name) => [...SECOND, ...FIRST].indexOf(name));
  for (let e = 0; e < omega.length; e++) {
    components.forEach((name, c) => {
      const value = moment[c] >= 0 ? moments[9 * e + moment[c]] : name === "psi" ? psi[e] : omega[e];
      out[components.length * e + c] = value;
    });
  }
  return out;
}

function arraysOf({ source, origin }: DirectExportInput, variant: Variant, entries: DirectEntries) {
  const placed = (positions: Float64Array) => Float32Array.from(positions, (x, n) => x + origin[n % 3]);
  const xyz = ["x", "y", "z"];
  const arrays: Record<string, FileArray> = { rest: { data: placed(entries.rest), components: xyz } };
  if (variant !== "v5") arrays.centres = { data: placed(entries.centres), components: xyz };
  if (variant === "v1") {
    const patches = Float32Array.from(inverseTransposes(entries));
    arrays.patches = { data: patches, components: ["Pxx", "Pxy", "Pxz", "Pyy", "Pyz", "Pzz"] };
  }
  const components = COMPONENTS[variant];
  arrays.offsets = { data: entries.offsets, components: ["first"] };
  arrays.bones = { data: entries.bones, components: ["bone"] };
  arrays.entries = { data: entryNumbers(entries, components), components };
  arrays.triangles = { data: source.triangles, components: ["a", "b", "c"] };
  return arrays;
}

/** Packs arrays one after the other, with the start of each. */
function pack(arrays: Record<string, FileArray>) {
  let bytes = 0;
  const records = Object.entries(arrays).map(([name, { data, components }]) => {
    const byteOffset = bytes;
    bytes = ALIGNMENT * Math.ceil((byteOffset + data.byteLength) / ALIGNMENT);
    const type = data instanceof Float32Array ? "f32" : data instanceof Uint32Array ? "u32" : "u16";
    return { name, data, byteOffset, type, count: data.length / components.length, components };
  });
  const bin = new Uint8Array(bytes);
  const view = new DataView(bin.buffer);
  for (const { data, byteOffset, type } of records) {
    for (let n = 0; n < data.length; n++) {
      if (type === "f32") view.setFloat32(byteOffset + 4 * n, data[n], true);
      else if (type === "u32") view.setUint32(byteOffset + 4 * n, data[n], true);
      else view.setUint16(byteOffset + 2 * n, data[n], true);
    }
  }
  const layout = Object.fromEntries(records.map(({ name, data: _, ...record }) => [name, record]));
  return { bin, layout };
}

/** @throws SinewError if the deformer is not a direct one. */
export function exportDirect(input: DirectExportInput): DirectExportResult {
  const { name, kind, source, data, settings, origin } = input;
  if (!isDirect(kind)) {
    throw new SinewError({
      title: `${kind} has no data to export`,
      body: "Direct Delta Mush has, in its variants v0 to v5. Choose one of them, or bake the deformer into a rig.",
    });
  }
  const variant = kind.slice(4, 6) as Variant;
  const entries = entriesOf(data, settings);
  const { bin, layout } = pack(arraysOf(input, variant, entries));
  const { painted, slideOfBone, ...plain } = settings;
  const lengths = Array.from(data.offsets.subarray(1), (end, i) => end - data.offsets[i]);
  const json = {
    format: "sinew-direct-delta-mush",
    version: VERSION,
    name,
    variant,
    skinning: variant === "v5" ? (kind === "ddm-v5-dqs" ? "dual-quaternion" : "linear") : null,
    binary: `${name}.ddm.bin`,
    binaryBytes: bin.length,
    upAxis: input.upAxis,
    metresPerUnit: input.metresPerUnit,
    counts: {
      vertices: data.offsets.length - 1,
      triangles: source.triangles.length / 3,
      bones: source.bones.length,
      entries: data.bones.length,
      mostEntriesOfVertex: lengths.reduce((most, length) => Math.max(most, length), 0),
    },
    settings: {
      ...plain,
      slideOfBone: slideOfBone && [...slideOfBone],
      painted: Object.entries(painted).flatMap(([strength, values]) => (values ? [strength] : [])),
    },
    bones: source.bones.map(({ name: bone, parent, head }) => ({
      name: bone,
      parent,
      head: head.map((x, c) => x + origin[c]),
    })),
    arrays: layout,
  };
  return { json: new TextEncoder().encode(`${wellFormedJson(json, 2)}\n`), bin };
}
