import { Matrix, pseudoInverse } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../../geometry/adjacency";
import { Arena } from "../../../../kernels/arena";
import { Serial } from "../../../../kernels/parallel";
import { createRandom } from "../../../../math/random";
import type { MeshSequence } from "../../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../../model/task";
import { bendingBar, clothPatch } from "../../../../testing/sequences";
import { axesBytes, principalAxes } from "../../../initialisers/principal-axes";
import { startContext } from "../../../initialisers/start-context";
import { buildProblem, problemBytes } from "../../../problem/build-problem";
import { GUESS_DEFAULTS, guessBytes, guessMotions } from "./guesses";

async function contextOf(sequence: MeshSequence) {
  const { vertexCount: V, frameCount: F } = sequence;
  const room = guessBytes(V, 3 * F, 40, 1) + axesBytes(V, 12 * F, 6);
  const parallel = new Serial(new Arena(problemBytes(V, F) + room, false));
  const problem = await buildProblem(parallel, sequence, { bones: null, tailERms: 1e-6 }, UNWATCHED);
  return startContext(parallel, problem);
}

const all = (count: number) => Int32Array.from({ length: count }, (_, i) => i);
const bar = bendingBar({ bones: 3, frames: 6, length: 14, width: 3 }).sequence;

describe("guesses", () => {
  it("are least squares over one-rings, and the better half is kept", async () => {
    const context = await contextOf(bar);
    const { rest, rank, trajectories, stride, vertexCount } = context.problem;
    const options = { ...GUESS_DEFAULTS, widen: false, kept: 1 };
    const { vertices, fits } = await guessMotions(context, all(vertexCount), options, 1, UNWATCHED);
    const { offsets, neighbours } = adjacencyOf(context.problem.triangles, vertexCount);
    expect(vertices.length).toBeGreaterThan(20);
    vertices.forEach((i, n) => {
      const ring = [i, ...neighbours.subarray(offsets[i], offsets[i + 1])];
      const x = new Matrix(ring.map((v) => Array.from(rest.subarray(4 * v, 4 * v + 4))));
      const y = new Matrix(ring.map((v) => Array.from(trajectories.subarray(v * stride, v * stride + rank))));
      const left = (a: Matrix) => x.mmul(a).sub(y).norm();
      const found = Matrix.from1DArray(rank, 4, fits.subarray(4 * rank * n, 4 * rank * (n + 1))).transpose();
      // A ridge of a millionth stabilises thin rings.
      expect(left(found)).toBeLessThan(left(pseudoInverse(x).mmul(y)) + 2e-5);
    });
    const half = await guessMotions(context, all(vertexCount), { ...options, kept: 0.5 }, 1, UNWATCHED);
    expect(half.vertices.length).toBe(Math.ceil(vertices.length / 2));
  });

  it("minimise errors of motions if required: the distance to all motions that move a vertex exactly", async () => {
    const context = await contextOf(bar);
    const { rest, rank, trajectories, stride, vertexCount } = context.problem;
    const options = { ...GUESS_DEFAULTS, widen: false, kept: 1, errors: "transforms" as const };
    const { vertices, fits } = await guessMotions(context, all(vertexCount), options, 1, UNWATCHED);
    const { offsets, neighbours } = adjacencyOf(context.problem.triangles, vertexCount);
    vertices.forEach((i, n) => {
      const ring = [i, ...neighbours.subarray(offsets[i], offsets[i + 1])];
      // Equation 7: the rows of V and v′ are divided by the length of v.
      const lengths = ring.map((v) => Math.hypot(...rest.subarray(4 * v, 4 * v + 4)));
      const x = new Matrix(
        ring.map((v, at) => Array.from(rest.subarray(4 * v, 4 * v + 4), (c) => c / lengths[at])),
      );
      const y = new Matrix(
        ring.map((v, at) =>
          Array.from(trajectories.subarray(v * stride, v * stride + rank), (c) => c / lengths[at]),
        ),
      );
      const left = (a: Matrix) => x.mmul(a).sub(y).norm();
      const found = Matrix.from1DArray(rank, 4, fits.subarray(4 * rank * n, 4 * rank * (n + 1))).transpose();
      expect(left(found)).toBeLessThan(left(pseudoInverse(x).mmul(y)) + 2e-5);
    });
  });

  it.each(["one-ring", "euclidean", "geodesic"] as const)(
    "reproduce their own vertex if required: %s",
    async (neighbourhood) => {
      const context = await contextOf(bar);
      const { rest, rank, trajectories, stride, vertexCount } = context.problem;
      const options = { ...GUESS_DEFAULTS, neighbourhood, exact: true };
      const { vertices, fits } = await guessMotions(context, all(vertexCount), options, 1, UNWATCHED);
      vertices.forEach((i, n) => {
        for (let r = 0; r < rank; r++) {
          let sum = 0;
          for (let c = 0; c < 4; c++) sum += fits[4 * (n * rank + r) + c] * rest[4 * i + c];
          expect(sum).toBeCloseTo(trajectories[i * stride + r], 8);
        }
      });
      const free = await guessMotions(
        context,
        all(vertexCount),
        { ...options, exact: false, rank: "vertex" },
        1,
        UNWATCHED,
      );
      expect(free.vertices.length).toBe(vertices.length);
    },
  );

  it("ignore thickness if the whole rest pose is plane", async () => {
    const context = await contextOf(clothPatch({ size: 9, frames: 5 }));
    const { vertexCount, rank } = context.problem;
    const { vertices, fits } = await guessMotions(context, all(vertexCount), GUESS_DEFAULTS, 4, UNWATCHED);
    expect(vertices.length).toBe(Math.ceil(vertexCount / 2));
    for (let n = 0; n < vertices.length * rank; n++) {
      expect(Math.abs(fits[4 * n + 2])).toBeLessThan(1e-9);
      expect(Number.isFinite(fits[4 * n])).toBe(true);
    }
  });
});

describe("principal axes", () => {
  it("are the axes of the covariance, and no more axes than the points span", async () => {
    const parallel = new Serial(new Arena(1 << 20, false));
    const random = createRandom(3);
    const [count, size, spans] = [60, 24, 4];
    const directions = Array.from({ length: spans }, (_, a) =>
      Float64Array.from({ length: size }, () => 2 ** -a * random.normal()),
    );
    const rows = parallel.arena.f64(count * size).fill(0.5);
    for (let n = 0; n < count; n++) {
      for (const d of directions) {
        const f = random.normal();
        for (let c = 0; c < size; c++) rows[n * size + c] += f * d[c];
      }
    }
    const before = rows.slice();
    const { mean, axes, points } = await principalAxes(parallel, rows, count, 6, random, UNWATCHED);
    expect(axes.length).toBe(spans);
    for (let n = 0; n < count; n++) {
      for (let c = 0; c < size; c++) {
        const x = axes.reduce((sum, axis, a) => sum + points[n][a] * axis[c], mean[c]);
        expect(x).toBeCloseTo(before[n * size + c], 9);
      }
    }
    axes.forEach((a, n) => {
      axes.forEach((b, m) => {
        expect(a.reduce((sum, x, c) => sum + x * b[c], 0)).toBeCloseTo(n === m ? 1 : 0, 9);
      });
      let off = 0;
      for (const p of points) off += p[n] * p[(n + 1) % spans];
      expect(Math.abs(off)).toBeLessThan(1e-8);
    });
  });
});
