import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { SinewError } from "../model/errors";
import { frameOf, validateSequence } from "../model/mesh-sequence";
import { UNWATCHED } from "../model/task";
import { assembleSequence } from "./assemble-sequence";
import { writeMdd } from "./mdd";
import { inspect } from "./open";
import { writePc2 } from "./pc2";
import { bytesFile } from "./source-file";
import { AS_IT_IS, tubeSequence } from "./testing";
import { writeMaterials, writeObj } from "./write-obj";
import { writePly } from "./write-ply";

const tube = await assembleSequence(tubeSequence({ frames: 3 }), AS_IT_IS, UNWATCHED);
const poses = [0, 1, 2].map((k) => frameOf(tube, k));
const obj = writeObj(tube, tube.rest, { library: "a.mtl" });

/** Two tetrahedra, with one of their faces listed. */
const SOLID = `MeshVersionFormatted 1
Dimension 3
Vertices
5
0 0 0 0
1 0 0 0
0 1 0 0
0 0 1 0
1 1 1.5 0
Triangles
1
1 3 2 0
Tetrahedra
2
1 2 3 4 0
2 3 4 5 0
End
`;

/** Files that belong together; the first is damaged. */
const SETS: Record<string, [name: string, bytes: Uint8Array][]> = {
  obj: [
    ["a.obj", obj],
    ["a.pc2", writePc2(tube)],
  ],
  mtl: [
    ["a.mtl", writeMaterials(tube)],
    ["a.obj", obj],
    ["a.pc2", writePc2(tube)],
  ],
  pc2: [
    ["a.pc2", writePc2(tube)],
    ["a.obj", obj],
  ],
  mdd: [
    ["a.mdd", writeMdd(tube)],
    ["a.obj", obj],
  ],
  "ply, text": poses.map((pose, k) => [`a${2 - k}.ply`, writePly(tube, pose, "ascii")]),
  "ply, little-endian": poses.map((pose, k) => [`a${2 - k}.ply`, writePly(tube, pose)]),
  "ply, big-endian": poses.map((pose, k) => [`a${k}.ply`, writePly(tube, pose, "binary_big_endian")]),
  "numbered obj": poses.map((pose, k) => [`a${2 - k}.obj`, writeObj(tube, pose)]),
  "still obj": [["a.obj", obj]],
  "still ply": [["a.ply", writePly(tube)]],
  medit: [["a.mesh", new TextEncoder().encode(SOLID)]],
  zip: [["a.zip", zipSync({ "a.obj": obj, "a.pc2": writePc2(tube), "b.obj": [obj, { level: 0 }] })]],
};

/** Cut short, bits turned, numbers replaced by extreme ones, stretches repeated. */
const damage = (length: number): fc.Arbitrary<(bytes: Uint8Array) => Uint8Array> => {
  // Headers are where damage does most: half of it goes there.
  const place = fc.oneof(fc.nat(Math.min(length, 400) - 1), fc.nat(length - 1));
  const cut = place.map((at) => (bytes: Uint8Array) => bytes.slice(0, at));
  const flip = fc
    .array(fc.tuple(place, fc.nat(7)), { minLength: 1, maxLength: 6 })
    .map((flips) => (bytes: Uint8Array) => {
      const out = bytes.slice();
      for (const [at, bit] of flips) if (at < out.length) out[at] ^= 1 << bit;
      return out;
    });
  const extreme = fc
    .tuple(
      place,
      fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x00ffffff, 0x39393939),
      fc.boolean(),
    )
    .map(([at, value, little]) => (bytes: Uint8Array) => {
      const out = bytes.slice();
      if (at + 4 <= out.length) new DataView(out.buffer).setUint32(at, value, little);
      return out;
    });
  const repeat = fc.tuple(place, place).map(([a, b]) => (bytes: Uint8Array) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    return new Uint8Array([...bytes.subarray(0, to), ...bytes.subarray(from)]);
  });
  return fc.oneof(cut, flip, extreme, repeat);
};

/** Reads all that is offered, as opening does. */
async function openAll(files: [string, Uint8Array][]): Promise<void> {
  for (const source of await inspect(
    files.map(([name, bytes]) => bytesFile(name, bytes)),
    UNWATCHED,
  )) {
    validateSequence(await assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED));
  }
}

describe("damaged files", () => {
  it.each(Object.keys(SETS))(
    "%s: opened, or refused in a sentence, soon and in little memory",
    async (name) => {
      const [[first, bytes], ...others] = SETS[name];
      await openAll(SETS[name]);
      await fc.assert(
        fc.asyncProperty(damage(bytes.length), async (harm) => {
          const before = process.memoryUsage().arrayBuffers;
          const start = performance.now();
          try {
            await openAll([[first, harm(bytes)], ...others]);
          } catch (error) {
            if (!(error instanceof SinewError)) throw error;
            expect(error.complaint.title).toMatch(/\w/);
            expect(error.complaint.body).toMatch(/\.$/);
          }
          expect(performance.now() - start).toBeLessThan(2000);
          expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100e6);
        }),
        { seed: 77, numRuns: Number(process.env.FUZZ_RUNS ?? 150) },
      );
    },
  );
});
