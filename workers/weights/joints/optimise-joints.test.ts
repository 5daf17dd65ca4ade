import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import type { JointInput } from "../../model/reports/joint-report";
import { type Pose, restPose } from "../../model/rig/pose";
import type { Point } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import { NO_WEIGHT_EDITS } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../model/weights/weight-settings";
import { strainOverPoses } from "../binding/measure/measure-weights";
import { exemplars } from "../exemplars";
import { chain, segment, skeletonOf, tube } from "../testing/bindables";
import { jointGraph } from "./joint-graph";
import { JointSolver } from "./joint-solver";
import { optimiseJoints } from "./optimise-joints";
import { anyWeights, displaced, motley } from "./testing/joints";
import { inputOf, limb, makeParallel, moved, two } from "./testing/limb";

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const solve = (input: JointInput) => optimiseJoints(input, makeParallel, UNWATCHED);

/** Equal rotations of the second bone to all sides, so the best joint lies on the axis. */
const turns = [-0.9, -0.5, 0.5, 0.9].flatMap((angle) =>
  [1, 2].map((axis) => {
    const pose = restPose(two.segments, `${axis} ${angle}`);
    pose.rotations[4 + axis] = Math.sin(angle / 2);
    pose.rotations[7] = Math.cos(angle / 2);
    return pose;
  }),
);

describe("a joint in a symmetric tube, with the weights of its true skeleton", () => {
  /** Random clusters are not symmetric, so each vertex has its own rotation. */
  const settings = { ...WEIGHT_DEFAULTS, exemplars: 1, clusters: limb.positions.length };
  const start = () => inputOf(limb, two, { settings, edits: editsOf(turns) });

  it.each([
    ["y", [0, 0.15, 0]],
    ["z", [0, 0, -0.15]],
    ["both", [0, 0.1, 0.1]],
  ] as [string, Point][])("returns to the axis (%s)", async (_, by) => {
    const { skeleton, energyPerIteration } = await solve({ ...(await start()), skeleton: moved(two, 1, by) });
    const joint = skeleton.segments[1].head;
    expect(distance(joint, [1, 0, 0])).toBeLessThan(0.003);
    expect(skeleton.segments[0].tail).toEqual(joint);
    // The last tail is loose and moves with its head.
    expect(distance(skeleton.segments[1].tail, [1 + joint[0], joint[1], joint[2]])).toBeLessThan(1e-6);
    expect(energyPerIteration.at(-1)).toBeLessThan(0.9 * energyPerIteration[0]);
    // The objective includes the resistance of joints, so the strain alone may rise slightly.
    energyPerIteration.slice(1).forEach((energy, n) => {
      expect(energy).toBeLessThanOrEqual(1.0001 * energyPerIteration[n]);
    });
  });

  it("returns only part of the way along the axis, because it resists sliding along its bones", async () => {
    const skeleton = moved(two, 1, [0.15, 0, 0]);
    const result = await solve({ ...(await start()), skeleton, iterations: 20 });
    expect(result.skeleton.segments[1].head[0]).toBeLessThan(1.1);
  });

  it("stays in place if it is right, and so does the root", async () => {
    const { skeleton, moved: by } = await solve(await start());
    expect(distance(skeleton.segments[1].head, [1, 0, 0])).toBeLessThan(0.002);
    expect(Array.from(by.subarray(0, 3))).toEqual([0, 0, 0]);
  });

  it("does not move at all if pinned, and less if stiff", async () => {
    const good = await start();
    const skeleton = moved(two, 1, [0, 0.15, 0]);
    const at = async (stiff: number) => {
      const out = await solve({ ...good, skeleton, stiffness: Float32Array.of(0, stiff) });
      return out.skeleton;
    };
    expect(await at(Infinity)).toEqual(skeleton);
    const [free, stiff] = [await at(0), await at(1)];
    expect(stiff.segments[1].head[1]).toBeGreaterThan(0.03);
    expect(free.segments[1].head[1]).toBeLessThan(0.003);
  });
});

describe("any joints", () => {
  it("do not raise the objective (seed 11)", async () => {
    const mesh = tube([-0.5, 0, 0], [8.5, 0, 0], 1, 14, 6);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.boolean(), async (seed, plain) => {
        const skeleton = plain ? chain([0, 0, 0], [3, 0.5, 0], [5, 0, 0.4], [8, 0, 0]) : motley();
        const random = createRandom(seed);
        const graph = jointGraph(skeleton);
        const by = Float64Array.from({ length: 3 * graph.count }, () => 0.2 * random.normal());
        const input: JointInput = {
          mesh,
          skeleton: displaced(skeleton, graph, by),
          weights: anyWeights(mesh, skeleton, seed),
          settings: { ...WEIGHT_DEFAULTS, exemplars: 6, clusters: 30, clusterings: 3, seed },
          edits: NO_WEIGHT_EDITS,
          stiffness: new Float32Array(skeleton.segments.length),
          iterations: 0,
        };
        const parallel = await makeParallel(1 << 22);
        const solver = await JointSolver.create(parallel, input, UNWATCHED);
        let last = solver.objective;
        for (let n = 0; n < 3; n++) {
          await solver.step(UNWATCHED);
          expect(solver.objective).toBeLessThanOrEqual(last);
          last = solver.objective;
        }
        expect(solver.strain).toBeGreaterThan(0);
      }),
      { seed: 11, numRuns: 8 },
    );
  });

  it("turn and move with everything else", async () => {
    // Random poses use the world's axes. The test has its own poses, which turn with the rest.
    const skeleton = moved(chain([0, 0, 0], [0.7, 0, 0], [1.4, 0, 0], [2, 0, 0]), 1, [0, 0.1, 0.05]);
    const random = createRandom(4);
    const poses = Array.from({ length: 8 }, (_, n) => {
      const pose = restPose(skeleton.segments, `pose ${n}`);
      for (let j = 0; j < 3; j++) pose.rotations.set(unit([0.3, 0.3, 0.3, 1].map((x) => x * (x === 1 ? 1 : random.normal()))), 4 * j); // biome-ignore format: one call
      return pose;
    });
    const here = await inputOf(limb, skeleton, {
      settings: { ...WEIGHT_DEFAULTS, exemplars: 1, clusters: 1e6 },
      edits: editsOf(poses),
    });
    const q = unit([0.2, -0.5, 0.3, 0.8]);
    const shift: Point = [3, -1, 2];
    const carry = (p: ArrayLike<number>): Point => rotate(q, p).map((x, c) => x + shift[c]) as Point;
    const positions = new Float32Array(limb.positions.length);
    for (let n = 0; n < positions.length; n += 3) positions.set(carry(limb.positions.subarray(n, n + 3)), n);
    const there: JointInput = {
      ...here,
      mesh: { ...limb, positions },
      skeleton: {
        version: 1,
        segments: skeleton.segments.map((s) => ({ ...s, head: carry(s.head), tail: carry(s.tail) })),
      },
      edits: editsOf(
        poses.map((pose) => {
          const rotations = pose.rotations.slice();
          for (let j = 0; j < 3; j++) {
            rotations.set(rotate(q, rotations.subarray(4 * j, 4 * j + 3)), 4 * j);
          }
          return { ...pose, rotations };
        }),
      ),
    };
    const [a, b] = [await solve(here), await solve(there)];
    expect(Math.hypot(...a.moved.subarray(3, 6))).toBeGreaterThan(0.05);
    b.skeleton.segments.forEach(({ head }, j) => {
      expect(distance(head, carry(a.skeleton.segments[j].head))).toBeLessThan(1e-4);
    });
    expect(b.energyPerIteration.at(-1)).toBeCloseTo(a.energyPerIteration.at(-1)!, 6);
  });

  it("at the end of a spine return to the axis", async () => {
    const spine = skeletonOf(segment(-1, [0, 0, 0], [1, 0, 0], "spine"), segment(0, [1, 0, 0], [2, 0, 0]));
    const good = await inputOf(limb, spine);
    const { skeleton } = await solve({ ...good, skeleton: moved(spine, 1, [0, 0.12, 0]), iterations: 12 });
    expect(Math.abs(skeleton.segments[1].head[1])).toBeLessThan(0.02);
    expect(skeleton.segments[0].tail).toEqual(skeleton.segments[1].head);
  });

  it("of two trees in one limb: the trees find each other even if all joints are pinned", async () => {
    const apart = skeletonOf(segment(-1, [0, 0, 0], [0.9, 0, 0]), segment(-1, [2, 0, 0], [1.1, 0, 0]));
    const pinned = Float32Array.of(Infinity, Infinity);
    const settings = { ...WEIGHT_DEFAULTS, exemplars: 20, clusters: limb.positions.length };
    const input = await inputOf(limb, apart, { settings, stiffness: pinned });
    const { skeleton, energyPerIteration } = await solve(input);
    expect(skeleton).toEqual(apart);
    // Each tree turns about its own end. The measurement of weights shifts trees differently.
    const torn = exemplars(apart, 20, createRandom(settings.seed));
    const strain = await strainOverPoses(limb, apart, input.weights, torn, makeParallel, UNWATCHED);
    expect(energyPerIteration.at(-1)! / strain).toBeGreaterThan(0.99);
    expect(energyPerIteration.at(-1)! / strain).toBeLessThan(1.01);
  });

  it("start at the strain that posing every vertex gives, with spines too", async () => {
    const spine = skeletonOf(segment(-1, [0, 0, 0], [1, 0, 0], "spine"), segment(0, [1, 0, 0], [2, 0, 0]));
    const settings = { ...WEIGHT_DEFAULTS, exemplars: 6, clusters: limb.positions.length };
    const input = await inputOf(limb, spine, { settings, iterations: 0 });
    const poses = exemplars(spine, 6, createRandom(settings.seed));
    const { energyPerIteration } = await solve(input);
    const strain = await strainOverPoses(limb, spine, input.weights, poses, makeParallel, UNWATCHED);
    expect(energyPerIteration[0] / strain).toBeCloseTo(1, 5);
  });
});

const unit = (q: number[]) => q.map((x) => x / Math.hypot(...q));
const editsOf = (poses: Pose[]) => ({
  ...NO_WEIGHT_EDITS,
  droppedExemplars: [0],
  addedExemplars: poses.map((pose) => ({ name: pose.name, pose })),
});

/** v turned by the unit quaternion q. */
function rotate([x, y, z, w]: number[], v: ArrayLike<number>): number[] {
  const t = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]].map((a) => 2 * a);
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}
