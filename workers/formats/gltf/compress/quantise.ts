/**
 * Converts numbers of a glTF accessor to fewer bits (KHR_mesh_quantization; for weights and rotations core glTF 2.0).
 */
import { wholeWeights } from "../../whole-weights";

/** The new numbers of an accessor. Rows of vertex attributes begin on multiples of four bytes, so there may be gaps. */
export interface Quantised {
  bytes: Uint8Array<ArrayBuffer>;
  componentType: 5120 | 5121 | 5122 | 5123;
  /** Bytes from row to row. */
  stride: number;
  /** The least numbers in the file. */
  min?: number[];
  max?: number[];
}

const TYPES = {
  5120: { Numbers: Int8Array, most: 127, least: -127 },
  5121: { Numbers: Uint8Array, most: 255, least: 0 },
  5122: { Numbers: Int16Array, most: 32767, least: -32767 },
  5123: { Numbers: Uint16Array, most: 65535, least: 0 },
} as const;

/** Rows of `width` numbers in 0..1 or -1..1 as normalised integers. */
export function normalised(
  values: ArrayLike<number>,
  width: number,
  componentType: Quantised["componentType"],
): Quantised {
  const { Numbers, most, least } = TYPES[componentType];
  const size = Numbers.BYTES_PER_ELEMENT;
  const stride = 4 * Math.ceil((width * size) / 4);
  const count = values.length / width;
  const out = new Numbers((count * stride) / size);
  for (let n = 0; n < count; n++) {
    for (let c = 0; c < width; c++) {
      const whole = Math.round(values[n * width + c] * most);
      out[(n * stride) / size + c] = Math.max(least, Math.min(most, whole));
    }
  }
  return { bytes: new Uint8Array(out.buffer), componentType, stride };
}

/** The integers, including the gaps between rows. */
export const wholeOf = ({ bytes, componentType }: Quantised) =>
  new TYPES[componentType].Numbers(bytes.buffer);

/** Adds the least and largest number of each column. */
export function withBounds(quantised: Quantised, width: number): Quantised {
  const numbers = wholeOf(quantised);
  const step = quantised.stride / numbers.BYTES_PER_ELEMENT;
  const min: number[] = new Array(width).fill(Number.POSITIVE_INFINITY);
  const max: number[] = new Array(width).fill(Number.NEGATIVE_INFINITY);
  for (let at = 0; at < numbers.length; at += step) {
    for (let c = 0; c < width; c++) {
      min[c] = Math.min(min[c], numbers[at + c]);
      max[c] = Math.max(max[c], numbers[at + c]);
    }
  }
  return { ...quantised, min, max };
}

/**
 * Quantises the weights of all sets of a primitive, four for each vertex and set.
 * @returns the quantised weights of each set. Over all sets, the integers of a vertex sum to exactly 255 or 65535.
 */
export function quantiseWeights(sets: readonly Float32Array[], steps: 255 | 65535): Quantised[] {
  const componentType = steps === 255 ? 5121 : 5123;
  const { Numbers } = TYPES[componentType];
  const out = sets.map((set) => new Numbers(set.length));
  const row = new Float64Array(4 * sets.length);
  for (let at = 0; at < sets[0].length; at += 4) {
    for (const [s, set] of sets.entries()) row.set(set.subarray(at, at + 4), 4 * s);
    const whole = wholeWeights(row, steps);
    for (const [s, numbers] of out.entries()) numbers.set(whole.slice(4 * s, 4 * s + 4), at);
  }
  const stride = 4 * Numbers.BYTES_PER_ELEMENT;
  return out.map(({ buffer }) => ({ bytes: new Uint8Array(buffer), componentType, stride }));
}
