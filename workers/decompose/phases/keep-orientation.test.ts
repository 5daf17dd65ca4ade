import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choleskySolve } from "../../math/cholesky-solve";
import { createRandom, type Random } from "../../math/random";
import { type BasisBones, determinant3, keepOrientation } from "./keep-orientation";

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
  const solve = (x: Float64Array) => choleskySolve(normal.slice(), x);
  return { all, normal, before, solve };
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

/** How much the error rises when bones change from X to Y: trace((Y − X) N (Y − X)ᵀ). */
function cost(normal: Float64Array, x: Float64Array, y: Float64Array, frame: number): number {
  let sum = 0;
  for (let row = 3 * frame; row < 3 * frame + 3; row++) {
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
        const { all, before, solve } = makeCase(createRandom(seed));
        const free = all.bones.slice();
        const was = determinants(all);
        await keepOrientation(all, before, null, solve);
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
      const { all, normal, before, solve } = makeCase(random);
      const free = all.bones.slice();
      await keepOrientation(all, before, null, solve);
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

  it("stay if they are locked", async () => {
    const { all, before, solve } = makeCase(createRandom(5));
    const free = all.bones.slice();
    await keepOrientation(all, before, Uint8Array.of(1, 1), solve);
    expect(all.bones).toEqual(free);
  });
});
