import { Logger } from "@gltf-transform/core";
import { EXTMeshoptCompression } from "@gltf-transform/extensions";
import { draco, quantize } from "@gltf-transform/functions";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { SinewError } from "../../../model/errors";
import { UNWATCHED } from "../../../model/task";
import { numbersBetween } from "../../../testing/numbers-between";
import { assemble } from "../../assemble/assemble-sequence";
import { bytesFile } from "../../source/source-file";
import { encodingIo } from "../testing/encoding-io";
import { randomSketch } from "../testing/fixtures";
import { openGltf } from "./read";

/** Reads everything in a file. A broken file may only throw a SinewError. */
async function readWhole(bytes: Uint8Array): Promise<void> {
  try {
    const file = bytesFile("broken.glb", bytes);
    const source = await openGltf([file], file, UNWATCHED);
    const options = { clips: [], fps: 5, upAxis: null, metresPerUnit: null, restFrame: null, keepRig: true };
    const raw = await source.read(options, UNWATCHED);
    for (let k = 0; k < Math.min(raw.frameCount, 3); k++) await raw.frame(k);
    expect(Math.max(-1, ...raw.polygonCorners)).toBeLessThan(raw.pointCount);
    if (raw.frameCount > 50) return;
    const { rig } = await assemble(raw, options, UNWATCHED);
    const heads = rig?.bones.flatMap(({ head }) => head) ?? [];
    for (const numbers of [heads, rig?.motion, rig?.rest, rig?.weights.values]) {
      expect(numbers?.every(Number.isFinite) ?? true).toBe(true);
    }
  } catch (error) {
    if (!(error instanceof SinewError)) throw error;
    expect(error.complaint.title.length).toBeGreaterThan(10);
  }
}

const files: Record<string, Uint8Array> = {};

beforeAll(async () => {
  const io = await encodingIo();
  files.plain = await randomSketch(1).glb();
  const packed = randomSketch(2, 0).document.setLogger(new Logger(Logger.Verbosity.SILENT));
  await packed.transform(draco());
  files.draco = await io.writeBinary(packed);
  const quantised = randomSketch(3).document;
  await quantised.transform(quantize());
  quantised.createExtension(EXTMeshoptCompression).setRequired(true);
  files.meshopt = await io.writeBinary(quantised);
});

describe.each(["plain", "draco", "meshopt"])("a broken %s file", (kind) => {
  it("truncated anywhere, is refused with an error message", async () => {
    await fc.assert(
      fc.asyncProperty(numbersBetween(0, 1), async (share) => {
        await readWhole(files[kind].slice(0, Math.floor(share * files[kind].length)));
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  it("with flipped bits, is read or refused with an error message", async () => {
    const flip = fc.record({
      at: numbersBetween(0, 0.999999),
      bit: fc.integer({ min: 0, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 12 }), async (flips) => {
        const bytes = files[kind].slice();
        for (const { at, bit } of flips) bytes[Math.floor(at * bytes.length)] ^= 1 << bit;
        await readWhole(bytes);
      }),
      { numRuns: kind === "draco" ? 50 : 150, seed: 2 },
    );
  });

  it("with other numbers in its JSON, is read or refused with an error message", async () => {
    const text = Buffer.from(files[kind]).toString("latin1");
    const jsonEnd = 20 + Buffer.from(files[kind]).readUInt32LE(12);
    const digits = [...text.slice(20, jsonEnd).matchAll(/\d/g)].map((match) => 20 + match.index);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(digits.length - 1), fc.integer({ min: 0, max: 9 })), {
          minLength: 1,
          maxLength: 4,
        }),
        async (changes) => {
          const bytes = files[kind].slice();
          for (const [place, digit] of changes) bytes[digits[place]] = 48 + digit;
          await readWhole(bytes);
        },
      ),
      { numRuns: kind === "draco" ? 50 : 150, seed: 3 },
    );
  });
});
