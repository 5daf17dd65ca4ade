import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { cotangentLaplacian, uniformLaplacian } from "../../mesh/laplacian";
import { denseSmoothing, rigidBar, untidyMesh } from "../testing/meshes";
import { plainFactors } from "./factors";
import { createSmoother } from "./smoothing";

it("is the paper's operator, with any strengths and isolated vertices", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 8 }), async (seed, p) => {
      const random = createRandom(seed);
      const mesh = seed % 2 ? rigidBar(5, 2) : untidyMesh(3, seed);
      const count = mesh.rest.length / 3;
      const laplacian =
        seed % 3 ? uniformLaplacian(count, mesh.triangles) : cotangentLaplacian(mesh.rest, mesh.triangles);
      const strengths = Array.from({ length: count }, () => Math.max(0, 2 * random.next() - 0.4));
      const step = 3 * random.next();
      const smooth = await createSmoother(
        laplacian,
        { scheme: "implicit", iterations: p, step, strengths },
        plainFactors,
      );
      const x = Float64Array.from({ length: 2 * count }, () => random.normal());
      const before = x.slice();
      await smooth(x, 2);
      const truth = denseSmoothing(laplacian, step, p, strengths).transpose();
      for (let i = 0; i < count; i++) {
        for (let c = 0; c < 2; c++) {
          let sum = 0;
          for (let k = 0; k < count; k++) sum += truth.get(i, k) * before[2 * k + c];
          expect(Math.abs(x[2 * i + c] - sum)).toBeLessThan(1e-8);
        }
        if (strengths[i] === 0) expect(Math.abs(x[2 * i] - before[2 * i])).toBeLessThan(1e-9);
      }
    }),
    { numRuns: 12 },
  );
});

it("takes explicit steps that agree with implicit ones when they are small", async () => {
  const mesh = rigidBar(8, 2);
  const count = mesh.rest.length / 3;
  const laplacian = uniformLaplacian(count, mesh.triangles);
  const results = await Promise.all(
    (["explicit", "implicit"] as const).map(async (scheme) => {
      const settings = { scheme, iterations: 2000, step: 1e-3, strengths: null };
      const smooth = await createSmoother(laplacian, settings, plainFactors);
      const x = mesh.rest.slice();
      await smooth(x, 3);
      return x;
    }),
  );
  const change = results[0].map((x, n) => Math.abs(x - mesh.rest[n])).reduce((a, b) => Math.max(a, b));
  const apart = results[0].map((x, n) => Math.abs(x - results[1][n])).reduce((a, b) => Math.max(a, b));
  expect(change).toBeGreaterThan(0.1);
  expect(apart).toBeLessThan(1e-3 * change);
});

it("refuses explicit steps that would grow, even if painted strengths are the cause", async () => {
  const mesh = rigidBar(3, 1);
  const laplacian = uniformLaplacian(mesh.rest.length / 3, mesh.triangles);
  const strengths = Array.from({ length: laplacian.columns }, (_, i) => (i === 4 ? 3 : 1));
  const settings = { scheme: "explicit", iterations: 5, step: 0.5, strengths } as const;
  await expect(createSmoother(laplacian, settings, plainFactors)).rejects.toThrow("Its largest value is 1.5");
  await createSmoother(laplacian, { ...settings, strengths: null }, plainFactors);
});
