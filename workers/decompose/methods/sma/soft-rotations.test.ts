import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { nearestQuaternion } from "../../../math/best-rotation";
import { rotationMatrix } from "../../../math/quaternion";
import { createRandom } from "../../../math/random";
import { randomBones, testProblem } from "../../problem/testing/problem";
import { softenBones } from "./soft-rotations";

const FRAMES = 3;
const VERTICES = 24;
const H = 2;

/** A problem of two stretched bones, each with half of the vertices, and the soft bones. */
function softened(seed: number, strength: number) {
  const random = createRandom(seed);
  const bones = randomBones(random, FRAMES, H).map((row) => row.map((x) => x + 0.3 * random.normal()));
  const parallel = new Serial(new Arena(1 << 20, false));
  const size = { vertices: VERTICES, frames: FRAMES, bones, noise: 0.05, influences: 1 };
  const { problem, plain } = testProblem(parallel, seed + 1, size);
  const ids = Int32Array.from({ length: VERTICES }, (_, i) => i % H);
  const motion = Float64Array.from({ length: 12 * FRAMES * H }, () => random.normal());
  softenBones(problem, { ids }, 1, motion, strength);
  return { plain, motion, random };
}

const matrixOf = (m: ArrayLike<number>, at: number) =>
  [0, 1, 2].map((a) => [0, 1, 2, 3].map((c) => m[at + 4 * a + c]));

/** The sum that soft bones minimise, written out for one bone and frame. */
function costOf(
  { plain }: Pick<ReturnType<typeof softened>, "plain">,
  m: number[][],
  j: number,
  k: number,
  strength: number,
): number {
  const own = plain.rest.map((_, i) => i).filter((i) => i % H === j);
  let cost = 0;
  for (const i of own) {
    for (let a = 0; a < 3; a++) {
      const x = m[a].reduce((sum, e, c) => sum + e * plain.rest[i][c], 0);
      cost += (x - plain.trajectories[i][3 * k + a]) ** 2;
    }
  }
  const mean = [0, 1, 2].map((c) => own.reduce((sum, i) => sum + plain.rest[i][c] / own.length, 0));
  const size = own.reduce((sum, i) => sum + mean.reduce((s, x, c) => s + (plain.rest[i][c] - x) ** 2, 0), 0);
  const rotation = new Float64Array(9);
  rotationMatrix(nearestQuaternion(m.flatMap((row) => row.slice(0, 3))), 0, rotation, 0);
  const apart = m.reduce(
    (s, row, a) => s + [0, 1, 2].reduce((t, c) => t + (row[c] - rotation[3 * a + c]) ** 2, 0),
    0,
  );
  return cost + (strength * size * apart) / 3;
}

describe("bones near rotations", () => {
  it("are minima: no small change of a matrix lowers the sum", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(0.1, 1, 10), (seed, strength) => {
        const found = softened(seed, strength);
        for (let k = 0; k < FRAMES; k++) {
          for (let j = 0; j < H; j++) {
            const m = matrixOf(found.motion, 12 * (k * H + j));
            const least = costOf(found, m, j, k, strength);
            for (let n = 0; n < 20; n++) {
              const other = m.map((row) => row.map((x) => x + 0.01 * found.random.normal()));
              expect(costOf(found, other, j, k, strength)).toBeGreaterThan(least - 1e-9);
            }
          }
        }
      }),
      { numRuns: 8 },
    );
  });

  it("go from the affine fit to rotations as the strength grows", () => {
    const apart = [0, 0.1, 1, 10, 1e6].map((strength) => {
      const { motion } = softened(3, strength);
      const m = matrixOf(motion, 0);
      const product = m.map((a) => m.map((b) => [0, 1, 2].reduce((sum, c) => sum + a[c] * b[c], 0)));
      return Math.max(...product.flatMap((row, r) => row.map((x, c) => Math.abs(x - (r === c ? 1 : 0)))));
    });
    for (let n = 1; n < apart.length; n++) expect(apart[n]).toBeLessThan(apart[n - 1]);
    expect(apart.at(-1)).toBeLessThan(1e-4);
    // Without a pull the matrix is the plain least squares: any change raises the squared error.
    const free = softened(3, 0);
    const m = matrixOf(free.motion, 0);
    const least = costOf(free, m, 0, 0, 0);
    for (let n = 0; n < 50; n++) {
      const other = m.map((row) => row.map((x) => x + 0.01 * free.random.normal()));
      expect(costOf(free, other, 0, 0, 0)).toBeGreaterThan(least);
    }
  });
});
