/**
 * The filters of EXT_meshopt_compression. They store values as other numbers that compress better: a normal as two
 * octahedral coordinates, a rotation as its three smaller components, and floats with a shared exponent.
 */
import type { GLTF } from "@gltf-transform/core";
import type { Precision } from "../../../model/files/export/compression";
import type { ByteKind } from "../../../model/files/export/export-options";
import type { NumberArray } from "./glb-parts";

/** The use of an accessor. */
export interface Use {
  kind: ByteKind;
  /** Vertex attributes have strides. Indices are packed as triangles. */
  as: "attribute" | "triangles" | "rows";
}

export type Encoder = typeof import("meshoptimizer/encoder").MeshoptEncoder;

export interface Filter {
  name: "OCTAHEDRAL" | "QUATERNION" | "EXPONENTIAL";
  /** The bits of each number. */
  bits: number;
}

/** The bits of numbers in curves. The error of a translation is up to 3e-5 of its length. */
const MANTISSA = 16;
const NORMAL_BITS = 8;
/** The bits of rotations. With 12 bits the error is up to 0.03 degrees. */
const TURN_BITS: Record<Precision, number> = { fine: 16, medium: 14, coarse: 12 };

/** The filter of an accessor, with its new type; undefined for numbers that do not change. */
export function filterOf(
  { kind, as }: Use,
  { type, componentType }: GLTF.IAccessor,
  precision: Precision,
): Filter | undefined {
  if (as === "attribute" && componentType === 5120) return { name: "OCTAHEDRAL", bits: NORMAL_BITS };
  if (kind !== "animation") return undefined;
  if (type === "VEC4" && componentType === 5122) return { name: "QUATERNION", bits: TURN_BITS[precision] };
  return type === "VEC3" ? { name: "EXPONENTIAL", bits: MANTISSA } : undefined;
}

/** Rows of three or four numbers as rows of four. */
function rowsOfFour(all: readonly NumberArray[], width: number): Float32Array {
  const rows = all.reduce((sum, { length }) => sum + length / width, 0);
  const out = new Float32Array(4 * rows);
  let at = 0;
  for (const numbers of all) {
    for (let n = 0; n < numbers.length; n += width, at += 4) out.set(numbers.subarray(n, n + width), at);
  }
  return out;
}

/**
 * @param given the numbers of each accessor before quantisation.
 * @param stride bytes from row to row in the file.
 */
export function filtered(
  encoder: Encoder,
  { name, bits }: Filter,
  given: readonly NumberArray[],
  width: number,
  stride: number,
): Uint8Array {
  if (name === "EXPONENTIAL") {
    const all = Float32Array.from(given.flatMap((numbers) => [...numbers]));
    return encoder.encodeFilterExp(all, all.length / width, stride, bits);
  }
  const rows = rowsOfFour(given, width);
  const count = rows.length / 4;
  return name === "OCTAHEDRAL"
    ? encoder.encodeFilterOct(rows, count, stride, bits)
    : encoder.encodeFilterQuat(rows, count, stride, bits);
}
