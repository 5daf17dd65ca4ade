import { describe, expect, it } from "vitest";
import { BlendSolver } from "../../../decompose/phases/blend-solver";
import type { BlendState } from "../../../decompose/phases/blend-state";
import { Nearest } from "../../../decompose/problem/nearest";
import type { Problem } from "../../../decompose/problem/problem";
import { randomBones, testProblem } from "../../../decompose/problem/testing/problem";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { nearestQuaternion } from "../../../math/best-rotation";
import { rotationMatrix } from "../../../math/quaternion";
import { createRandom, type Random } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import type { TreeLink } from "../../tree/skeleton-tree";
import { addJoints, gapEnergy } from "./soft-joints";

const BONES = 3;
const FRAMES = 3;
const VERTICES = 40;
const LAMBDA = 0.3;
/** The bone to fit, which has two joints. The others stay. */
const FITTED = 1;
const LINKS: TreeLink[] = [
  { a: 0, b: 1, joint: [0.3, -0.2, 0.1] },
  { a: 1, b: 2, joint: [-0.1, 0.4, 0.25] },
];

/** A 3x4, row-major. */
type Transform = number[];

async function displaced(seed: number) {
  const parallel = new Serial(new Arena(1 << 23, false));
  const random = createRandom(seed);
  const bones = randomBones(random, FRAMES, BONES);
  const size = { vertices: VERTICES, frames: FRAMES, bones, noise: 0.05, influences: 3 };
  const { problem } = testProblem(parallel, seed + 1, size);
  const locked = parallel.arena.u8(BONES).fill(1);
  locked[FITTED] = 0;
  const solver = new BlendSolver(parallel, problem, {
    bones: BONES,
    limit: 3,
    slots: 3,
    kind: "rigid",
    search: "all",
    rule: "single",
    candidates: 2,
    rounds: 1,
    lockedBones: locked,
    nearest: new Nearest(problem.rest),
  });
  const state = solver.createState();
  state.bones.set(bones.flat());
  await solver.weights.run(state, UNWATCHED);
  for (let n = 0; n < state.bones.length; n++) state.bones[n] += 0.2 * random.normal();
  await solver.bones.project(state.bones, UNWATCHED);
  return { problem, solver, state, random };
}

const weightOf = ({ ids, values }: BlendState, i: number, j: number) => {
  for (let s = 3 * i; s < 3 * i + 3; s++) if (ids[s] === j) return values[s];
  return 0;
};

const transformOf = (motion: Float64Array, k: number, j: number): Transform =>
  Array.from(motion.subarray(12 * (k * BONES + j), 12 * (k * BONES + j) + 12));

const apply = (m: Transform, p: ArrayLike<number>) =>
  [0, 4, 8].map((r) => m[r] * p[0] + m[r + 1] * p[1] + m[r + 2] * p[2] + m[r + 3]);

/** The points of equation 25: rest points, their targets, and two kinds of weights. */
function pointsOf(problem: Problem, state: BlendState, motion: Float64Array, k: number) {
  const vertices = Array.from({ length: VERTICES }, (_, i) => {
    const v = problem.rest.subarray(4 * i, 4 * i + 3);
    const q = [0, 1, 2].map((c) => problem.trajectories[i * problem.stride + 3 * k + c]);
    for (let j = 0; j < BONES; j++) {
      if (j === FITTED) continue;
      const w = weightOf(state, i, j);
      apply(transformOf(motion, k, j), v).forEach((x, c) => {
        q[c] -= w * x;
      });
    }
    return { p: Array.from(v), w: weightOf(state, i, FITTED), q, counts: 1 / VERTICES };
  });
  const joints = LINKS.map(({ a, b, joint }) => {
    const other = a === FITTED ? b : a;
    return { p: [...joint], w: 1, q: apply(transformOf(motion, k, other), joint), counts: LAMBDA };
  });
  return [...vertices, ...joints];
}

type Points = ReturnType<typeof pointsOf>;

/** Equation 25a. */
const energy = (points: Points, m: Transform) =>
  points.reduce((sum, { p, w, q, counts }) => {
    const at = apply(m, p);
    return sum + counts * at.reduce((total, x, c) => total + (w * x - q[c]) ** 2, 0);
  }, 0);

/** Equations 26 to 29, with the weight of a point in P Qᵀ once or, as equation 28 prints it, twice. */
function byEquations(points: Points, printed: boolean): Transform {
  const den = points.reduce((sum, { w, counts }) => sum + counts * w * w, 0);
  const mean = (of: (point: Points[number], c: number) => number) =>
    [0, 1, 2].map((c) => points.reduce((sum, point) => sum + of(point, c), 0) / den);
  const pc = mean(({ p, w, counts }, c) => counts * w * w * p[c]);
  const qc = mean(({ q, w, counts }, c) => counts * w * q[c]);
  const a = new Array<number>(9).fill(0);
  for (const { p, w, q, counts } of points) {
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++)
        a[3 * r + c] += (printed ? counts ** 2 : counts) * w * (q[r] - w * qc[r]) * (p[c] - pc[c]);
  }
  return centred(nearestQuaternion(a), pc, qc);
}

function centred(quaternion: Float64Array, pc: readonly number[], qc: readonly number[]): Transform {
  const R = new Float64Array(9);
  rotationMatrix(quaternion, 0, R, 0);
  return [0, 1, 2].flatMap((r) => [
    ...R.subarray(3 * r, 3 * r + 3),
    qc[r] - [0, 1, 2].reduce((sum, c) => sum + R[3 * r + c] * pc[c], 0),
  ]);
}

/** The least energy over rotations and translations, by pattern search from many rotations. */
function bruteForce(points: Points, random: Random): number {
  let least = Infinity;
  for (let start = 0; start < 4; start++) {
    let best = Array.from({ length: 7 }, () => random.normal());
    const at = (x: number[]) => {
      const length = Math.hypot(...x.slice(0, 4));
      const m = centred(
        Float64Array.from(x.slice(0, 4), (q) => q / length),
        [0, 0, 0],
        x.slice(4),
      );
      return energy(points, m);
    };
    for (let step = 0.5; step > 1e-5; ) {
      const tried = best.flatMap((_, n) =>
        [-step, step].map((s) => best.map((x, m) => (m === n ? x + s : x))),
      );
      const next = tried.reduce((p, q) => (at(q) < at(p) ? q : p));
      if (at(next) < at(best)) best = next;
      else step /= 2;
    }
    least = Math.min(least, at(best));
  }
  return least;
}

describe("a bone with soft joints", () => {
  it("is the optimum of equation 25, while equation 28 as printed is not", async () => {
    for (const seed of [1, 2]) {
      const { problem, solver, state, random } = await displaced(seed);
      const before = solver.motionOf(state);
      await solver.bones.sweepWith(state, UNWATCHED, 1, async (normal) =>
        addJoints(normal, BONES, LINKS, LAMBDA * VERTICES),
      );
      const after = solver.motionOf(state);
      let worse = 0;
      for (let k = 0; k < FRAMES; k++) {
        for (const j of [0, 2]) expect(transformOf(after, k, j)).toEqual(transformOf(before, k, j));
        const points = pointsOf(problem, state, before, k);
        const found = transformOf(after, k, FITTED);
        const expected = byEquations(points, false);
        found.forEach((x, n) => {
          expect(x).toBeCloseTo(expected[n], 9);
        });
        const best = bruteForce(points, random);
        expect(energy(points, found)).toBeCloseTo(best, 6);
        worse = Math.max(worse, energy(points, byEquations(points, true)) / best);
      }
      expect(worse).toBeGreaterThan(1.005);
    }
  });

  it("opens its joints less if they are stiffer", async () => {
    const gaps = [0.01, 1, 1e4].map(async (lambda) => {
      const { solver, state } = await displaced(4);
      for (let sweep = 0; sweep < 5; sweep++)
        await solver.bones.sweepWith(state, UNWATCHED, 1, async (normal) =>
          addJoints(normal, BONES, LINKS, lambda * VERTICES),
        );
      return gapEnergy(solver.motionOf(state), BONES, LINKS);
    });
    const [loose, held, tight] = await Promise.all(gaps);
    expect(held).toBeLessThan(0.7 * loose);
    expect(tight).toBeLessThan(held);
  });
});
