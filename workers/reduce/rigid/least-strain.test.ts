/** Checks weights that are as rigid as possible with a literal energy. */
import { describe, expect, it } from "vitest";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { bestRotation } from "../../math/best-rotation";
import { rotationMatrix } from "../../math/quaternion";
import { REDUCE_DEFAULTS, type ReduceMethod } from "../../model/reduce/reduce-settings";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import { UNWATCHED } from "../../model/task";
import { ringWeights } from "../../weights/arap/system/ring-weights";
import { surface } from "../../weights/testing/bindables";
import { examplesOf } from "../choose-examples";
import { problemOf } from "../methods/problem-of";
import { reducedWeights } from "../reduce";
import { denseCase } from "../testing/dense-case";
import { rigid } from "./rigid";

const makeParallel = exactParallel(2);
const FRAMES = { from: "frames", frames: null } as const;

/** The sum over poses of Σ_i Λ_i Σ_k λ_ik |x_k − x_i − R_i e_ik|² with the best R_i, computed literally. */
function energyOf(rig: Rig, weights: SparseWeights, triangles: Uint32Array, poses: number): number {
  const { masses, offsets, neighbours, shares } = ringWeights(surface(rig.rest, triangles));
  const { rest } = rig;
  const x = new Float64Array(rest.length);
  const [quaternion, R] = [new Float64Array(4), new Float64Array(9)];
  const edge = (of: ArrayLike<number>, i: number, k: number) =>
    [0, 1, 2].map((c) => of[3 * k + c] - of[3 * i + c]);
  let energy = 0;
  for (let p = 0; p < poses; p++) {
    blendPositions({ ...rig, weights }, p, x);
    for (let i = 0; i < masses.length; i++) {
      const covariance = new Float64Array(9);
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const [a, b] = [edge(x, i, neighbours[e]), edge(rest, i, neighbours[e])];
        for (let n = 0; n < 9; n++) covariance[n] += shares[e] * a[Math.floor(n / 3)] * b[n % 3];
      }
      bestRotation(covariance, 0, quaternion, 0);
      rotationMatrix(quaternion, 0, R, 0);
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const [a, b] = [edge(x, i, neighbours[e]), edge(rest, i, neighbours[e])];
        const left = a.map((v, r) => v - R[3 * r] * b[0] - R[3 * r + 1] * b[1] - R[3 * r + 2] * b[2]);
        energy += masses[i] * shares[e] * left.reduce((sum, d) => sum + d * d, 0);
      }
    }
  }
  return energy;
}

const SUBJECT = denseCase(71, { size: 9, bones: 6, frames: 4, noise: 0 });
const weightsBy = async (method: ReduceMethod, influences: number) => {
  const { sequence, rig } = SUBJECT;
  const settings = { ...REDUCE_DEFAULTS, method, influences, singleBones: 0 };
  return (await reducedWeights({ sequence, rig, settings, examples: null }, FRAMES, makeParallel, UNWATCHED))
    .weights;
};
const energy = (weights: SparseWeights) => energyOf(SUBJECT.rig, weights, SUBJECT.triangles, 4);

describe("weights as rigid as possible", () => {
  it("have less energy than the weights of other methods with as few influences", async () => {
    const found = await weightsBy("arap", 2);
    expect(maxInfluences(found)).toBeLessThanOrEqual(2);
    const least = energy(found);
    for (const method of ["k-largest", "poisson", "auto"] as const) {
      expect(least).toBeLessThan(0.9 * energy(await weightsBy(method, 2)));
    }
  });

  it("lose energy from round to round", async () => {
    const energies: number[] = [];
    for (const sweeps of [1, 3, 9, 27]) {
      const { sequence, rig } = SUBJECT;
      const settings = { ...REDUCE_DEFAULTS, method: "arap" as const, influences: 3, sweeps };
      const input = { sequence, rig, settings, examples: null };
      const examples = await examplesOf(input, FRAMES, makeParallel, UNWATCHED);
      energies.push(energy(await rigid(problemOf(input, makeParallel), examples!, UNWATCHED)));
    }
    energies.slice(1).forEach((value, n) => {
      expect(value).toBeLessThan(energies[n]);
    });
  });

  it("have no energy if all bones move alike", async () => {
    const { sequence, rig } = SUBJECT;
    const V = rig.rest.length / 3;
    const motion = rig.motion.slice();
    for (let n = 0; n < motion.length; n++) motion[n] = motion[Math.floor(n / 72) * 72 + (n % 12)];
    const settings = { ...REDUCE_DEFAULTS, method: "arap" as const, influences: 2, sweeps: 4 };
    const input = { sequence, rig: { ...rig, motion }, settings, examples: null };
    const examples = await examplesOf(input, FRAMES, makeParallel, UNWATCHED);
    const found = await rigid(problemOf(input, makeParallel), examples!, UNWATCHED);
    expect(found.offsets[V]).toBeGreaterThanOrEqual(V);
    expect(energyOf(input.rig, found, SUBJECT.triangles, 4)).toBeLessThan(1e-9);
  });
});
