import fc from "fast-check";
import { expect, it } from "vitest";
import { plantedStrip } from "../../reduce/two-layer/testing/layered-rigs";
import { skinInto } from "../../testing/rigs";
import { bakeLayers, expandLayers, layersOf, virtualPlaces } from "./two-layer";

const seeds = fc.integer({ min: 1, max: 1e6 });

it("moves the mesh in the same way by its weights and by its virtual bones", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { sequence, rig } = plantedStrip(seed);
      const baked = bakeLayers(rig, rig.twoLayer!);
      const [plain, layered] = [new Float32Array(rig.rest.length), new Float32Array(rig.rest.length)];
      for (let k = 0; k < sequence.frameCount; k++) {
        skinInto(plain, rig, k);
        skinInto(layered, baked, k);
        const worst = plain.reduce((most, x, n) => Math.max(most, Math.abs(layered[n] - x)), 0);
        expect(worst).toBeLessThan(1e-4);
      }
    }),
    { numRuns: 10 },
  );
});

it("multiplies the layers like dense matrices", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { rig } = plantedStrip(seed);
      const { virtual, vertices } = rig.twoLayer!;
      const product = expandLayers(rig.twoLayer!);
      for (let i = 0; i + 1 < vertices.offsets.length; i++) {
        const row = new Float64Array(rig.bones.length);
        for (let e = vertices.offsets[i]; e < vertices.offsets[i + 1]; e++) {
          const r = vertices.bones[e];
          for (let d = virtual.offsets[r]; d < virtual.offsets[r + 1]; d++) {
            row[virtual.bones[d]] += vertices.values[e] * virtual.values[d];
          }
        }
        for (let e = product.offsets[i]; e < product.offsets[i + 1]; e++) {
          expect(product.values[e]).toBeCloseTo(row[product.bones[e]], 6);
          row[product.bones[e]] = 0;
        }
        expect(Math.max(...row)).toBe(0);
      }
    }),
    { numRuns: 10 },
  );
});

it("returns layers only while the weights are their product", () => {
  const { rig } = plantedStrip(3);
  expect(layersOf(rig)).toBe(rig.twoLayer);
  const values = rig.weights.values.slice();
  values[0] += 0.01;
  const painted = { ...rig, weights: { ...rig.weights, values } };
  expect(layersOf(painted)).toBeNull();
  // An undo brings the weights back, and the layers with them.
  expect(layersOf({ ...painted, weights: rig.weights })).toBe(rig.twoLayer);
  const { twoLayer: _, ...plain } = rig;
  expect(layersOf(plain)).toBeNull();
});

it("places a virtual bone among the vertices that it moves", () => {
  const { rig } = plantedStrip(5);
  const places = virtualPlaces(rig.twoLayer!, rig.rest);
  // The knots of the strip are 4 apart along x.
  for (let r = 1; r + 1 < places.length / 3; r++) expect(Math.abs(places[3 * r] - 4 * r)).toBeLessThan(0.2);
});
