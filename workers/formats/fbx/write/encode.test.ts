import fc from "fast-check";
import { unzlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { encodeFbx, FBX_VERSION } from "./encode";
import { type FbxRecord, int, type RecordValue, record } from "./record";

const ARRAYS = { d: Float64Array, f: Float32Array, i: Int32Array, l: BigInt64Array };

/** A plain reader for the records. */
class Reader {
  private readonly view: DataView;
  private readonly bytes: Uint8Array;
  at = 27;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  private take(count: number): Uint8Array {
    this.at += count;
    return this.bytes.slice(this.at - count, this.at);
  }

  private u64(): number {
    this.at += 8;
    return Number(this.view.getBigUint64(this.at - 8, true));
  }

  private u32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  private value(): RecordValue {
    const letter = String.fromCharCode(this.take(1)[0]);
    if (letter === "S") return new TextDecoder().decode(this.take(this.u32()));
    if (letter === "R") return this.take(this.u32());
    if (letter === "D") return new Float64Array(this.take(8).buffer)[0];
    if (letter === "L") return new BigInt64Array(this.take(8).buffer)[0];
    if (letter === "C") return this.take(1)[0] === 1;
    if (letter === "I") return int(new Int32Array(this.take(4).buffer)[0]);
    const [length, isPacked, count] = [this.u32(), this.u32(), this.u32()];
    const held = isPacked ? unzlibSync(this.take(count)) : this.take(count);
    const array = new ARRAYS[letter as keyof typeof ARRAYS](held.slice().buffer);
    expect(array.length).toBe(length);
    return array;
  }

  record(): FbxRecord | null {
    const [end, count, size] = [this.u64(), this.u64(), this.u64()];
    const name = new TextDecoder().decode(this.take(this.take(1)[0]));
    if (end === 0) {
      expect([count, size, name]).toEqual([0, 0, ""]);
      return null;
    }
    const before = this.at;
    const values = Array.from({ length: count }, () => this.value());
    expect(this.at - before).toBe(size);
    const children = this.at < end ? this.list() : null;
    expect(this.at).toBe(end);
    return { name, values, children };
  }

  list(): FbxRecord[] {
    const all: FbxRecord[] = [];
    for (let next = this.record(); next; next = this.record()) all.push(next);
    return all;
  }
}

const numbers = fc.array(fc.double({ noNaN: true }), { maxLength: 40 });
const whole = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const values: fc.Arbitrary<RecordValue> = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.double({ noNaN: true }),
  long,
  fc.boolean(),
  whole.map(int),
  fc.uint8Array({ maxLength: 300 }),
  numbers.map((list) => Float64Array.from(list)),
  numbers.map((list) => Float32Array.from(list)),
  fc.array(whole, { maxLength: 80 }).map((list) => Int32Array.from(list)),
  fc.array(long, { maxLength: 40 }).map((list) => BigInt64Array.from(list)),
);
const { tree } = fc.letrec<{ tree: FbxRecord }>((tie) => ({
  tree: fc
    .tuple(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.array(values, { maxLength: 4 }),
      fc.option(fc.array(tie("tree"), { maxLength: 3 }), { maxDepth: 4 }),
    )
    .map(([name, own, children]) => record(name, own, children)),
}));

describe("encodeFbx", () => {
  it("writes records that are read back unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { maxLength: 4 }), async (records) => {
        const { bytes, bytesByKind } = await encodeFbx(records, UNWATCHED);
        expect(Object.values(bytesByKind).reduce((a, b) => a + b, 0)).toBe(bytes.length);
        expect(new TextDecoder().decode(bytes.subarray(0, 23))).toBe("Kaydara FBX Binary  \0\x1a\0");
        const reader = new Reader(bytes);
        expect(reader.list()).toEqual(records);
        const version = (at: number) => new DataView(bytes.buffer).getUint32(at, true);
        expect(version(23)).toBe(FBX_VERSION);
        // The footer: its code, zeros up to a multiple of 16, the version, 120 zeros and the end.
        expect(version(bytes.length - 140)).toBe(FBX_VERSION);
        expect((bytes.length - 140) % 16).toBe(0);
        expect(bytes.length - 140 - reader.at).toBeGreaterThan(20);
      }),
      { numRuns: 60 },
    );
  });

  it("stops when it is cancelled", async () => {
    const cancel = { ...UNWATCHED, checkpoint: () => Promise.reject(new Error("cancelled")) };
    await expect(encodeFbx([record("Objects", [], [record("One")])], cancel)).rejects.toThrow("cancelled");
  });
});
