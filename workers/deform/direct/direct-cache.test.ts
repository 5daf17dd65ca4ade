import { describe, expect, it } from "vitest";
import { type BoundFrom, DirectCache, type KeptMesh, sameSmoothing } from "./direct-cache";

const from = (): BoundFrom => ({
  rest: Float32Array.of(0, 1, 2),
  triangles: Uint32Array.of(0, 0, 0),
  weights: {
    version: 1,
    offsets: Uint32Array.of(0, 1),
    bones: Uint16Array.of(2),
    values: Float32Array.of(1),
  },
  boneCount: 3,
  laplacian: "cotangent",
  joinReach: 0.1,
});

const kept = (of: BoundFrom, bytes = 0): KeptMesh =>
  ({
    from: of,
    rotation: { result: { entries: [{ vertices: { byteLength: bytes }, values: { byteLength: bytes } }] } },
    translation: { result: [{ vertices: { byteLength: bytes }, values: { byteLength: bytes } }] },
    rows: { moments: { byteLength: bytes } },
  }) as unknown as KeptMesh;

describe("the data of the last mesh", () => {
  it("are found by equal content, and dropped for any other", () => {
    const weights = from().weights;
    const others: Partial<BoundFrom>[] = [
      { rest: Float32Array.of(0, 1, 3) },
      { rest: Float32Array.of(1, 1, 2) },
      { rest: Float32Array.of(0, 1, 2, 3) },
      { triangles: Uint32Array.of(0, 0, 1) },
      { weights: { ...weights, offsets: Uint32Array.of(0, 2) } },
      { weights: { ...weights, bones: Uint16Array.of(1) } },
      { weights: { ...weights, values: Float32Array.of(0.5) } },
      { boneCount: 4 },
      { laplacian: "uniform" },
      { joinReach: 0.2 },
    ];
    for (const other of others) {
      const cache = new DirectCache();
      expect(cache.find(from())).toBeNull();
      const mesh = kept(from());
      cache.keep(mesh);
      expect(cache.find(from())).toBe(mesh);
      expect(cache.find({ ...from(), ...other })).toBeNull();
      expect(cache.find(from())).toBeNull();
    }
  });

  it("are kept if all parts together have at most 512 MB", () => {
    const cache = new DirectCache();
    cache.keep(kept(from(), 102.4e6));
    expect(cache.find(from())).not.toBeNull();
    cache.keep(kept(from(), 102.4e6 + 1));
    expect(cache.find(from())).toBeNull();
    // Missing parts take no memory.
    cache.keep({ ...kept(from(), 5e8), rotation: null, translation: null });
    expect(cache.find(from())).not.toBeNull();
    cache.keep({ ...kept(from(), 5e8), rotation: null, translation: null, rows: null });
    expect(cache.find(from())).not.toBeNull();
  });

  it("have parts only for equal smoothing", () => {
    const settings = { scheme: "implicit" as const, iterations: 3, step: 0.5, strengths: [1, 2] };
    expect(sameSmoothing(settings, { ...settings, strengths: Float32Array.of(1, 2) })).toBe(true);
    expect(sameSmoothing({ ...settings, strengths: null }, { ...settings, strengths: null })).toBe(true);
    for (const change of [
      { scheme: "explicit" as const },
      { iterations: 4 },
      { step: 0.6 },
      { strengths: [1, 3] },
      { strengths: [1] },
      { strengths: null },
    ]) {
      expect(sameSmoothing(settings, { ...settings, ...change })).toBe(false);
      expect(sameSmoothing({ ...settings, ...change }, settings)).toBe(false);
    }
  });

  it("are prepared one after the other, even after a failure", async () => {
    const cache = new DirectCache();
    const order: string[] = [];
    const work = (name: string, fails: boolean) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
    const first = cache.exclusive(work("first", true));
    const second = cache.exclusive(work("second", false));
    await expect(first).rejects.toThrow("first");
    expect(await second).toBe("second");
    expect(order).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  });
});
