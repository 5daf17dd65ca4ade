import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { bytesFile, readAll } from "../source/source-file";
import { openZip } from "./zip";

const contents = (bytes: Uint8Array) => openZip(bytesFile("drop.zip", bytes));
const open = async (bytes: Uint8Array) => (await contents(bytes)).files;
const complaint = (promise: Promise<unknown>) =>
  promise.then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error}`),
  );

/** The zip with one changed 32-bit number in the table of contents of its only entry. */
function forged(bytes: Uint8Array, field: number, value: number): Uint8Array {
  const view = new DataView(bytes.slice().buffer);
  for (let at = 0; at < view.byteLength - 4; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + field, value, true);
  }
  return new Uint8Array(view.buffer);
}

const noise = Uint8Array.from({ length: 200_000 }, (_, i) => (i * i * 31) >> 7);

describe("openZip", () => {
  it("returns each packed file, in pieces and whole, stored or deflated", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.stringMatching(/^[a-zé]{1,9}$/), fc.uint8Array({ maxLength: 300 }), { maxKeys: 5 }),
        fc.constantFrom(0, 6) as fc.Arbitrary<0 | 6>,
        async (contents, level) => {
          const files = await open(zipSync({ "folder/": new Uint8Array(0), ...contents }, { level }));
          expect(files.map(({ name }) => name).sort()).toEqual(Object.keys(contents).sort());
          for (const file of files) {
            const [middle, whole] = [await file.read(3, 40), await readAll(file)];
            expect([...whole]).toEqual([...contents[file.name]]);
            expect([...middle]).toEqual([...contents[file.name].subarray(3, 40)]);
          }
        },
      ),
      { seed: 9, numRuns: 50 },
    );
    const [large] = await open(zipSync({ large: noise }));
    expect([...(await large.read(100_000, 100_005))]).toEqual([...noise.subarray(100_000, 100_005)]);
    expect([...(await large.read(199_999, 1e9))]).toEqual([noise[199_999]]);
  });

  it("skips files that operating systems add", async () => {
    const junk = ["__MACOSX/._a.obj", ".DS_Store", "x/.DS_Store", "._a.obj", "x/Thumbs.db"];
    const files = await open(zipSync(Object.fromEntries([...junk, "x/a.obj"].map((name) => [name, noise]))));
    expect(files.map(({ name }) => name)).toEqual(["x/a.obj"]);
  });

  it("names the error in an archive", async () => {
    const packed = zipSync({ "a.obj": noise });
    const first = async (bytes: Uint8Array) => complaint(readAll((await open(bytes))[0]));
    expect(await complaint(open(packed.subarray(0, packed.length - 40)))).toBe(
      "drop.zip is cut short or damaged. It has no table of contents at its end. Copy or pack it again.",
    );
    expect(await first(forged(packed, 16, 1234))).toContain("Its checksum is wrong");
    expect(await first(forged(packed, 10, 99))).toContain("Its method is 99");
    expect(await first(forged(packed, 8, 0x80001))).toContain("is locked with a password");
    expect(await first(forged(packed, 42, 7))).toContain("a.obj is not where the contents say");
  });

  it("does not let a small archive fill the memory", async () => {
    const bomb = zipSync({ "a.obj": new Uint8Array(20_000_000) }, { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    const first = async (size: number) => complaint(readAll((await open(forged(bomb, 24, size)))[0]));
    expect(await first(1000)).toContain("It unpacks to more than the 1000 bytes that it should");
    expect(await first(20_100_000)).toContain("It unpacks to 20000000 of 20100000 bytes");
    const stored = forged(forged(zipSync({ "a.obj": noise }, { level: 0 }), 20, 4e9), 24, 4e9);
    const [large] = await open(stored);
    expect(await complaint(readAll(large))).toContain("Unpacked it has 4000 MB; Sinew unpacks up to 1500 MB");
  });

  it("keeps paths within the archive", async () => {
    const names = ["../../a.obj", "/etc/b.obj", "C:\\c.obj", "x/./y/../d.obj"];
    const files = await open(zipSync(Object.fromEntries(names.map((name) => [name, noise]))));
    expect(files.map(({ name }) => name)).toEqual(["a.obj", "etc/b.obj", "c.obj", "x/y/d.obj"]);
  });

  it("reads the last of several files with the same name, and lists the name", async () => {
    const { files, repeated } = await contents(
      zipSync({ "a.obj": noise, "./a.obj": noise.subarray(0, 5), "b.obj": noise }),
    );
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ["a.obj", 5],
      ["b.obj", noise.length],
    ]);
    expect(repeated).toEqual(["a.obj"]);
  });

  it("refuses archives that would fill the memory", async () => {
    const bomb = zipSync({ "zeros.obj": new Uint8Array(70e6) }, { level: 1 });
    expect(await complaint(readAll((await open(bomb))[0]))).toMatch(
      /^zeros.obj in drop.zip is packed too tightly to be a mesh\. Its \d+ kB would unpack to 70 MB/,
    );
    const small = zipSync({ "a.obj": noise });
    expect(await complaint(open(forged(small, 24, 1e9)))).toMatch(
      /^drop.zip is cut short or damaged\. a.obj cannot unpack to 1000000000 bytes/,
    );
    // Two entries of the table of contents that share the bytes of the first.
    const two = zipSync({ "a.obj": noise, "b.obj": noise });
    expect(await complaint(open(forged(two, 42, 0)))).toContain(
      "a.obj and b.obj lie in it at the same place",
    );
    const many = zipSync(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}`, noise])), {
      level: 0,
    });
    let huge = forged(many, 24, 1.4e9);
    huge = forged(huge, 20, 1.4e9);
    expect(await complaint(open(huge))).toMatch(/^drop.zip is too large\. Unpacked it has 17 GB/);
  });

  it("accepts up to 100 000 files, and opening takes time proportional to their number", async () => {
    const one = Uint8Array.of(35, 10);
    const packed = (count: number) =>
      zipSync(Object.fromEntries(Array.from({ length: count }, (_, n) => [`a.${n}.obj`, one])), { level: 0 });
    expect(await complaint(open(packed(100_001)))).toMatch(/^drop.zip holds too many files/);
    expect(await open(packed(60_000))).toHaveLength(60_000);
  });
});
