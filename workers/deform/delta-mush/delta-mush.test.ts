import { expect, it } from "vitest";
import { uniformLaplacian } from "../../mesh/laplacian";
import { UNWATCHED } from "../../model/task";
import { linearBlendDeformer } from "../classic/linear-blend";
import { directEntries } from "../direct/omega";
import { DIRECT_DEFAULTS, directMoments } from "../direct/psi";
import { ddmV0 } from "../direct/variants/ddm-v0";
import { denseSmoothing, farthest, rigidBar } from "../testing/meshes";
import { deltaMushDeformer, directDeltaMush } from "./delta-mush";
import { plainFactors } from "./factors";

const bar = rigidBar(16, 3);
const count = bar.rest.length / 3;
const laplacian = uniformLaplacian(count, bar.triangles);
const surface = { rest: bar.rest, triangles: bar.triangles, laplacian };
const implicit = { scheme: "implicit", iterations: 6, step: 0.8, strengths: null } as const;

it("adds deltas of the rest's length to the smoothed skin", async () => {
  const deformer = await deltaMushDeformer(surface, bar.weights, implicit, plainFactors);
  const mush = denseSmoothing(laplacian, 0.8, 6, null);
  const smoothed = (x: Float64Array, i: number) =>
    [0, 1, 2].map((c) => mush.getColumn(i).reduce((sum, w, k) => sum + w * x[3 * k + c], 0));
  for (const bones of bar.motion) {
    const skinned = linearBlendDeformer(bar.rest, bar.weights).pose(bones).positions;
    const posed = deformer.pose(bones).positions;
    for (let i = 0; i < count; i += 5) {
      const [before, after] = [smoothed(bar.rest, i), smoothed(skinned, i)];
      const delta = Math.hypot(...before.map((x, c) => bar.rest[3 * i + c] - x));
      expect(Math.abs(Math.hypot(...after.map((x, c) => posed[3 * i + c] - x)) - delta)).toBeLessThan(1e-9);
    }
  }
});

it("is near v0 at alpha 0, which differs only in its frames, and nearer to it than to rigid skinning", async () => {
  const deformer = await deltaMushDeformer(surface, bar.weights, implicit, plainFactors);
  const settings = { ...DIRECT_DEFAULTS, iterations: 6, lambda: 0.8, kappa: 0.1 };
  const mesh = { rest: bar.rest, laplacian };
  const moments = await directMoments(mesh, bar.weights, bar.bones, settings, plainFactors, UNWATCHED);
  const direct = ddmV0(directEntries(moments, 0));
  for (const bones of bar.motion.slice(1)) {
    const mush = deformer.pose(bones).positions;
    const apart = farthest(mush, direct.pose(bones).positions);
    const skinned = linearBlendDeformer(bar.rest, bar.weights).pose(bones).positions;
    expect(apart).toBeLessThan(0.05);
    expect(apart).toBeLessThan(0.5 * farthest(mush, skinned));
  }
});

it("equals a sum over the entries of the direct form, which needs no solve in a pose", async () => {
  for (const scheme of ["implicit", "explicit"] as const) {
    const smoothing = { ...implicit, scheme };
    const truth = await deltaMushDeformer(surface, bar.weights, smoothing, plainFactors);
    const settings = { ...DIRECT_DEFAULTS, scheme, iterations: 6, lambda: 0.8, kappa: 0.1, negligible: 0 };
    const mesh = { rest: bar.rest, laplacian };
    const moments = await directMoments(mesh, bar.weights, bar.bones, settings, plainFactors, UNWATCHED);
    const direct = directDeltaMush(directEntries(moments, 0), bar.triangles, bar.weights);
    for (const bones of bar.motion) {
      const [mine, expected] = [direct.pose(bones), truth.pose(bones)];
      const sure = (i: number) => expected.certainty[i] > 0.02;
      expect(farthest(mine.positions, expected.positions, sure)).toBeLessThan(1e-9);
      expect(mine.certainty.every((x, i) => Math.abs(x - expected.certainty[i]) < 1e-6)).toBe(true);
    }
  }
});
