import { describe, expect, it } from "vitest";
import { Arena } from "./arena";
import { kernels } from "./kernels.generated";
import { Serial } from "./parallel";
import { instantiateKernels, kernelModule } from "./wasm-module";

/** Parameters of a block kernel that `Parallel` fills in: begin, end, slot. */
const OF_BLOCK = 3;

describe("kernels.generated", () => {
  it("names every function of the module, with the same number of parameters", () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
    const anything = new Proxy({}, { get: () => ({ byteOffset: 0 }) }) as never;
    const functions = Object.entries(instantiateKernels(kernelModule(false), memory)).filter(
      ([, value]) => typeof value === "function",
    );
    expect(functions.map(([name]) => name).sort()).toEqual(Object.keys(kernels).sort());
    for (const [name, { length }] of functions) {
      const kernel = kernels[name as keyof typeof kernels];
      const packed = kernel.pack(anything).length;
      expect([name, packed + (kernel.parameters === "block" ? OF_BLOCK : 0)]).toEqual([name, length]);
    }
  });

  it("passes addresses of views and of numbers, and 0 for missing ones", () => {
    const { arena } = new Serial(new Arena(1 << 12, false));
    const [a, b] = [arena.f64(4), arena.f64(4)];
    expect(kernels.dot.pack({ a: a.subarray(2), b: b.byteOffset, n: 2 })).toEqual([
      a.byteOffset + 16,
      b.byteOffset,
      2,
    ]);
    const system = { normal: a, h: 1, ridge: 0, system: b };
    expect(kernels.affineFactor.pack({ ...system, locked: null })[3]).toBe(0);
  });

  it("the type checker refuses wrong names, missing and extra arguments", () => {
    const parallel = new Serial(new Arena(1 << 12, false));
    const [a, b] = [parallel.arena.f64(2), parallel.arena.f64(2)];
    const task = { async checkpoint() {} };
    // `tsc` reports each of these lines if it finds no error in the next one.
    const wrong = [
      // @ts-expect-error no such kernel
      () => parallel.call(kernels.dott, { a, b, n: 2 }),
      // @ts-expect-error n is missing
      () => parallel.call(kernels.dot, { a, b }),
      // @ts-expect-error m is not one of its arguments
      () => parallel.call(kernels.dot, { a, b, n: 2, m: 3 }),
      // @ts-expect-error a count is a number
      () => parallel.call(kernels.dot, { a, b, n: a }),
      // @ts-expect-error only arguments marked as optional may be missing
      () => parallel.call(kernels.dot, { a, b: null, n: 2 }),
      // @ts-expect-error a kernel over blocks is not called once
      () => parallel.call(kernels.pairTable, { gram: a, h: 1, padded: 2, table: b, diagonal: b }),
      // @ts-expect-error a kernel that is called once has no blocks
      () => parallel.run(task, kernels.dot, 1, 1, { a, b, n: 2 }),
    ];
    expect(wrong).toHaveLength(7);
  });
});
