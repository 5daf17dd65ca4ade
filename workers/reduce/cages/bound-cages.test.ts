import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readProject } from "../../formats/project/read";
import { writeProject } from "../../formats/project/write";
import { rigFromJson, rigToJson } from "../../formats/rig-json/rig-json";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { createRandom } from "../../math/random";
import { REDUCE_DEFAULTS } from "../../model/reduce/reduce-settings";
import { COMPRESS_DEFAULTS } from "../../model/reports/compress-report";
import { blendPositions } from "../../model/rig/blend-positions";
import { cageOf, edgesOfCage } from "../../model/rig/cage";
import { UNWATCHED } from "../../model/task";
import { clothPatch } from "../../testing/sequences";
import { reduceInfluences } from "../reduce";
import { compressRig } from "../two-layer/compress";
import { bindCage } from "./bind-cage";
import { checkCage, checkEnclosed } from "./cage-checks";
import { makeCage } from "./make-cage";
import { boxCage } from "./testing/cages";

const parallel = exactParallel(2);
const still = clothPatch({ size: 5, frames: 1 });
const reach = still.rest.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
const box = boxCage(2, 1.3 * reach);
const bound = (sequence = still, coordinates: "harmonic" | "mean-value" = "mean-value") =>
  bindCage({ sequence, cage: box, weights: null, coordinates }, parallel, UNWATCHED);

describe("a cage that is made", () => {
  it("is closed and encloses the mesh, whatever the mesh and the number of cells", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 2, max: 9 }),
        async (seed, cells) => {
          const random = createRandom(seed);
          // Loose triangles all over a box: cells meet at edges and corners.
          const positions = Float32Array.from({ length: 90 }, (_, n) => (1 + (n % 3)) * random.next());
          const triangles = Uint32Array.from({ length: 12 }, (_, n) => n);
          const cage = await makeCage({ positions, triangles, cells }, UNWATCHED);
          checkCage(cage);
          await checkEnclosed(positions, cage, UNWATCHED);
          // Every vertex lies in a ring of faces: a closed surface without pinches.
          const N = cage.positions.length / 3;
          const [E, T] = [edgesOfCage(cage).length, cage.triangles.length / 3];
          expect(2 * E).toBe(3 * T);
          expect((N - E + T) % 2).toBe(0);
        },
      ),
      { numRuns: 30, seed: 61 },
    );
  });

  it("refuses numbers of cells without sense, and a mesh without size", async () => {
    const mesh = { positions: still.rest, triangles: new Uint32Array(0) };
    await expect(makeCage({ ...mesh, cells: 1 }, UNWATCHED)).rejects.toThrow(/from 2 to 16/);
    await expect(makeCage({ ...mesh, positions: new Float32Array(9), cells: 4 }, UNWATCHED)).rejects.toThrow(
      /no size/,
    );
  });
});

describe("a mesh in a cage", () => {
  it.each(["harmonic", "mean-value"] as const)(
    "stays at rest with %s coordinates, and follows Σ w c",
    async (kind) => {
      const rig = await bound(still, kind);
      expect(cageOf(rig)).toMatchObject({ coordinates: kind });
      rig.rest.forEach((x, n) => {
        expect(x).toBeCloseTo(still.rest[n], 4);
      });
      const random = createRandom(3);
      const corners = Float32Array.from(box.positions, (x) => x + random.normal());
      const motion = new Float32Array(4 * corners.length);
      for (let j = 0; j < rig.bones.length; j++) {
        for (let c = 0; c < 3; c++) {
          motion[12 * j + 5 * c] = 1;
          motion[12 * j + 4 * c + 3] = corners[3 * j + c] - rig.bones[j].head[c];
        }
      }
      const posed = new Float64Array(still.rest.length);
      blendPositions({ ...rig, motion }, 0, posed);
      const { offsets, bones, values } = rig.weights;
      for (let i = 0; i + 1 < offsets.length; i++) {
        for (let c = 0; c < 3; c++) {
          let x = 0;
          for (let e = offsets[i]; e < offsets[i + 1]; e++) x += values[e] * corners[3 * bones[e] + c];
          expect(posed[3 * i + c]).toBeCloseTo(x, 4);
        }
      }
    },
  );

  it("follows an animation that a cage can follow", async () => {
    const moving = clothPatch({ size: 5, frames: 4 });
    const first = await bound(moving);
    // The frames of the cage itself.
    const frames = new Float32Array(moving.frames.length);
    const posed = new Float64Array(moving.rest.length);
    for (let k = 0; k < 4; k++) {
      blendPositions(first, k, posed);
      frames.set(posed, k * posed.length);
    }
    const again = await bound({ ...moving, frames });
    let worst = 0;
    for (let k = 0; k < 4; k++) {
      blendPositions(again, k, posed);
      posed.forEach((x, n) => {
        worst = Math.max(worst, Math.abs(x - frames[k * posed.length + n]));
      });
    }
    expect(worst).toBeLessThan(0.05 * reach);
  });

  it("keeps its cage in projects and JSON, and loses it with its bones", async () => {
    const rig = await bound();
    const { rig: back } = readProject(writeProject({ sequence: still, rig, report: null }));
    expect(cageOf(back!)).toEqual(rig.cage);
    expect(cageOf(rigFromJson(rigToJson(still, rig, null), "cage.json").rig)).toEqual(rig.cage);
    expect(cageOf({ ...rig, bones: rig.bones.slice(1) })).toBe(null);
    expect(cageOf({ ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, parent: j - 1 })) })).toBe(null);
  });

  it("is reduced as a cage", async () => {
    const rig = await bound();
    const settings = { ...REDUCE_DEFAULTS, influences: 8 };
    const reduce = (influences: number) =>
      reduceInfluences(
        { sequence: still, rig, settings: { ...settings, influences }, examples: null },
        parallel,
        UNWATCHED,
      );
    const { rig: reduced, report } = await reduce(8);
    expect(report.influences).toBe(8);
    expect(cageOf(reduced)).toEqual(rig.cage);
    const posed = new Float64Array(still.rest.length);
    blendPositions(reduced, 0, posed);
    // At rest the mesh is where the reduced weights put it, near to where it was.
    posed.forEach((x, n) => {
      expect(x).toBeCloseTo(reduced.rest[n], 4);
      expect(Math.abs(x - still.rest[n])).toBeLessThan(0.06 * reach);
    });
    await expect(reduce(4)).rejects.toThrow(/8 influences or more/);
    const layers = { sequence: still, rig, settings: { ...COMPRESS_DEFAULTS, blends: 2 } };
    await expect(compressRig(layers, parallel, UNWATCHED)).rejects.toThrow(/on a line. Blend 3 or 4/);
  });
});
