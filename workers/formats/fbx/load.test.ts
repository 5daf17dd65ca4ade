import { describe, expect, it } from "vitest";
import { loadFbx } from "./load";
import { armRecords, fbxBinary, fbxText } from "./testing/fixtures";

const load = (bytes: Uint8Array) => loadFbx(bytes, "arm.fbx");

describe("what three's reader says of an FBX", () => {
  it("is its unit, which is a centimetre if it makes no sense", async () => {
    const unit = async (unitScale: number) => (await load(fbxText(armRecords({ unitScale })))).unitScale;
    expect(await unit(100)).toBeCloseTo(100, 9);
    expect(await unit(2.54)).toBeCloseTo(2.54, 9);
    expect(await unit(-3)).toBe(1);
    expect(await unit(-1e-12)).toBe(1);
  });

  it("is the axis that is up; three's turn for z is taken back", async () => {
    const upright = await load(fbxBinary(armRecords({ upAxis: 1 })));
    expect(upright.isZUp).toBe(false);
    expect(upright.warnings).toEqual([]);
    const lying = await load(fbxBinary(armRecords({ upAxis: 2 })));
    expect(lying.isZUp).toBe(true);
    expect(lying.root.rotation.toArray().slice(0, 3)).toEqual([0, 0, 0]);
    expect(lying.root.matrixWorld.elements).toEqual(upright.root.matrixWorld.elements);
  });

  it("is collected, and neither a page nor a console is left changed", async () => {
    const { warn, error } = console;
    await load(fbxText(armRecords({ upAxis: 2 })));
    await load(fbxBinary([])).catch(() => null);
    expect(console.warn).toBe(warn);
    expect(console.error).toBe(error);
    expect("window" in globalThis).toBe(false);
    const page = { innerWidth: 3 };
    Object.defineProperty(globalThis, "window", { value: page, configurable: true });
    try {
      await load(fbxText(armRecords()));
      expect(globalThis.window).toBe(page);
    } finally {
      Reflect.deleteProperty(globalThis, "window");
    }
  });
});

describe("an FBX that cannot be read", () => {
  const complaint = (bytes: Uint8Array) =>
    load(bytes).then(
      () => "none",
      (error: Error) => error.message,
    );

  it("is too large, of an old version, or damaged, and the message says which", async () => {
    // Only its length counts.
    const huge = (length: number) =>
      complaint(
        new Proxy(new Uint8Array(8), {
          get: (of, key) => (key === "length" ? length : Reflect.get(of, key, of)),
        }),
      );
    expect(await huge(5e8 + 1e6)).toMatch(
      /arm.fbx is too large[\s\S]*501 MB; Sinew reads FBX files of up to 500 MB/,
    );
    const old = new TextEncoder().encode(
      "; FBX 6.1.0 project file\n\nFBXHeaderExtension:  {\n\tFBXVersion: 6100\n}\n",
    );
    expect(await complaint(old)).toMatch(/arm.fbx is an FBX of an old version/);
    expect(await complaint(new TextEncoder().encode("Objects: {\n"))).toMatch(
      /arm.fbx is damaged[\s\S]*ends in the middle/,
    );
    const binary = fbxBinary(armRecords());
    expect(await complaint(binary.slice(0, 400))).toMatch(/arm.fbx is damaged/);
    expect(await complaint(new Uint8Array(0))).toMatch(/arm.fbx is damaged/);
  });
});
