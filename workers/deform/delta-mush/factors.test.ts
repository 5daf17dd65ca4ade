import { expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { cotangentLaplacian } from "../../mesh/laplacian";
import { UNWATCHED } from "../../model/task";
import { DIRECT_DEFAULTS, directMoments } from "../direct/psi";
import { analyseSmoothing, factorBytes, kernelFactors } from "../testing/factors";
import { untidyMesh } from "../testing/meshes";
import { plainFactors } from "./factors";

it("gives the same moments with the kernels as with the plain solver", async () => {
  const mesh = untidyMesh(12, 8);
  const laplacian = cotangentLaplacian(mesh.rest, mesh.triangles, { nonNegative: true });
  const lambdaOf = Array.from({ length: mesh.rest.length / 3 }, (_, i) => (i % 4) / 3);
  const settings = { ...DIRECT_DEFAULTS, lambdaOf, negligible: 0 };
  const pattern = analyseSmoothing(laplacian);
  const parallel = new Serial(new Arena(factorBytes(pattern, 1), false));
  const run = (factors: Parameters<typeof directMoments>[4]) =>
    directMoments({ rest: mesh.rest, laplacian }, mesh.weights, 12, settings, factors, UNWATCHED);
  const kernels = await run(kernelFactors(parallel, UNWATCHED, pattern));
  const plain = await run(plainFactors);
  expect([...kernels.offsets]).toEqual([...plain.offsets]);
  expect([...kernels.bones]).toEqual([...plain.bones]);
  for (const key of ["centres", "moments", "psi", "smooth"] as const) {
    const apart = kernels[key].reduce((most, x, n) => Math.max(most, Math.abs(x - plain[key][n])), 0);
    expect(apart, key).toBeLessThan(1e-9);
  }
});
