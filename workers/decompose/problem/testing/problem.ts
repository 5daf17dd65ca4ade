import type { Parallel } from "../../../kernels/parallel";
import type { PlainBones, PlainProblem } from "../../../kernels/testing/blend-reference";
import { createRandom, type Random } from "../../../math/random";
import type { Problem } from "../problem";

/** A small problem for tests. The same data is packed for the kernels and plain for the reference solutions. */
export interface TestProblem {
  problem: Problem;
  plain: PlainProblem;
}

/** A rotation about a random axis by up to `most` radians, as 9 numbers by rows. */
export function randomRotation(random: Random, most: number): number[] {
  const axis = [random.normal(), random.normal(), random.normal()];
  const length = Math.hypot(...axis) || 1;
  const half = (random.next() * most) / 2;
  const [x, y, z] = axis.map((a) => (a / length) * Math.sin(half));
  const w = Math.cos(half);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ].flat();
}

/** Random rigid bones as rows of 4h: bones[3k + axis][4j + column]. */
export function randomBones(random: Random, frames: number, h: number): PlainBones {
  const bones: PlainBones = Array.from({ length: 3 * frames }, () => new Array<number>(4 * h).fill(0));
  for (let k = 0; k < frames; k++) {
    for (let j = 0; j < h; j++) {
      const r = randomRotation(random, 1.5);
      for (let a = 0; a < 3; a++) {
        for (let c = 0; c < 3; c++) bones[3 * k + a][4 * j + c] = r[3 * a + c];
        bones[3 * k + a][4 * j + 3] = 0.3 * random.normal();
      }
    }
  }
  return bones;
}

/** Vertices in the unit cube that follow random blends of `bones`, and noise. Basis: all rows. */
export function testProblem(
  parallel: Parallel,
  seed: number,
  size: { vertices: number; frames: number; bones: PlainBones; noise: number; influences: number },
): TestProblem {
  const random = createRandom(seed);
  const { vertices, frames, bones, noise, influences } = size;
  const h = bones[0].length / 4;
  const rows = 3 * frames;
  const stride = rows + (rows & 1);
  const { arena } = parallel;
  const rest = arena.f64(4 * vertices);
  const trajectories = arena.f64(vertices * stride).fill(0);
  const norms = arena.f64(vertices);
  const basis = arena.f64(rows * stride).fill(0);
  for (let row = 0; row < rows; row++) basis[row * stride + row] = 1;
  const plain: PlainProblem = { vertexCount: vertices, frameCount: frames, rest: [], trajectories: [] };
  for (let i = 0; i < vertices; i++) {
    const v = [random.next() - 0.5, random.next() - 0.5, random.next() - 0.5, 1];
    const weights = new Array<number>(h).fill(0);
    for (let n = 0; n < influences; n++) weights[random.integer(h)] += random.next();
    const total = weights.reduce((a, b) => a + b, 0);
    const y = bones.map((row) => {
      const blended = weights.reduce(
        (sum, w, j) => sum + (w / total) * v.reduce((s, x, c) => s + x * row[4 * j + c], 0),
        0,
      );
      return blended + noise * random.normal();
    });
    rest.set(v, 4 * i);
    trajectories.set(y, i * stride);
    norms[i] = y.reduce((sum, x) => sum + x * x, 0);
    plain.rest.push(v);
    plain.trajectories.push(y);
  }
  const problem: Problem = {
    vertexCount: vertices,
    frameCount: frames,
    rest,
    rank: rows,
    stride,
    trajectories,
    norms,
    basis,
    tail: 0,
    centre: [0, 0, 0],
    scale: 1,
    frames: new Float32Array(0),
    triangles: new Uint32Array(0),
  };
  return { problem, plain };
}
