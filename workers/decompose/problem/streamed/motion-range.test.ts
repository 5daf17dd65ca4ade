import { expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { createRandom } from "../../../math/random";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { clothPatch } from "../../../testing/sequences";
import { streamed } from "../../../testing/streamed";
import { buildProblem, normalisation, problemBytes } from "../build-problem";
import type { Problem } from "../problem";
import { findMotionRange } from "./motion-range";
import { streamedProblemBytes } from "./streamed-problem";

const make = async (bytes: number) => new Serial(new Arena(bytes, false));
const LIMITS = { columns: 1000, bytes: 200e6 };

async function problemOf(
  sequence: MeshSequence,
  tailERms: number,
  limits = LIMITS,
): Promise<{ problem: Problem; isCut: boolean }> {
  const options = { bones: null, tailERms };
  const source = { ...streamed(sequence), ...normalisation(sequence.rest) };
  const range = await findMotionRange(make, source, options, limits, UNWATCHED);
  const parallel = await make(streamedProblemBytes(sequence, range.width, 1));
  const problem = await buildProblem(parallel, streamed(sequence), { ...options, range }, UNWATCHED);
  return { problem, isCut: range.isCut };
}

const inMemory = async (sequence: MeshSequence, tailERms: number) =>
  buildProblem(
    await make(problemBytes(sequence.vertexCount, sequence.frameCount, 1)),
    sequence,
    { bones: null, tailERms },
    UNWATCHED,
  );

const eRms = ({ tail, vertexCount, frameCount }: Problem) =>
  1000 * Math.sqrt(tail / (3 * vertexCount * frameCount));

/** Σ |Y − U Uᵀ Y|² and |UᵀU − I|, from the frames themselves. */
function checked(sequence: MeshSequence, { basis, stride, rank, trajectories, centre, scale }: Problem) {
  const { vertexCount: V, frameCount: F, frames } = sequence;
  let tail = 0;
  for (let i = 0; i < V; i++) {
    for (let row = 0; row < 3 * F; row++) {
      const [k, axis] = [Math.floor(row / 3), row % 3];
      let rest = (frames[3 * (k * V + i) + axis] - centre[axis]) * scale;
      for (let c = 0; c < rank; c++) rest -= basis[row * stride + c] * trajectories[i * stride + c];
      tail += rest * rest;
    }
  }
  let skew = 0;
  for (let a = 0; a < rank; a++) {
    for (let b = 0; b <= a; b++) {
      let dot = 0;
      for (let row = 0; row < 3 * F; row++) dot += basis[row * stride + a] * basis[row * stride + b];
      skew = Math.max(skew, Math.abs(dot - (a === b ? 1 : 0)));
    }
  }
  return { tail, skew };
}

const CLOTH = clothPatch({ size: 24, frames: 90 });

it.each([2, 0.2, 0.02])(
  "keeps its bound of %f with about the best rank, and its tail is exact",
  async (bound) => {
    const { problem, isCut } = await problemOf(CLOTH, bound);
    expect(isCut).toBe(false);
    expect(eRms(problem)).toBeLessThan(bound);
    const { tail, skew } = checked(CLOTH, problem);
    expect(skew).toBeLessThan(1e-10);
    expect(Math.abs(problem.tail - tail)).toBeLessThan(1e-9 * problem.norms.reduce((a, b) => a + b, 0));
    // The basis in memory has two more passes and the best rank up to a few columns.
    const { rank } = await inMemory(CLOTH, bound);
    expect(problem.rank).toBeLessThan(1.15 * rank + 2);
  },
);

it("widens its sketch until the directions fit, and says when there is no room", async () => {
  // Smooth motion, and noise in every number: no small basis reaches a fine bound.
  const random = createRandom(4);
  const noisy = { ...CLOTH, frames: CLOTH.frames.map((x) => x + 0.002 * random.normal()) };
  const fine = await problemOf(noisy, 0.01);
  expect(fine.isCut).toBe(false);
  expect(eRms(fine.problem)).toBeLessThan(0.01);
  const small = await problemOf(noisy, 0.01, { columns: 40, bytes: 200e6 });
  expect(small.isCut).toBe(true);
  expect(small.problem.rank).toBe(40);
  const { tail } = checked(noisy, small.problem);
  expect(small.problem.tail / tail).toBeCloseTo(1, 6);
});

it("a mesh with fewer vertices than directions is exact", async () => {
  const { problem } = await problemOf(clothPatch({ size: 6, frames: 150 }), 1e-3);
  expect(eRms(problem)).toBeLessThan(1e-3);
});
