import { expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { tubeInput } from "../../arap/testing/cases";
import { reusedParallel } from "../../testing/bindables";
import { strainOfPoses } from "./measure-weights";

it("strain over poses is the mean over all of them, and 0 if the mesh moves as one", async () => {
  const { mesh, heat, bones, motions } = tubeInput(3, 3, 4);
  const parallel = reusedParallel();
  const all = Float32Array.from(motions);
  const strain = (of: Float32Array) =>
    strainOfPoses({ mesh, weights: heat, bones, motions: of }, parallel, UNWATCHED);
  const mean = new Float64Array(mesh.positions.length / 3);
  const size = 12 * bones;
  for (let k = 0; k < 4; k++) {
    const each = await strain(all.slice(size * k, size * (k + 1)));
    each.forEach((x, i) => {
      mean[i] += x / 4;
    });
  }
  const together = await strain(all);
  expect(Math.max(...mean)).toBeGreaterThan(1e-3);
  together.forEach((x, i) => {
    expect(Math.abs(x - mean[i])).toBeLessThan(1e-6 * (1 + mean[i]));
  });

  // A quarter rotation and a shift, the same for all bones.
  const one = [0, -1, 0, 2, 1, 0, 0, 3, 0, 0, 1, 4];
  const rigid = await strain(Float32Array.from({ length: size }, (_, n) => one[n % 12]));
  expect(Math.max(...rigid)).toBeLessThan(1e-9);
});
