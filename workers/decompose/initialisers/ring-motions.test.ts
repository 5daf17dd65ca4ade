import fc from "fast-check";
import { determinant, Matrix, SingularValueDecomposition } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { fillFrames, makeSequence } from "../../../tools/samples/make-sequence";
import { adjacencyOf } from "../../geometry/adjacency";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { NO_INTENT } from "../../model/solve/solve-settings";
import { UNWATCHED } from "../../model/task";
import { bendingBar, clothPatch, movingShells } from "../../testing/sequences";
import { buildProblem, problemBytes } from "../problem/build-problem";
import { buildWeightedProblem, weightingOf } from "../problem/weighting";
import { cosineKmeans, normaliseDirections, seedCentres } from "./cosine-kmeans";
import { ringFeatures, ringMotionBytes } from "./ring-motions";
import { type StartContext, startContext } from "./start-context";

async function contextOf(sequence: MeshSequence): Promise<StartContext> {
  const { vertexCount, frameCount } = sequence;
  const parallel = new Serial(new Arena(problemBytes(vertexCount, frameCount) + 20e6, false));
  return startContext(
    parallel,
    await buildProblem(parallel, sequence, { bones: null, tailERms: 1e-6 }, UNWATCHED),
  );
}

const all = (n: number) => Int32Array.from({ length: n }, (_, i) => i);
const frameList = (n: number) => Array.from({ length: n }, (_, k) => k);

/** Arun, Huang & Blostein 1987 by an SVD: R by rows, and t. */
function arun(context: StartContext, set: number[], k: number): { r: Matrix; t: number[] } {
  const { rest, frames, vertexCount, centre, scale } = context.problem;
  const x = new Matrix(set.map((v) => [...rest.subarray(4 * v, 4 * v + 3)]));
  const posed = (v: number, c: number) =>
    ((frames as Float32Array)[(k * vertexCount + v) * 3 + c] - centre[c]) * scale;
  const y = new Matrix(set.map((v) => [0, 1, 2].map((c) => posed(v, c))));
  const [mx, my] = [x.mean("column"), y.mean("column")];
  const m = Matrix.sub(y, Matrix.ones(set.length, 1).mmul(Matrix.rowVector(my)))
    .transpose()
    .mmul(Matrix.sub(x, Matrix.ones(set.length, 1).mmul(Matrix.rowVector(mx))));
  const svd = new SingularValueDecomposition(m);
  const [u, v] = [svd.leftSingularVectors, svd.rightSingularVectors];
  const sign = determinant(u.mmul(v.transpose())) < 0 ? -1 : 1;
  const r = u.mmul(Matrix.diag([1, 1, sign])).mmul(v.transpose());
  const turned = r.mmul(Matrix.columnVector(mx)).to1DArray();
  return { r, t: my.map((value, a) => value - turned[a]) };
}

function rotationOf([w, x, y, z]: number[]): number[] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ].flat();
}

describe("ringFeatures", () => {
  it.each([
    ["a bar", bendingBar({ frames: 5 }).sequence],
    ["cloth", clothPatch({ size: 9, frames: 5 })],
  ])("are quaternion and translation of each ring, as in Arun et al.: %s", async (_, sequence) => {
    const context = await contextOf(sequence);
    const { vertexCount: V, frameCount: F, triangles } = context.problem;
    const options = { vertices: all(V), least: 1, frames: frameList(F), most: 8 * F };
    const { rows, width, folded } = await ringFeatures(context, options, UNWATCHED);
    expect([width, folded]).toEqual([8 * F, false]);
    const { offsets, neighbours } = adjacencyOf(triangles, V);
    for (let i = 0; i < V; i += 7) {
      const set = [i, ...neighbours.subarray(offsets[i], offsets[i + 1])];
      for (let k = 0; k < F; k++) {
        const feature = [...rows.subarray(i * width + 8 * k, i * width + 8 * k + 8)];
        expect(Math.hypot(...feature.slice(0, 4))).toBeCloseTo(1, 12);
        expect(Math.hypot(...feature.slice(4))).toBeCloseTo(1, 12);
        const { r, t } = arun(context, set, k);
        rotationOf(feature).forEach((x, n) => {
          expect(Math.abs(x - r.to1DArray()[n])).toBeLessThan(1e-4);
        });
        for (let c = 0; c < 3; c++) expect(Math.abs(feature[5 + c] / feature[4] - t[c])).toBeLessThan(3e-4);
      }
    }
  });

  it("do not depend on the weights of frames", async () => {
    const { sequence } = bendingBar({ frames: 4 });
    const plain = await contextOf(sequence);
    const weighting = weightingOf({ ...NO_INTENT, frames: Float32Array.of(1, 4, 0.5, 2) });
    const parallel = new Serial(new Arena(20e6, false));
    const options = { bones: null, tailERms: 1e-6 };
    const problem = await buildWeightedProblem(parallel, sequence, options, weighting, UNWATCHED);
    const V = problem.vertexCount;
    const make = async (context: StartContext) =>
      ringFeatures(context, { vertices: all(V), least: 1, frames: frameList(4), most: 32 }, UNWATCHED);
    const [a, b] = [await make(plain), await make(startContext(parallel, problem))];
    a.rows.forEach((x, n) => {
      expect(Math.abs(b.rows[n] - x)).toBeLessThan(1e-3);
    });
  });

  it("follow the body if a ring does not determine a rotation: a line, points without edges, rings that collapse", async () => {
    const random = createRandom(4);
    const body = Array.from({ length: 40 }, () => [random.normal(), random.normal(), random.normal()]);
    const line = Array.from({ length: 12 }, (_, n) => [3, n / 4, 0]);
    const points = [...body, ...line];
    const turned = ([x, y, z]: number[]) => [-y, x, z];
    const polygons = line.slice(2).map((_, n) => [40 + n, 41 + n, 42 + n]);
    const sequence = makeSequence({
      name: "line",
      fps: 30,
      rest: Float32Array.from(points.flat()),
      frames: fillFrames(points.length, 3, (frame) => frame.set(points.flatMap(turned))),
      parts: [{ name: "all", material: 0, polygons }],
      materials: [{ name: "grey", baseColour: [0.5, 0.5, 0.5, 1], doubleSided: true }],
    });
    const context = await contextOf(sequence);
    const V = context.problem.vertexCount;
    const options = { vertices: all(V), least: 1, frames: [0, 1, 2], most: 24 };
    const { rows } = await ringFeatures(context, options, UNWATCHED);
    for (let i = 0; i < V; i++) {
      const r = rotationOf([...rows.subarray(24 * i, 24 * i + 4)]);
      [0, -1, 0, 1, 0, 0, 0, 0, 1].forEach((x, n) => {
        expect(r[n]).toBeCloseTo(x, 4);
      });
    }
  });

  it("keep their distances to about a tenth when folded, in exactly the promised bytes", async () => {
    const { sequence } = movingShells({ shells: 8, frames: 80, detail: 3 });
    const context = await contextOf(sequence);
    const { arena } = context.parallel;
    const { vertexCount: V, frameCount: F, rank, triangles } = context.problem;
    const make = async (most: number) => {
      const before = arena.mark();
      const options = { vertices: all(V), least: 1, frames: frameList(F), most };
      const features = await ringFeatures(context, options, UNWATCHED);
      const size = { vertices: V, corners: triangles.length, frames: F, rank };
      expect(arena.mark() - before).toBeLessThan(ringMotionBytes(size, { count: V, least: 1, most }, 1));
      return features;
    };
    const [whole, small] = [await make(8 * F), await make(256)];
    expect([whole.folded, small.folded, small.width]).toEqual([false, true, 256]);
    const random = createRandom(2);
    let off = 0;
    const pairs = 300;
    for (let n = 0; n < pairs; n++) {
      const [a, b] = [random.integer(V), random.integer(V)];
      const apart = ({ rows, width }: typeof whole) => {
        let sum = 0;
        for (let c = 0; c < width; c++) sum += (rows[a * width + c] - rows[b * width + c]) ** 2;
        return sum;
      };
      // Each number is spread over four columns, at its own scale.
      const [d, e] = [apart(whole), apart(small) / 4];
      if (d > 1e-6) off += Math.abs(e / d - 1) / pairs;
    }
    expect(off).toBeLessThan(0.15);
  });
});

describe("cosineKmeans", () => {
  it("finds bundles of directions, from any seed, with the reported cost", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 6 }), async (seed, k) => {
        const random = createRandom(seed);
        const parallel = new Serial(new Arena(2e6, false));
        const [count, width] = [30 * k, 12];
        const rows = parallel.arena.f64(count * width);
        for (let n = 0; n < count; n++) {
          for (let c = 0; c < width; c++)
            rows[n * width + c] = (c === 2 * (n % k) ? 3 : 0) + 0.05 * random.normal();
        }
        const points = { rows, count, width };
        normaliseDirections(points);
        const options = { restarts: 2, rounds: 20 };
        const { labels, centres, cost } = await cosineKmeans(parallel, points, k, options, random, UNWATCHED);
        const names = Array.from({ length: k }, (_, j) => labels[j]);
        expect(new Set(names).size).toBe(k);
        labels.forEach((label, n) => {
          expect(label).toBe(names[n % k]);
        });
        let sum = 0;
        for (let n = 0; n < count; n++) {
          for (let c = 0; c < width; c++) sum -= rows[n * width + c] * centres[labels[n] * width + c];
        }
        expect(sum + count).toBeLessThanOrEqual(cost + 1e-9);
      }),
      { numRuns: 20 },
    );
  });

  it("seeds as many centres as requested, even if all directions are equal", async () => {
    const parallel = new Serial(new Arena(1e6, false));
    const rows = parallel.arena.f64(40).fill(0.5);
    const points = { rows, count: 10, width: 4 };
    const centres = await seedCentres(parallel, points, 3, createRandom(1), UNWATCHED);
    expect([...centres]).toEqual(new Array(12).fill(0.5));
    const found = await cosineKmeans(
      parallel,
      points,
      3,
      { restarts: 1, rounds: 5 },
      createRandom(1),
      UNWATCHED,
    );
    expect(found.cost).toBeCloseTo(0, 12);
  });
});
