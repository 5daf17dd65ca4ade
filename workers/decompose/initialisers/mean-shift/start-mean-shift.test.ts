import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { bestRotation } from "../../../math/best-rotation";
import { rotationMatrix } from "../../../math/quaternion";
import { createRandom } from "../../../math/random";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { bendingBar, clothPatch, movingShells } from "../../../testing/sequences";
import { buildProblem, problemBytes } from "../../problem/build-problem";
import type { Problem } from "../../problem/problem";
import { startContext } from "../start-context";
import { climbToModes } from "./climb-to-modes";
import { rotationPoints, triangleRotations } from "./rotation-points";
import { chord, MEAN_SHIFT_DEFAULTS, shiftMeans } from "./start-mean-shift";

async function contextOf(sequence: MeshSequence) {
  const { vertexCount, frameCount } = sequence;
  const parallel = new Serial(new Arena(problemBytes(vertexCount, frameCount) + 30e6, false));
  const problem = await buildProblem(parallel, sequence, { bones: 4, tailERms: 1e-6 }, UNWATCHED);
  return startContext(parallel, problem);
}

/** Two edges of a triangle, and its normal divided by the root of its length, as columns. */
function frameOf(corners: number[][]): number[][] {
  const [a, b, c] = corners;
  const [u, v] = [b, c].map((p) => p.map((x, n) => x - a[n]));
  const normal = [0, 1, 2].map((x) => u[(x + 1) % 3] * v[(x + 2) % 3] - u[(x + 2) % 3] * v[(x + 1) % 3]);
  const length = Math.sqrt(Math.hypot(...normal));
  return [0, 1, 2].map((row) => [u[row], v[row], normal[row] / length]);
}

function inverse(m: number[][]): number[][] {
  const cofactor = (r: number, c: number) => {
    const [r1, r2, c1, c2] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3];
    return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
  };
  const determinant = [0, 1, 2].reduce((sum, c) => sum + m[0][c] * cofactor(0, c), 0);
  return [0, 1, 2].map((r) => [0, 1, 2].map((c) => cofactor(c, r) / determinant));
}

/** Rotations of a triangle in all frames, divided by the root of the number of frames. */
function literalPoint(problem: Problem, t: number): number[] {
  const { triangles, rest, frames, vertexCount, frameCount, centre, scale } = problem;
  const corners = [0, 1, 2].map((c) => triangles[3 * t + c]);
  const still = inverse(frameOf(corners.map((i) => Array.from(rest.subarray(4 * i, 4 * i + 3)))));
  return Array.from({ length: frameCount }, (_, k) => {
    const at = (i: number) =>
      [0, 1, 2].map((c) => ((frames as Float32Array)[3 * (k * vertexCount + i) + c] - centre[c]) * scale);
    const posed = frameOf(corners.map(at));
    const gradient = posed.flatMap((row) =>
      [0, 1, 2].map((c) => row.reduce((s, x, n) => s + x * still[n][c], 0)),
    );
    const [q, r] = [new Float64Array(4), new Float64Array(9)];
    bestRotation(gradient, 0, q, 0);
    rotationMatrix(q, 0, r, 0);
    return Array.from(r, (x) => x / Math.sqrt(frameCount));
  }).flat();
}

const distance = (a: number[], b: number[]) => Math.sqrt(a.reduce((sum, x, n) => sum + (x - b[n]) ** 2, 0));

/**
 * Each point climbs on its own to where it equals the mean of all points within reach. Modes within half of the reach
 * are one.
 */
function literalLabels(points: number[][], h: number): number[] {
  const modes = points.map((start) => {
    let x = start;
    for (let step = 0; step < 200; step++) {
      const near = points.filter((p) => distance(p, x) <= h);
      const mean = x.map((_, n) => near.reduce((sum, p) => sum + p[n], 0) / near.length);
      const moved = distance(mean, x);
      x = mean;
      if (moved < 1e-9) break;
    }
    return { x, density: points.filter((p) => distance(p, x) <= h).length };
  });
  const order = [...modes.keys()].sort((a, b) => modes[b].density - modes[a].density || a - b);
  const labels = new Array<number>(points.length);
  const found: number[][] = [];
  for (const n of order) {
    let label = found.findIndex((mode) => distance(mode, modes[n].x) <= h / 2);
    if (label < 0) label = found.push(modes[n].x) - 1;
    labels[n] = label;
  }
  return labels;
}

/** The share of pairs of points on which both labellings agree. */
function agreement(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let alike = 0;
  let all = 0;
  for (let m = 0; m < a.length; m++) {
    for (let n = 0; n < m; n++) {
      if ((a[m] === a[n]) === (b[m] === b[n])) alike++;
      all++;
    }
  }
  return alike / all;
}

describe("mean shift", () => {
  it("computes the rotations of triangles, of any shape and motion", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = createRandom(seed);
        const { sequence } = bendingBar({ frames: 11, length: 4, width: 1, seed });
        const frames = sequence.frames.map((x) => x + 0.05 * random.normal());
        const context = await contextOf({ ...sequence, frames });
        const chosen = Int32Array.from({ length: context.problem.triangles.length / 3 }, (_, t) => t);
        const { z } = await triangleRotations(context, chosen, UNWATCHED);
        for (const t of chosen) {
          const expected = literalPoint(context.problem, t);
          const size = expected.length;
          expect(distance(Array.from(z.subarray(t * size, (t + 1) * size)), expected)).toBeLessThan(1e-4);
        }
      }),
      { numRuns: 3 },
    );
  });

  it("finds the same clusters as when each point climbs on its own", async () => {
    for (const sequence of [
      bendingBar({ frames: 5, length: 9, width: 1 }).sequence,
      clothPatch({ size: 9, frames: 6 }),
    ]) {
      const context = await contextOf(sequence);
      const points = await rotationPoints(context, createRandom(1), UNWATCHED);
      const plain = Array.from(points.triangles, (t) => literalPoint(context.problem, t));
      for (const angle of [4, 10, 20, 40]) {
        const { labels } = await climbToModes(context, points, chord(angle), UNWATCHED);
        expect(agreement(labels, literalLabels(plain, chord(angle)))).toBeGreaterThan(0.985);
      }
    }
  });

  it("finds shells that turn on their own, whatever number is requested, and reports the number", async () => {
    const { sequence } = movingShells({ shells: 6, detail: 3 });
    const perShell = sequence.vertexCount / 6;
    const context = await contextOf(sequence);
    for (const asked of [6, 9]) {
      const found = await shiftMeans(context, asked, MEAN_SHIFT_DEFAULTS, createRandom(1), UNWATCHED);
      expect(found.clusters).toBe(6);
      const { offsets, members } = found.sets;
      for (let j = 0; j < 6; j++) {
        const shells = new Set(
          Array.from(members.subarray(offsets[j], offsets[j + 1]), (i) => Math.floor(i / perShell)),
        );
        expect(shells.size).toBe(1);
      }
    }
    const few = await shiftMeans(context, 2, MEAN_SHIFT_DEFAULTS, createRandom(1), UNWATCHED);
    expect(few.sets.offsets.length - 1).toBe(2);
    const wide = { ...MEAN_SHIFT_DEFAULTS, bandwidth: 120 };
    expect((await shiftMeans(context, 6, wide, createRandom(1), UNWATCHED)).clusters).toBe(1);
  });
});
