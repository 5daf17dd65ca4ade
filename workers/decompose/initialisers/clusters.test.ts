import { determinant, Matrix, SingularValueDecomposition } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { fillFrames, makeSequence } from "../../../tools/samples/make-sequence";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { bendingBar, clothPatch, movingShells, staticCube } from "../../testing/sequences";
import { buildProblem, problemBytes } from "../problem/build-problem";
import type { Problem } from "../problem/problem";
import { Clusters, rigidClusterBytes } from "./clusters";
import { startEdgeCollapse } from "./edge-collapse/start-edge-collapse";
import { startMeanShift } from "./mean-shift/start-mean-shift";
import { startRegions } from "./regions/start-regions";
import { startSpectral } from "./spectral/start-spectral";
import { type Start, startContext } from "./start-context";
import { startFarthest } from "./start-farthest";
import { flatBytes, startFlat } from "./start-flat";
import { startKmeans } from "./start-kmeans";
import { startLbg } from "./start-lbg";
import { startOneRing } from "./start-one-ring";

async function contextOf(sequence: MeshSequence, bones: number) {
  const { vertexCount, frameCount } = sequence;
  const parallel = new Serial(new Arena(problemBytes(vertexCount, frameCount) + 40e6, false));
  const problem = await buildProblem(parallel, sequence, { bones, tailERms: 1e-6 }, UNWATCHED);
  const flat = flatBytes(vertexCount, sequence.triangles.length, problem.rank, bones, 1);
  expect(Math.max(rigidClusterBytes(problem, bones, 1), flat)).toBeLessThan(40e6);
  return startContext(parallel, problem);
}

/** Normalised position of a vertex in a frame. */
function target({ frames, vertexCount, centre, scale }: Problem, k: number, i: number): number[] {
  return [0, 1, 2].map((c) => ((frames as Float32Array)[(k * vertexCount + i) * 3 + c] - centre[c]) * scale);
}

/** Squared error of a vertex under bone `j` of F·B·12 numbers. */
function errorUnder(problem: Problem, motion: Float64Array, bones: number, j: number, i: number): number {
  let error = 0;
  for (let k = 0; k < problem.frameCount; k++) {
    const at = (k * bones + j) * 12;
    const y = target(problem, k, i);
    for (let r = 0; r < 3; r++) {
      let x = motion[at + 4 * r + 3];
      for (let c = 0; c < 3; c++) x += motion[at + 4 * r + c] * problem.rest[4 * i + c];
      error += (x - y[r]) ** 2;
    }
  }
  return error;
}

/** RMS distance when each vertex follows its best bone, as a share of half the diagonal. */
function rmsOf(problem: Problem, motion: Float64Array, bones: number): number {
  let sum = 0;
  for (let i = 0; i < problem.vertexCount; i++) {
    let least = Infinity;
    for (let j = 0; j < bones; j++) least = Math.min(least, errorUnder(problem, motion, bones, j, i));
    sum += least;
  }
  return Math.sqrt(sum / problem.vertexCount / problem.frameCount);
}

function expectRotations(motion: Float64Array): void {
  for (let at = 0; at < motion.length; at += 12) {
    const m = Matrix.from1DArray(3, 4, motion.subarray(at, at + 12)).subMatrix(0, 2, 0, 2);
    expect(m.mmul(m.transpose()).sub(Matrix.eye(3)).norm()).toBeLessThan(1e-12);
    const [a, b, c, d, e, f, g, h, i] = m.to1DArray();
    expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBeCloseTo(1, 10);
  }
}

/** Kabsch (1976) for one frame, by an SVD: the sum of squared errors of the best rigid motion of all vertices. */
function kabschError(problem: Problem, k: number): number {
  const V = problem.vertexCount;
  const x = new Matrix(V, 3);
  const y = new Matrix(V, 3);
  for (let i = 0; i < V; i++) {
    x.setRow(i, Array.from(problem.rest.subarray(4 * i, 4 * i + 3)));
    y.setRow(i, target(problem, k, i));
  }
  x.center("column");
  y.center("column");
  const svd = new SingularValueDecomposition(y.transpose().mmul(x));
  const sign = determinant(svd.leftSingularVectors.mmul(svd.rightSingularVectors.transpose())) < 0 ? -1 : 1;
  const [a, b, c] = svd.diagonal;
  return x.norm() ** 2 + y.norm() ** 2 - 2 * (a + b + sign * c);
}

/** Random points of one shape at rest and another shape in the frames. */
function shaped(posed: (p: number[]) => number[], still = (p: number[]) => p): MeshSequence {
  const random = createRandom(8);
  const points = Array.from({ length: 30 }, () => [
    random.normal(),
    2 * random.normal(),
    3 * random.normal(),
  ]);
  const rest = Float32Array.from(points.flatMap(still));
  const noisy = (p: number[]) => posed(p).map((x) => x + 1e-3 * random.normal());
  return makeSequence({
    name: "points",
    fps: 30,
    rest,
    frames: fillFrames(30, 3, (frame, k) => frame.set(points.flatMap(k === 0 ? posed : noisy))),
    parts: [{ name: "all", material: 0, polygons: points.slice(2).map((_, i) => [i, i + 1, i + 2]) }],
    materials: [{ name: "grey", baseColour: [0.5, 0.5, 0.5, 1], doubleSided: true }],
  });
}

const STARTS: [string, Start][] = [
  ["farthest", startFarthest],
  ["k-means++", startKmeans],
  ["LBG", startLbg],
  ["flat", startFlat],
  ["regions", startRegions],
  ["edge collapse", startEdgeCollapse],
  ["mean shift", startMeanShift],
  ["one-ring", startOneRing],
  ["spectral", startSpectral],
];

describe("Clusters", () => {
  it.each([
    ["a bar", bendingBar({ frames: 6 }).sequence],
    ["mirrored points", shaped((p) => [-p[0], p[1], p[2]])],
    ["points that become flat", shaped((p) => [p[0], p[1], 0])],
    ["points that become a line", shaped((p) => [p[0], 0, 0])],
    ["points that become one", shaped(() => [1, 2, 3])],
    [
      "a line",
      shaped(
        (p) => [p[1], 2 * p[0], 0],
        (p) => [p[0], 0, 0],
      ),
    ],
  ])("fits one bone as Kabsch does: %s", async (_, sequence) => {
    const context = await contextOf(sequence, 1);
    const clusters = new Clusters(context, 1);
    await clusters.begin(UNWATCHED);
    const { problem } = context;
    const motion = clusters.motion();
    expectRotations(motion);
    for (let k = 0; k < problem.frameCount; k++) {
      let error = 0;
      for (let i = 0; i < problem.vertexCount; i++) {
        const y = target(problem, k, i);
        for (let r = 0; r < 3; r++) {
          const row = motion.subarray(12 * k + 4 * r, 12 * k + 4 * r + 4);
          const x =
            row[0] * problem.rest[4 * i] +
            row[1] * problem.rest[4 * i + 1] +
            row[2] * problem.rest[4 * i + 2];
          error += (x + row[3] - y[r]) ** 2;
        }
      }
      expect(error).toBeCloseTo(kabschError(problem, k), 6);
    }
  });

  it("knows the error of every vertex, and gives it to its best bone", async () => {
    const context = await contextOf(movingShells().sequence, 7);
    const clusters = new Clusters(context, 7);
    const random = createRandom(3);
    await clusters.begin(UNWATCHED);
    while (clusters.count < 7) await clusters.addPatch(clusters.drawByError(random), UNWATCHED);
    const motion = clusters.motion();
    for (let i = 0; i < context.problem.vertexCount; i += 5) {
      const errors = Array.from({ length: 7 }, (_, j) => errorUnder(context.problem, motion, 7, j, i));
      expect(clusters.errors[i]).toBeCloseTo(Math.min(...errors), 6);
      expect(errors[clusters.labels[i]]).toBeCloseTo(Math.min(...errors), 6);
    }
  });

  it("never fits worse after a round, unless it replaced a bone", async () => {
    const context = await contextOf(clothPatch(), 12);
    const clusters = new Clusters(context, 12);
    await clusters.begin(UNWATCHED);
    while (clusters.count < 12) await clusters.addPatch(clusters.worstVertex(), UNWATCHED);
    let before = Infinity;
    for (let n = 0; n < 8; n++) {
      await clusters.refine(1, UNWATCHED);
      const total = clusters.errors.reduce((a, b) => a + b, 0);
      expect(total).toBeLessThanOrEqual(before * (1 + 1e-9));
      before = total;
    }
  });
});

describe.each(STARTS)("start %s", (_, start) => {
  const run = async (sequence: MeshSequence, bones: number) => {
    const context = await contextOf(sequence, bones);
    const mark = context.parallel.arena.mark();
    const motion = await start(context, bones, createRandom(1), UNWATCHED);
    expect(context.parallel.arena.mark()).toBe(mark);
    expect(motion.length).toBe(sequence.frameCount * bones * 12);
    expectRotations(motion);
    return { problem: context.problem, motion };
  };

  it("finds the motions of separate shells", async () => {
    const { sequence } = movingShells({ shells: 6 });
    const { problem, motion } = await run(sequence, 6);
    expect(rmsOf(problem, motion, 6)).toBeLessThan(1e-5);
  });

  it("gains from more bones on cloth and on a bending bar", async () => {
    for (const sequence of [
      clothPatch({ size: 15, frames: 12 }),
      bendingBar({ length: 16, width: 2 }).sequence,
    ]) {
      const few = await run(sequence, 3);
      const many = await run(sequence, 16);
      expect(rmsOf(many.problem, many.motion, 16)).toBeLessThan(0.6 * rmsOf(few.problem, few.motion, 3));
    }
  });

  it("returns as many bones as requested, even if nothing moves or vertices are few or coincide", async () => {
    const cube = staticCube();
    const { problem, motion } = await run(cube, 30);
    expect(rmsOf(problem, motion, 30)).toBeLessThan(1e-6);
    const collapsed = { ...bendingBar().sequence };
    collapsed.rest = collapsed.rest.map((x, n) => (n % 3 === 0 ? Math.round(x / 4) * 4 : 0));
    await run(collapsed, 9);
  });

  it("gives the same bits for the same seed", async () => {
    const { sequence } = bendingBar({ length: 12, width: 2 });
    const [a, b] = [await run(sequence, 8), await run(sequence, 8)];
    expect(a.motion).toEqual(b.motion);
  });
});
