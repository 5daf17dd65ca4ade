import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choleskySolve } from "../../../math/cholesky-solve";
import { determinant3 } from "../../../math/matrix3";
import { createRandom, type Random } from "../../../math/random";

import { keepOrientation, type LeastSquares } from "./keep-orientation";
import type { BasisBones } from "./search";

const FRAMES = 3;
const BONES = 2;
const WIDTH = 4 * BONES;

/** A random problem over the whole basis: N, and bones near the identity, some of which reflect. */
function makeCase(random: Random) {
  const factor = Array.from({ length: WIDTH * WIDTH }, () => random.normal());
  const normal = new Float64Array(WIDTH * WIDTH);
  for (let r = 0; r < WIDTH; r++) {
    for (let c = 0; c < WIDTH; c++) {
      let sum = r === c ? 0.5 : 0;
      for (let k = 0; k < WIDTH; k++) sum += factor[r * WIDTH + k] * factor[c * WIDTH + k];
      normal[r * WIDTH + c] = sum;
    }
  }
  const rank = 3 * FRAMES;
  const basis = new Float64Array(rank * rank);
  for (let q = 0; q < rank; q++) basis[q * rank + q] = 1;
  const bones = new Float64Array(rank * WIDTH);
  const before = new Float64Array(rank * WIDTH);
  for (let k = 0; k < FRAMES; k++) {
    for (let j = 0; j < BONES; j++) {
      for (let axis = 0; axis < 3; axis++) {
        const at = (3 * k + axis) * WIDTH + 4 * j;
        before[at + axis] = 1;
        for (let c = 0; c < 4; c++) bones[at + c] = (c === axis ? 1 : 0) + 0.2 * random.normal();
      }
      // One direction points the other way.
      if (random.next() < 0.5) {
        const flipped = Math.floor(3 * random.next());
        for (let axis = 0; axis < 3; axis++) bones[(3 * k + axis) * WIDTH + 4 * j + flipped] *= -0.3;
      }
    }
  }
  const all: BasisBones = { bones, rank, h: BONES, basis, stride: rank, inFrames: async () => bones };
  const squares: LeastSquares = {
    solve: (x) => choleskySolve(normal.slice(), x),
    cost: (change) => costOf(normal, new Float64Array(change.length), change, 0, rank),
  };
  return { all, normal, before, squares };
}

const determinants = ({ bones }: BasisBones) =>
  Array.from({ length: FRAMES * BONES }, (_, n) => {
    const [k, j] = [Math.floor(n / BONES), n % BONES];
    const part = [0, 1, 2].flatMap((axis) => {
      const at = (3 * k + axis) * WIDTH + 4 * j;
      return [...bones.subarray(at, at + 3)];
    });
    return determinant3(part);
  });

/** The increase of the error when bones change from X to Y: trace((Y − X) N (Y − X)ᵀ). */
const cost = (normal: Float64Array, x: Float64Array, y: Float64Array, frame: number): number =>
  costOf(normal, x, y, 3 * frame, 3 * frame + 3);

function costOf(normal: Float64Array, x: Float64Array, y: Float64Array, first: number, end: number): number {
  let sum = 0;
  for (let row = first; row < end; row++) {
    for (let r = 0; r < WIDTH; r++) {
      for (let c = 0; c < WIDTH; c++) {
        const [a, b] = [row * WIDTH + r, row * WIDTH + c];
        sum += (y[a] - x[a]) * normal[r * WIDTH + c] * (y[b] - x[b]);
      }
    }
  }
  return sum;
}

const seeds = fc.integer({ min: 1, max: 1e6 });

describe("affine bones that would reflect", () => {
  it("do not reflect afterwards, and frames without such a bone stay unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { all, before, squares } = makeCase(createRandom(seed));
        const free = all.bones.slice();
        const was = determinants(all);
        await keepOrientation(all, before, null, squares);
        expect(Math.min(...determinants(all))).toBeGreaterThan(0);
        for (let k = 0; k < FRAMES; k++) {
          if (was.slice(BONES * k, BONES * (k + 1)).some((d) => d <= 1e-6)) continue;
          const rows = [3 * k * WIDTH, 3 * (k + 1) * WIDTH] as const;
          for (let at = rows[0]; at < rows[1]; at++) expect(all.bones[at]).toBeCloseTo(free[at], 12);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("cost less than many other changes that keep them from reflecting", async () => {
    const random = createRandom(3);
    for (let n = 0; n < 20; n++) {
      const { all, normal, before, squares } = makeCase(random);
      const free = all.bones.slice();
      await keepOrientation(all, before, null, squares);
      const found = all.bones.slice();
      for (let k = 0; k < FRAMES; k++) {
        const own = cost(normal, free, found, k);
        if (own === 0) continue;
        for (let trial = 0; trial < 200; trial++) {
          // Small changes that keep at least as much of each bone's thickness.
          const other = found.slice();
          for (let at = 3 * k * WIDTH; at < 3 * (k + 1) * WIDTH; at++) other[at] += 0.003 * random.normal();
          const changed = determinants({ ...all, bones: other }).slice(BONES * k, BONES * (k + 1));
          const had = determinants({ ...all, bones: found }).slice(BONES * k, BONES * (k + 1));
          if (changed.some((d, j) => d < had[j])) continue;
          expect(cost(normal, free, other, k)).toBeGreaterThan(0.97 * own);
        }
      }
    }
  });

  it("never cost more than bones that do not reflect", async () => {
    const random = createRandom(11);
    let apart = 0;
    for (let n = 0; n < 60; n++) {
      const { all, normal, before, squares } = makeCase(random);
      const free = all.bones.slice();
      // Thin bones near the minimum: constraints at `FLOOR` would cost more than they do.
      for (let at = 0; at < before.length; at++) before[at] = free[at];
      await keepOrientation(
        { ...all, bones: before, inFrames: async () => before },
        before.slice(),
        null,
        squares,
      );
      for (let at = 0; at < before.length; at++) before[at] += 1e-3 * random.normal();
      if (determinants({ ...all, bones: before }).some((d) => d <= 1e-6)) continue;
      const limit = costOf(normal, free, before, 0, 3 * FRAMES);
      await keepOrientation(all, before.slice(), null, squares);
      expect(Math.min(...determinants(all))).toBeGreaterThan(0);
      expect(costOf(normal, free, all.bones, 0, 3 * FRAMES)).toBeLessThanOrEqual(limit * (1 + 1e-9));
      apart++;
    }
    expect(apart).toBeGreaterThan(20);
  });

  it("stay if they are locked", async () => {
    const { all, before, squares } = makeCase(createRandom(5));
    const free = all.bones.slice();
    await keepOrientation(all, before, Uint8Array.of(1, 1), squares);
    expect(all.bones).toEqual(free);
  });
});
