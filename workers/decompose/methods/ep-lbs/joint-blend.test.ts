import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { type PlainBones, residual } from "../../../kernels/testing/blend-reference";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import { randomBones, randomRotation, testProblem } from "../../problem/testing/problem";
import { FiniteBlend } from "./finite-descent";
import { JointBlend } from "./joint-blend";
import { unmapWeights } from "./mapping";

const SIZE = { vertices: 70, frames: 3, noise: 0.02, influences: 3 };

/** A random function and a random point. */
function randomJoint(seed: number, h: number, order: "xyz" | "zxz") {
  const random = createRandom(seed);
  const parallel = new Serial(new Arena(8e6, false));
  const truth = testProblem(parallel, seed, { ...SIZE, bones: randomBones(random, SIZE.frames, h) });
  const q = new Float64Array(9 * SIZE.frames * h);
  for (let n = 0; n < SIZE.frames * h; n++) q.set(randomRotation(random, 2), 9 * n);
  const last = Int32Array.from({ length: SIZE.vertices }, () => random.integer(h));
  const joint = new JointBlend(parallel, truth.problem, h, order, q, last);
  for (let n = 0; n < 3 * h; n++) joint.pivots[n] = random.normal();
  const x = parallel.arena.f64(joint.count);
  for (let n = 0; n < joint.angles; n++) x[n] = random.next();
  for (let i = 0; i < SIZE.vertices; i++) x[i * h + last[i]] = 0;
  for (let n = joint.angles; n < joint.translations; n++) x[n] = 0.5 + 0.1 * random.normal();
  for (let n = joint.translations; n < joint.count; n++) x[n] = random.normal();
  return { ...truth, parallel, joint, x, last, q, random };
}

function plainBones(joint: JointBlend, x: Float64Array, h: number): PlainBones {
  const rows = new Float64Array(3 * SIZE.frames * 4 * h);
  joint.bonesOf(x, rows);
  return Array.from({ length: 3 * SIZE.frames }, (_, r) => [...rows.subarray(r * 4 * h, (r + 1) * 4 * h)]);
}

describe("JointBlend", () => {
  it("is the sum of squared residuals, and its gradient agrees with differences", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 2, max: 6 }),
        fc.constantFrom("xyz", "zxz"),
        async (seed, h, order) => {
          const made = randomJoint(seed, h, order as "xyz");
          const { joint, x, last, plain, random, parallel } = made;
          const make = () => parallel.arena.f64(joint.count).fill(0);
          const [slope, unused, curvature] = [make(), make(), make()];
          const value = await joint.evaluate(x, slope, UNWATCHED, curvature);
          const bones = plainBones(joint, x, h);
          const w = new Float64Array(h);
          let truth = 0;
          for (let i = 0; i < SIZE.vertices; i++) {
            unmapWeights(x, i * h, h, last[i], w, 0);
            truth += residual(plain, bones, i, [...w]);
          }
          expect(Math.abs(value - truth)).toBeLessThan(1e-9 * truth);
          expect(Math.min(...curvature)).toBeGreaterThan(0);
          const size = Math.max(...slope.map(Math.abs));
          for (let sample = 0; sample < 24; sample++) {
            const part = sample % 3;
            const from = [0, joint.angles, joint.translations][part];
            const to = [joint.angles, joint.translations, joint.count][part];
            const n = from + random.integer(to - from);
            const kept = x[n];
            const step = 1e-5;
            x[n] = kept + step;
            const up = await joint.evaluate(x, unused, UNWATCHED);
            x[n] = kept - step;
            const down = await joint.evaluate(x, unused, UNWATCHED);
            x[n] = kept;
            if (n < joint.angles && n % h === last[Math.floor(n / h)]) expect(slope[n]).toBe(0);
            else expect(Math.abs(slope[n] - (up - down) / (2 * step))).toBeLessThan(1e-5 * size + 1e-6);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it("agrees with the published finite differences, in error and gradient", async () => {
    const h = 4;
    const { joint, x, problem, q, parallel } = randomJoint(11, h, "zxz");
    joint.pivots.fill(0);
    joint.last.fill(h - 1);
    for (let i = 0; i < SIZE.vertices; i++) x[i * h + h - 1] = 0;
    const slope = parallel.arena.f64(joint.count);
    const value = await joint.evaluate(x, slope, UNWATCHED);
    const motion = new Float64Array(SIZE.frames * h * 12);
    for (let n = 0; n < SIZE.frames * h; n++) {
      for (let a = 0; a < 3; a++) motion.set(q.subarray(9 * n + 3 * a, 9 * n + 3 * a + 3), 12 * n + 4 * a);
    }
    const weights = new Float64Array(SIZE.vertices * h).map((_, n) => (n % h === 0 ? 1 : 0));
    const frames = new Float32Array(3 * SIZE.vertices * SIZE.frames);
    for (let i = 0; i < SIZE.vertices; i++) {
      for (let row = 0; row < 3 * SIZE.frames; row++) {
        const at = (Math.floor(row / 3) * SIZE.vertices + i) * 3 + (row % 3);
        frames[at] = problem.trajectories[i * problem.stride + row];
      }
    }
    const literal = new FiniteBlend({ ...problem, frames }, h, motion, weights, UNWATCHED);
    literal.unknowns.u.set(x.subarray(0, joint.angles));
    literal.unknowns.e.set(x.subarray(joint.angles, joint.translations));
    literal.unknowns.s.set(x.subarray(joint.translations));
    expect(await literal.error(literal.unknowns)).toBeCloseTo(value, 2);
    const { u, e, s } = await literal.slopes(literal.unknowns);
    const size = Math.max(...slope.map(Math.abs));
    [...u, ...e, ...s].forEach((d, n) => {
      expect(Math.abs(d - slope[n])).toBeLessThan(1e-3 * size);
    });
  });
});
