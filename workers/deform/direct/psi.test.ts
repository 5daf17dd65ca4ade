import fc from "fast-check";
import { expect, it } from "vitest";
import { uniformLaplacian } from "../../mesh/laplacian";
import { CancelledError } from "../../model/errors";
import { UNWATCHED } from "../../model/task";
import { plainFactors } from "../delta-mush/factors";
import { denseSmoothing, rigidBar } from "../testing/meshes";
import { DIRECT_DEFAULTS, directMoments } from "./psi";

it("holds Σ B w u uᵀ of the dense operator about each centre, and Σ C w", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 40 }), async (p, tenth) => {
      const bar = rigidBar(7, 2);
      const count = bar.rest.length / 3;
      const laplacian = uniformLaplacian(count, bar.triangles);
      const lambdaOf = Array.from({ length: count }, (_, i) => (i % 5) / 4);
      const lambda = tenth / 10;
      const settings = {
        ...DIRECT_DEFAULTS,
        iterations: p,
        lambda,
        lambdaOf,
        kappa: lambda / 3,
        negligible: 0,
      };
      const mesh = { rest: bar.rest, laplacian };
      const found = await directMoments(mesh, bar.weights, bar.bones, settings, plainFactors, UNWATCHED);
      const b = denseSmoothing(laplacian, lambda, p, lambdaOf);
      const c = denseSmoothing(laplacian, lambda / 3, p, null);
      for (let i = 0; i < count; i++) {
        const centre = [0, 0, 0];
        for (let k = 0; k < count; k++)
          for (let a = 0; a < 3; a++) centre[a] += b.get(k, i) * bar.rest[3 * k + a];
        for (let a = 0; a < 3; a++) expect(Math.abs(found.centres[3 * i + a] - centre[a])).toBeLessThan(1e-9);
        // Vertices that do not smooth get an extent, so their second moments differ from the paper's.
        const second = lambdaOf[i] > 0;
        for (let e = found.offsets[i]; e < found.offsets[i + 1]; e++) {
          const truth = new Float64Array(11);
          for (let k = 0; k < count; k++) {
            if (bar.weights.bones[k] !== found.bones[e]) continue;
            const [x, y, z] = centre.map((m, a) => bar.rest[3 * k + a] - m);
            const row = [x * x, x * y, x * z, y * y, y * z, z * z, x, y, z, 1];
            row.forEach((m, n) => {
              truth[n] += b.get(k, i) * m;
            });
            truth[10] += c.get(k, i);
          }
          for (let n = second ? 0 : 6; n < 9; n++) {
            expect(Math.abs(found.moments[9 * e + n] - truth[n])).toBeLessThan(1e-9);
          }
          expect(Math.abs(found.psi[e] - truth[9])).toBeLessThan(1e-9);
          expect(Math.abs(found.smooth[e] - truth[10])).toBeLessThan(1e-9);
        }
      }
    }),
    { numRuns: 8 },
  );
});

it("drops negligible entries, within its bound, and keeps rows that sum to one about their centres", async () => {
  const bar = rigidBar(40, 2, 5);
  const laplacian = uniformLaplacian(bar.rest.length / 3, bar.triangles);
  const run = (negligible: number) => {
    const settings = { ...DIRECT_DEFAULTS, negligible };
    return directMoments({ rest: bar.rest, laplacian }, bar.weights, 5, settings, plainFactors, UNWATCHED);
  };
  const [whole, part] = [await run(0), await run(1e-3)];
  expect(part.bones.length).toBeLessThan(0.7 * whole.bones.length);
  for (let i = 0; i + 1 < part.offsets.length; i++) {
    const sums = new Float64Array(5);
    let missing = 1;
    for (let e = part.offsets[i]; e < part.offsets[i + 1]; e++) {
      sums[0] += part.psi[e];
      sums[1] += part.smooth[e];
      for (let c = 0; c < 3; c++) sums[2 + c] += part.moments[9 * e + 6 + c];
      for (let f = whole.offsets[i]; f < whole.offsets[i + 1]; f++) {
        if (whole.bones[f] === part.bones[e]) missing -= whole.psi[f];
      }
    }
    expect(missing).toBeLessThan(1e-3);
    [1, 1, 0, 0, 0].forEach((x, n) => {
      expect(Math.abs(sums[n] - x)).toBeLessThan(1e-12);
    });
  }
});

it("stops when cancelled", async () => {
  const bar = rigidBar(8, 2);
  const laplacian = uniformLaplacian(bar.rest.length / 3, bar.triangles);
  const task = {
    ...UNWATCHED,
    async checkpoint() {
      throw new CancelledError();
    },
  };
  const mesh = { rest: bar.rest, laplacian };
  await expect(
    directMoments(mesh, bar.weights, bar.bones, DIRECT_DEFAULTS, plainFactors, task),
  ).rejects.toThrow(CancelledError);
});
