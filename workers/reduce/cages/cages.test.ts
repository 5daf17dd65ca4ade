import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanValues } from "../../geometry/surface/mean-value";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { createRandom } from "../../math/random";
import { REDUCE_DEFAULTS, REDUCE_METHODS, type ReduceSettings } from "../../model/reduce/reduce-settings";
import { UNWATCHED } from "../../model/task";
import { clothPatch } from "../../testing/sequences";
import { reduceCage } from "./reduce-cage";
import { boxCage } from "./testing/cages";

describe("mean value coordinates", () => {
  it("sum to 1 and reproduce each point inside, on a face and at a vertex", () => {
    const cage = boxCage(2, 1);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 3 }), (seed, onFaces) => {
        const random = createRandom(seed);
        const point = [0, 1, 2].map((c) => (c < onFaces ? 1 : 1.9 * random.next() - 0.95));
        const { weights, winding } = meanValues(cage, point, 4);
        expect(winding).toBeGreaterThan(0.2);
        expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 9);
        for (let c = 0; c < 3; c++) {
          const sum = weights.reduce((total, w, j) => total + w * cage.positions[3 * j + c], 0);
          expect(sum).toBeCloseTo(point[c], 6);
        }
      }),
      { numRuns: 60, seed: 51 },
    );
  });

  it("are equal in the middle, and the winding number is 0 outside", () => {
    // The two triangles of each side of a cube favour the corners on their diagonals. An octahedron has no diagonals.
    const positions = Float32Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1);
    const triangles = Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5);
    const octahedron = { positions, triangles };
    const { weights, winding } = meanValues(octahedron, [0, 0, 0], 2);
    for (const w of weights) expect(w).toBeCloseTo(1 / 6, 12);
    expect(winding).toBeCloseTo(1, 12);
    expect(meanValues(octahedron, [3, 0.1, 0.2], 2).winding).toBeCloseTo(0, 12);
  });
});

describe("weights of a cage", () => {
  const sequence = clothPatch({ size: 5, frames: 1 });
  const reach = sequence.rest.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const reduced = (settings: Partial<ReduceSettings>, cage = boxCage(2, 1.3 * reach)) =>
    reduceCage(
      {
        sequence,
        cage,
        weights: null,
        coordinates: "mean-value",
        frames: null,
        settings: { ...REDUCE_DEFAULTS, influences: 8, ...settings },
      },
      exactParallel(2),
      UNWATCHED,
    );

  it.each(REDUCE_METHODS.filter((method) => method !== "arap"))(
    "%s keeps at most k, none negative, with the sum 1",
    async (method) => {
      const { rig, report } = await reduced({ method });
      const { offsets, values } = rig.weights;
      for (let i = 0; i + 1 < offsets.length; i++) {
        const row = values.subarray(offsets[i], offsets[i + 1]);
        expect(row.length).toBeLessThanOrEqual(8);
        expect(Math.min(...row)).toBeGreaterThan(0);
        expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 6);
      }
      expect(report.dense.influences).toBe(26);
      expect(report.dense.eRms).toBeLessThan(1e-3);
    },
  );

  it("the rest pose stays, although the largest weights alone would move it", async () => {
    const moved = async (method: ReduceSettings["method"]) => {
      const { rig } = await reduced({ method });
      const { offsets, bones, values } = rig.weights;
      let sum = 0;
      for (let i = 0; i + 1 < offsets.length; i++) {
        for (let c = 0; c < 3; c++) {
          let x = -sequence.rest[3 * i + c];
          for (let e = offsets[i]; e < offsets[i + 1]; e++) x += values[e] * rig.bones[bones[e]].head[c];
          sum += x * x;
        }
      }
      return Math.sqrt(sum);
    };
    const largest = await moved("k-largest");
    expect(await moved("auto")).toBeLessThan(0.3 * largest);
    // A constraint of the smooth weights (Eq. 35c), as far as eight weights of each vertex allow it.
    expect(await moved("smooth")).toBeLessThan(0.05 * largest);
  });

  it("auto has no worse normals in unseen poses than the published methods", async () => {
    const reports = await Promise.all(
      REDUCE_METHODS.filter((method) => method !== "arap").map(
        async (method) => (await reduced({ method })).report,
      ),
    );
    const own = reports.find(({ method }) => method === "auto")!;
    for (const other of reports) {
      expect(own.normalErrorDegrees, other.method).toBeLessThanOrEqual(1.01 * other.normalErrorDegrees);
    }
  });

  it.each([
    ["a method for bones", { method: "arap" as const }, boxCage(2, 1.3 * reach), /is for bones/],
    ["few influences", { influences: 7 }, boxCage(2, 1.3 * reach), /needs 8 influences or more/],
    [
      "a cage that is too small",
      {},
      boxCage(2, 0.5 * reach),
      /does not enclose the mesh.*vertices are outside/,
    ],
    [
      "a cage with a hole",
      {},
      { ...boxCage(2, 1.3 * reach), triangles: boxCage(2, 1.3 * reach).triangles.slice(3) },
      /is not closed/,
    ],
  ])("reports %s with an error message", async (_, settings, cage, sentence) => {
    await expect(reduced(settings, cage)).rejects.toThrow(sentence);
  });
});
