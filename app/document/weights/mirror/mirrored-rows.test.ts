import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bonePartners } from "../../../../workers/geometry/mirror/bone-partners";
import { mirrorMesh } from "../../../../workers/geometry/mirror/surface-mirror";
import { replaceRows } from "../../../../workers/model/weights/layers/sparse-rows";
import { MIRROR_DEFAULTS } from "../../../../workers/model/weights/mirror-settings";
import { LOBED_BONES, lobedBody, lobedWeights } from "../../../../workers/testing/lobed-body";
import { packWeights } from "../../../../workers/testing/rigs";
import { weightAt, worstSum } from "../testing/weights";
import { mirroredRows } from "./mirrored-rows";

const mesh = lobedBody({ steps: 6, seed: 4 });
const slid = lobedBody({ steps: 6, slide: 1 });
const COUNT = mesh.rest.length / 3;
const B = LOBED_BONES.length;
const find = (one: typeof mesh) => mirrorMesh(one, { ...MIRROR_DEFAULTS, offset: 0 });
const [mirror, slidMirror] = [find(mesh), find(slid)];
const pairs = bonePartners(LOBED_BONES, mirror.plane);
const free = new Uint8Array(B);

/** Any weights of the four bones. */
const anyWeights = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: B, maxLength: B }), {
  minLength: COUNT,
  maxLength: COUNT,
});
const packed = (rows: number[][]) =>
  packWeights(
    rows.map((row) => {
      const sum = row.reduce((a, b) => a + b, 0);
      const given = row.flatMap((w, j): [number, number][] => (w > 0 ? [[j, w / sum]] : []));
      return given.length > 0 ? given : [[0, 1] as [number, number]];
    }),
  );

describe("mirroredRows", () => {
  it("copies one side bone by bone without changing it, and makes the plane symmetric", () => {
    fc.assert(
      fc.property(anyWeights, fc.constantFrom(1 as const, -1 as const), (rows, towards) => {
        const weights = packed(rows);
        const after = replaceRows(weights, mirroredRows(weights, mirror, { pairs, locked: free, towards }));
        for (let i = 0; i < COUNT; i++) {
          for (let j = 0; j < B; j++) {
            if (mirror.half[i] === -towards) expect(weightAt(after, i, j)).toBe(weightAt(weights, i, j));
            const image = weightAt(after, mirror.nearest[i], pairs[j]);
            expect(Math.abs(image - weightAt(after, i, j))).toBeLessThan(2e-6);
          }
        }
        expect(worstSum(after)).toBeLessThan(1e-6);
        const again = mirroredRows(after, mirror, { pairs, locked: free, towards });
        expect(again.vertices.length).toBe(0);
      }),
      { seed: 11, numRuns: 8 },
    );
  });

  it("never gives a bone without a partner to the other side, in any direction", () => {
    // Both arms are without partners, as after a solve that cut the two sides up in different ways.
    const weights = lobedWeights(mesh.rest);
    const apart = { pairs: Int32Array.from([0, 1, 2, 3]), lone: Uint8Array.from([0, 1, 1, 0]), locked: free };
    for (const towards of [1, -1, "mean"] as const) {
      const after = replaceRows(weights, mirroredRows(weights, mirror, { ...apart, towards }));
      for (let i = 0; i < COUNT; i++) {
        for (let j = 0; j < B; j++)
          expect(Math.abs(weightAt(after, i, j) - weightAt(weights, i, j))).toBeLessThan(2e-6);
      }
    }
    // A side without bones of its own there keeps what moves it.
    const single = { ...apart, lone: Uint8Array.from([0, 1, 0, 0]), towards: -1 } as const;
    const after = replaceRows(weights, mirroredRows(weights, mirror, single));
    for (let i = 0; i < COUNT; i++) {
      expect(Math.abs(weightAt(after, i, 1) - weightAt(weights, i, 1))).toBeLessThan(2e-6);
      if (weightAt(weights, i, 2) > 0.999) expect(weightAt(after, i, 2)).toBeGreaterThan(0.998);
    }
    expect(worstSum(after)).toBeLessThan(1e-6);
  });

  it("takes the mean of both sides, and keeps symmetric weights bit for bit in all directions", () => {
    const symmetric = lobedWeights(mesh.rest);
    for (const towards of [1, -1, "mean"] as const) {
      expect(mirroredRows(symmetric, mirror, { pairs, locked: free, towards }).vertices.length).toBe(0);
    }
    fc.assert(
      fc.property(anyWeights, (rows) => {
        const weights = packed(rows);
        const change = { pairs, locked: free, towards: "mean" as const };
        const after = replaceRows(weights, mirroredRows(weights, mirror, change));
        for (let i = 0; i < COUNT; i++) {
          const mean = (weightAt(weights, i, 1) + weightAt(weights, mirror.nearest[i], 2)) / 2;
          expect(Math.abs(weightAt(after, i, 1) - mean)).toBeLessThan(2e-6);
        }
      }),
      { seed: 12, numRuns: 5 },
    );
  });

  it("never changes locked bones, on any topology, and keeps sums", () => {
    fc.assert(
      fc.property(
        anyWeights,
        fc.nat(B - 1),
        fc.constantFrom(1 as const, -1 as const, "mean" as const),
        fc.boolean(),
        (rows, bone, towards, isSlid) => {
          const weights = packed(rows);
          const locked = Uint8Array.from({ length: B }, (_, j) => Number(j === bone));
          const found = isSlid ? slidMirror : mirror;
          const after = replaceRows(weights, mirroredRows(weights, found, { pairs, locked, towards }));
          for (let i = 0; i < COUNT; i++) expect(weightAt(after, i, bone)).toBe(weightAt(weights, i, bone));
          expect(worstSum(after)).toBeLessThan(1e-5);
        },
      ),
      { seed: 13, numRuns: 8 },
    );
  });

  it("interpolates between vertices where the topology is asymmetric", () => {
    const fine = lobedBody({ steps: 14, slide: 1 });
    const truth = lobedWeights(fine.rest);
    const found = find(fine);
    const change = { pairs, locked: free, towards: -1 as const };
    const after = replaceRows(truth, mirroredRows(truth, found, change));
    let worst = 0;
    for (let i = 0; 3 * i < fine.rest.length; i++) {
      for (let j = 0; j < B; j++)
        worst = Math.max(worst, Math.abs(weightAt(after, i, j) - weightAt(truth, i, j)));
    }
    console.log(`largest change of symmetric weights on an asymmetric topology: ${worst.toFixed(4)}`);
    expect(worst).toBeLessThan(0.1);
  });

  it("changes masked vertices only as far as the mask says", () => {
    const weights = packed(Array.from({ length: COUNT }, (_, i) => [1, i % 5, (3 * i) % 7, 2]));
    const mask = Float32Array.from({ length: COUNT }, (_, i) => (i % 3) / 2);
    const whole = replaceRows(weights, mirroredRows(weights, mirror, { pairs, locked: free, towards: 1 }));
    const part = replaceRows(
      weights,
      mirroredRows(weights, mirror, { pairs, locked: free, towards: 1, mask }),
    );
    for (let i = 0; i < COUNT; i++) {
      for (let j = 0; j < B; j++) {
        const [a, b] = [weightAt(weights, i, j), weightAt(whole, i, j)];
        expect(Math.abs(weightAt(part, i, j) - (a + mask[i] * (b - a)))).toBeLessThan(3e-6);
      }
    }
  });
});
