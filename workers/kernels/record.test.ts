import { describe, expect, it } from "vitest";
import { Arena } from "./arena";
import { kernels, type RingGroup, records } from "./kernels.generated";
import { Serial } from "./parallel";
import { KernelRecord } from "./record";

const parallel = new Serial(new Arena(1 << 16, false));
const { arena } = parallel;

describe("KernelRecord", () => {
  it("writes fields where the kernel's class has them, and changes some of them", () => {
    const numbers = arena.f64(3);
    const group: RingGroup = {
      sourceCount: -7,
      sources: numbers,
      given: 48,
      rows: 0,
      ends: 0,
      offsets: 0,
      indices: 0,
      values: 0,
      first: 0xfffffff0,
      second: 0,
      count: 0,
    };
    const record = KernelRecord.take(arena, records.RingGroup);
    record.write(group);
    const words = new Uint32Array(arena.memory.buffer, record.byteOffset, records.RingGroup.bytes / 4);
    expect([...words]).toEqual([2 ** 32 - 7, numbers.byteOffset, 48, 0, 0, 0, 0, 0, 0xfffffff0, 0, 0]);
    record.change({ given: numbers.subarray(1), count: 3 });
    expect(record.read("given")).toBe(numbers.byteOffset + 8);
    expect(record.read("count")).toBe(3);
    expect(record.read("sourceCount")).toBe(-7);
    expect(record.read("first")).toBe(0xfffffff0);
  });

  it("writes f64 fields, and 0 for missing ones", () => {
    const record = KernelRecord.take(arena, records.WeightsJob);
    record.change({ smoothness: 0.1, noise: 1e-300, locked: arena.u8(4), losses: null, order: 16 });
    expect([record.read("smoothness"), record.read("noise")]).toEqual([0.1, 1e-300]);
    record.change({ locked: undefined });
    expect([record.read("locked"), record.read("losses"), record.read("order")]).toEqual([0, 0, 16]);
  });

  it("stores many one after another", () => {
    const all = KernelRecord.takeMany(arena, records.RingGroup, 3);
    all.forEach((record, n) => {
      record.change({ sourceCount: n + 1 });
      expect(record.byteOffset).toBe(all[0].byteOffset + n * records.RingGroup.bytes);
    });
    expect(all.map((record) => record.read("sourceCount"))).toEqual([1, 2, 3]);
  });

  it("the type checker refuses a record of another kind, and missing fields", () => {
    const local = KernelRecord.take(arena, records.ArapLocal);
    const wrong = [
      // @ts-expect-error the kernel takes an ArapSystem
      () => parallel.callBlock(kernels.arapAssemble, 0, 1, { system: local }),
      // @ts-expect-error the address of anything is not enough
      () => parallel.callBlock(kernels.arapGather, 0, 1, { local: local.byteOffset }),
      // @ts-expect-error fields are missing
      () => local.write({ members: 0 }),
      // @ts-expect-error no such field
      () => local.change({ member: 0 }),
    ];
    expect(wrong).toHaveLength(4);
  });
});
