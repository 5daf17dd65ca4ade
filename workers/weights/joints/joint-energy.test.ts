import type { Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import type { Skeleton } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import { ringWeights } from "../arap/system/ring-weights";
import { polarBySvd, tube } from "../arap/testing/cases";
import { exemplars } from "../exemplars";
import { segmentTree } from "../segment-tree";
import { chain } from "../testing/bindables";
import { bonePieces, pieceWeights } from "./bone-pieces";
import { jointForces, jointRotationBytes, takeRotations } from "./joint-energy";
import { jointGraph } from "./joint-graph";
import { jointMoments } from "./joint-moments";
import { endsAt, jointPoses } from "./joint-poses";
import { bestShifts, jointSystem, reducedForces } from "./joint-system";
import { PoseAtJoints } from "./pose-at-joints";
import { anyWeights, displaced, eachEdge, energyByDefinition, motley, posedAt } from "./testing/joints";

/** The engine's results for a skeleton at rest, and results from posing every vertex. */
async function both(skeleton: Skeleton, ways: number) {
  const mesh = tube(8, 6, 3);
  const V = mesh.positions.length / 3;
  const weights = anyWeights(mesh, skeleton, 5);
  const found = exemplars(skeleton, 4, createRandom(2));
  const tree = segmentTree(skeleton);
  const graph = jointGraph(skeleton);
  const poses = jointPoses(skeleton, tree, graph, found, 1);
  const pieces = bonePieces(skeleton.segments, poses.bends);
  const points = Float64Array.from({ length: 4 * V }, (_, n) =>
    n % 4 === 3 ? 1 : mesh.positions[3 * Math.floor(n / 4) + (n % 4)],
  );
  const ring = ringWeights(mesh);
  const each = ways === 1 ? V : 7;
  const owners = Uint32Array.from({ length: ways * V }, (_, n) =>
    ways === 1 ? n : each * Math.floor(n / V) + (((n % V) * (1 + Math.floor(n / V))) % each),
  );
  const clusters = { ways, each, owners };
  const ends = endsAt(skeleton.segments, graph, new Float64Array(3 * graph.count));
  const rows = pieceWeights(
    pieces,
    points,
    skeleton.segments.map(({ head, tail }) => [head, tail]),
    weights,
  );
  const moments = await jointMoments(points, ring, rows, pieces.count, clusters, UNWATCHED);
  const at = new PoseAtJoints(poses, pieces);
  const parallel = new Serial(new Arena(jointRotationBytes(each), false));
  const forces = await jointForces(
    parallel,
    takeRotations(parallel, each),
    poses,
    at,
    moments,
    clusters,
    ends,
    new Float64Array(3 * poses.count * tree.componentCount),
    UNWATCHED,
  );
  const system = await jointSystem(poses, at, moments, ends, UNWATCHED);

  const clusterOf = (i: number, pose: number) => owners[(pose % ways) * V + i];
  const pose = (moved: ArrayLike<number>, shifts?: Float64Array) =>
    posedAt(mesh, skeleton, displaced(skeleton, graph, moved), weights, found, (k, j) => {
      const from = 3 * (k * tree.componentCount + tree.component[j]);
      return shifts ? Array.from(shifts.subarray(from, from + 3)) : [0, 0, 0];
    });
  const rotations = bestRotations(pose(new Float64Array(3 * graph.count)), clusterOf);
  function bestRotations(posed: number[][][], of: typeof clusterOf): Map<string, Matrix> {
    const sums = new Map<string, number[]>();
    eachEdge(mesh, ring, posed, (i, k, g, e, d) => {
      const key = `${of(i, k)} ${k}`;
      const sum = sums.get(key) ?? new Array(9).fill(0);
      for (let n = 0; n < 9; n++) sum[n] += g * d[Math.floor(n / 3)] * e[n % 3];
      sums.set(key, sum);
    });
    return new Map([...sums].map(([key, sum]) => [key, polarBySvd(sum)]));
  }
  /** The energy with the rotations that are best before joints move. */
  const energy = (moved: ArrayLike<number>, shifts?: Float64Array) =>
    energyByDefinition(mesh, ring, pose(moved, shifts), (i, k) => rotations.get(`${clusterOf(i, k)} ${k}`)!);
  /** The energy with the best rotations at the moved joints. */
  const relaxed = (moved: ArrayLike<number>) => {
    const posed = pose(moved);
    const found = bestRotations(posed, clusterOf);
    return energyByDefinition(mesh, ring, posed, (i, k) => found.get(`${clusterOf(i, k)} ${k}`)!);
  };
  return { forces, system, energy, relaxed, joints: graph.count, trees: tree.componentCount };
}

const randomStep = (joints: number, seed: number) => {
  const random = createRandom(seed);
  return Float64Array.from({ length: 3 * joints }, () => 0.5 * random.normal());
};

describe("the energy of displaced joints, compared with posing every vertex", () => {
  it.each([
    ["rigid bones", chain([0, 0, 0], [2, 0.3, 0], [5, 0, 0.4], [8, 0, 0]), 1],
    ["rigid bones, clusters", chain([0, 0, 0], [2, 0.3, 0], [5, 0, 0.4], [8, 0, 0]), 2],
    ["segments of every kind, two trees", motley(), 2],
  ])("%s: value, gradient and matrix", async (_, skeleton, ways) => {
    const { forces, system, energy, joints, trees } = await both(skeleton, ways);
    const still = new Float64Array(3 * joints);
    const start = energy(still);
    expect(forces.energy / start).toBeCloseTo(1, 7);
    const best = (step: Float64Array) => energy(step, bestShifts(system, forces, trees, step));
    const base = best(still);
    expect(base).toBeLessThanOrEqual(start * (1 + 1e-12));
    const gradient = reducedForces(system, forces, trees);
    // With fixed rotations the energy is quadratic, so one step of any size tests both.
    for (const seed of [1, 2, 3]) {
      const step = randomStep(joints, seed);
      const linear = 2 * step.reduce((sum, x, n) => sum + x * gradient[n], 0);
      let square = 0;
      step.forEach((x, r) => {
        for (let c = 0; c < step.length; c++) square += x * system.matrix[r * step.length + c] * step[c];
      });
      const [there, back] = [best(step) - base, best(step.map((x) => -x)) - base];
      expect((there + back) / 2 / square).toBeCloseTo(1, 6);
      expect((there - back) / 2 / linear).toBeCloseTo(1, 6);
    }
  });

  it("the gradient belongs to the energy with its best rotations (finite differences)", async () => {
    const { forces, relaxed, joints } = await both(chain([0, 0, 0], [2, 0.3, 0], [5, 0, 0.4], [8, 0, 0]), 1);
    const h = 1e-4;
    for (let n = 0; n < 3 * joints; n++) {
      const to = new Float64Array(3 * joints);
      to[n] = h;
      const up = relaxed(to);
      to[n] = -h;
      expect((up - relaxed(to)) / (2 * h)).toBeCloseTo(2 * forces.joints[n], 6);
    }
  });

  it("shifts of trees are the best", async () => {
    const { forces, system, energy, joints, trees } = await both(motley(), 2);
    const step = randomStep(joints, 4);
    const shifts = bestShifts(system, forces, trees, step);
    const least = energy(step, shifts);
    const random = createRandom(9);
    for (let n = 0; n < 5; n++) {
      const other = shifts.map((x) => x + 0.05 * random.normal());
      expect(energy(step, other)).toBeGreaterThan(least);
    }
  });
});
