import { Unzlib, unzlibSync } from "fflate";
import { DEFLATE_RATIO } from "../../zip/deflate-ratio";
import { type FbxArray, FbxDamage } from "./node";

/** Bytes of one number of each kind of list. */
export const WIDTHS: Record<string, number> = { b: 1, c: 1, i: 4, f: 4, d: 8, l: 8 };

/** The number of packed bytes to unpack at a time, so that one piece cannot fill the memory. */
const PIECE = 1 << 16;
/** Lists up to this size are unpacked without a stream, because a stream allocates its own window. */
const SMALL = 1e5;

/** A list in a binary file, plain or packed by zlib. */
export class PackedArray implements FbxArray {
  readonly count: number;
  private readonly name: string;
  private readonly type: string;
  private readonly held: Uint8Array;
  private readonly isPlain: boolean;

  /**
   * @param name of its record, for messages.
   * @param type one of the keys of WIDTHS.
   * @param held its bytes in the file: `count` numbers, or packed ones.
   * @throws FbxDamage if the bytes are too few for the numbers.
   */
  constructor(name: string, type: string, count: number, held: Uint8Array, isPlain: boolean) {
    this.name = name;
    this.type = type;
    this.count = count;
    this.held = held;
    this.isPlain = isPlain;
    if (!isPlain && count * WIDTHS[type] > DEFLATE_RATIO * (held.length + 1)) {
      throw new FbxDamage(`A list "${name}" of ${count} numbers cannot come from ${held.length} bytes.`);
    }
  }

  numbers(): ArrayLike<number> {
    const buffer = this.unpacked();
    if (this.type === "d") return new Float64Array(buffer);
    if (this.type === "f") return new Float32Array(buffer);
    if (this.type === "i") return new Int32Array(buffer);
    if (this.type === "l") return Float64Array.from(new BigInt64Array(buffer), Number);
    return new Uint8Array(buffer);
  }

  bits(): Uint32Array {
    const numbers = this.numbers();
    const words = this.type === "i" ? Int32Array.from(numbers) : Float32Array.from(numbers);
    return new Uint32Array(words.buffer);
  }

  private unpacked(): ArrayBuffer {
    const size = this.count * WIDTHS[this.type];
    // A copy, because the numbers need not begin at a multiple of their width.
    if (this.isPlain) return Uint8Array.from(this.held).buffer;
    const isSmall = size <= SMALL && this.held.length <= SMALL;
    return isSmall ? unpackSmall(this.held, size, this.name) : unpackLarge(this.held, size, this.name);
  }
}

/** Unpacks up to one extra byte, to notice a list that is too long. */
function unpackSmall(packed: Uint8Array, size: number, name: string): ArrayBuffer {
  let out: Uint8Array;
  try {
    out = unzlibSync(packed, { out: new Uint8Array(size + 1) });
  } catch {
    throw new FbxDamage(`A list "${name}" is packed wrongly.`);
  }
  if (out.length !== size) throw new FbxDamage(`A list "${name}" unpacks to another length than it says.`);
  return Uint8Array.from(out).buffer;
}

function unpackLarge(packed: Uint8Array, size: number, name: string): ArrayBuffer {
  const out = new Uint8Array(size);
  let at = 0;
  const stream = new Unzlib((piece) => {
    if (at + piece.length > size) throw new FbxDamage(`A list "${name}" unpacks to more than it says.`);
    out.set(piece, at);
    at += piece.length;
  });
  try {
    for (let from = 0; from < packed.length; from += PIECE) {
      stream.push(packed.subarray(from, from + PIECE), from + PIECE >= packed.length);
    }
  } catch (error) {
    if (error instanceof FbxDamage) throw error;
    throw new FbxDamage(`A list "${name}" is packed wrongly.`);
  }
  if (at < size) throw new FbxDamage(`A list "${name}" unpacks to less than it says.`);
  return out.buffer;
}
