/** Alembic's plain data types by their number in property headers. */
export const POD = {
  boolean: 0,
  uint8: 1,
  int8: 2,
  uint16: 3,
  int16: 4,
  uint32: 5,
  int32: 6,
  uint64: 7,
  int64: 8,
  float16: 9,
  float32: 10,
  float64: 11,
  string: 12,
  wideString: 13,
} as const;

/** Bytes of one number of each type; 0 for strings. */
export const POD_BYTES = [1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8, 0, 0];

export const POD_NAMES = Object.keys(POD);

export type Numbers =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Numbers of type `pod`, little endian, in a new array. 64-bit and half numbers become doubles. */
export function decodeNumbers(pod: number, bytes: Uint8Array): Numbers {
  const { buffer } = bytes.slice();
  switch (pod) {
    case POD.boolean:
    case POD.uint8:
      return new Uint8Array(buffer);
    case POD.int8:
      return new Int8Array(buffer);
    case POD.uint16:
      return new Uint16Array(buffer);
    case POD.int16:
      return new Int16Array(buffer);
    case POD.uint32:
      return new Uint32Array(buffer);
    case POD.int32:
      return new Int32Array(buffer);
    case POD.float32:
      return new Float32Array(buffer);
    case POD.float64:
      return new Float64Array(buffer);
    case POD.uint64:
      return Float64Array.from(new BigUint64Array(buffer), Number);
    case POD.int64:
      return Float64Array.from(new BigInt64Array(buffer), Number);
    case POD.float16:
      return Float64Array.from(new Uint16Array(buffer), halfToNumber);
    default:
      throw new RangeError(`type ${pod} holds no numbers`);
  }
}

/** IEEE 754 binary16. */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
