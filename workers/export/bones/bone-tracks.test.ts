import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import type { Rig } from "../../model/rig/rig";
import { numbersBetween } from "../../testing/numbers-between";
import { tracksOf } from "../testing/tracks-of";
import { motionOfTracks } from "./play-tracks";

const entry = numbersBetween(-2, 2);

/** A rig of one bone with the given matrix in each frame; its vertices do not matter here. */
function rigOf(matrices: number[][], boneKind: Rig["boneKind"], head: [number, number, number]): Rig {
  return {
    version: 1,
    bones: [{ name: "bone", parent: -1, head }],
    boneKind,
    weights: {
      version: 1,
      offsets: new Uint32Array(1),
      bones: new Uint16Array(0),
      values: new Float32Array(0),
    },
    motion: Float32Array.from(matrices.flat()),
    rest: new Float32Array(0),
  };
}

const linear = (m: ArrayLike<number>) => [0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => m[c]);
const distance = (a: number[], b: number[]) => Math.hypot(...a.map((x, c) => x - b[c]));

describe("boneTracks", () => {
  it("replaces an affine bone by a TRS at least as near as its rotation alone, and keeps its head", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 12, maxLength: 12 }),
        fc.tuple(entry, entry, entry),
        async (m, head) => {
          const affine = motionOfTracks(await tracksOf(rigOf([m], "affine", head)), 0);
          const rotation = motionOfTracks(await tracksOf(rigOf([m], "rigid", head)), 0);
          expect(distance(linear(affine), linear(m))).toBeLessThanOrEqual(
            distance(linear(rotation), linear(m)) + 1e-5,
          );
          for (let r = 0; r < 12; r += 4) {
            const to = (a: ArrayLike<number>) =>
              a[r] * head[0] + a[r + 1] * head[1] + a[r + 2] * head[2] + a[r + 3];
            expect(to(affine)).toBeCloseTo(to(m), 4);
          }
        },
      ),
    );
  });

  it("is exact for a rotation times axis scales", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const random = createRandom(seed);
        const [x, y, z, w] = [0, 0, 0, 0].map(() => random.normal());
        const n = x * x + y * y + z * z + w * w;
        const m = [
          ...[1 - (2 * (y * y + z * z)) / n, (2 * (x * y - w * z)) / n, (2 * (x * z + w * y)) / n],
          ...[(2 * (x * y + w * z)) / n, 1 - (2 * (x * x + z * z)) / n, (2 * (y * z - w * x)) / n],
          ...[(2 * (x * z - w * y)) / n, (2 * (y * z + w * x)) / n, 1 - (2 * (x * x + y * y)) / n],
        ];
        const scales = [0, 0, 0].map(() => 0.3 + 2 * random.next());
        const scaled = m.map((v, c) => v * scales[c % 3]);
        const rows = [0, 3, 6].flatMap((r) => [...scaled.slice(r, r + 3), 0]);
        const back = motionOfTracks(await tracksOf(rigOf([rows], "affine", [0, 0, 0])), 0);
        expect(distance(linear(back), scaled)).toBeLessThan(1e-5);
      }),
    );
  });

  it("changes quaternions without jumps of sign", async () => {
    const frames = Array.from({ length: 60 }, (_, k) => {
      const [c, s] = [Math.cos(0.3 * k), Math.sin(0.3 * k)];
      return [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0];
    });
    const { rotations } = await tracksOf(rigOf(frames, "rigid", [0, 0, 0]));
    for (let at = 4; at < rotations.length; at += 4) {
      let dot = 0;
      for (let c = 0; c < 4; c++) dot += rotations[at + c] * rotations[at - 4 + c];
      expect(dot).toBeGreaterThan(0.9);
    }
  });
});
