import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { seedCount } from "./curvature-clusters";
import { seedDistances } from "./seed-distances";
import { evenSeeds, patchesAround } from "./surface-patches";

const SIZE = 13;

/** A square sheet of SIZE x SIZE points, folded upwards by `angle` along the column `fold`. */
function sheet(fold: number, angle: number): { rest: number[]; triangles: number[] } {
  const rest: number[] = [];
  const triangles: number[] = [];
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const past = Math.max(0, x - fold);
      rest.push(Math.min(x, fold) + past * Math.cos(angle), y, past * Math.sin(angle));
      if (x === 0 || y === 0) continue;
      const i = y * SIZE + x;
      triangles.push(i - SIZE - 1, i - SIZE, i, i - SIZE - 1, i, i - 1);
    }
  }
  return { rest, triangles };
}

const at = (x: number, y: number) => y * SIZE + x;

describe("seeds", () => {
  it("lie apart and leave no large gaps", async () => {
    const { rest } = sheet(SIZE, 0);
    const seeds = await evenSeeds(rest, 16, UNWATCHED);
    const place = (i: number) => rest.slice(3 * i, 3 * i + 3);
    const apart = (i: number, l: number) => Math.hypot(...place(i).map((x, c) => x - place(l)[c]));
    const closest = Math.min(...seeds.flatMap((i, n) => seeds.slice(n + 1).map((l) => apart(i, l))));
    const widest = Math.max(
      ...Array.from({ length: SIZE * SIZE }, (_, i) => Math.min(...seeds.map((l) => apart(i, l)))),
    );
    expect(new Set(seeds).size).toBe(16);
    expect(closest).toBeGreaterThanOrEqual(widest);
    expect(widest).toBeLessThanOrEqual(3);
  });

  it("are different vertices, and at most all of them", async () => {
    expect((await evenSeeds([0, 0, 0, 1, 0, 0, 0, 0, 0], 3, UNWATCHED)).length).toBe(2);
    expect(seedCount(8431, 27, 1)).toBe(108);
    expect(seedCount(30000, 27, 1)).toBe(300);
    expect(seedCount(1e6, 27, 1)).toBe(1500);
    expect(seedCount(30000, 27, 0.5)).toBe(150);
    expect(seedCount(50, 27, 1)).toBe(50);
  });
});

describe("patches", () => {
  it("have borders on creases", async () => {
    const [left, right] = [at(2, 6), at(11, 6)];
    const flat = sheet(4, 0);
    const folded = sheet(4, 1.4);
    const sizeOf = async ({ rest, triangles }: typeof flat) =>
      (await patchesAround(rest, triangles, [left, right], UNWATCHED)).filter((patch) => patch === 0).length;
    // The border is half-way between the seeds on a flat sheet, and at the fold of a folded sheet.
    expect(await sizeOf(flat)).toBeGreaterThanOrEqual(6 * SIZE);
    expect(await sizeOf(folded)).toBeLessThanOrEqual(5 * SIZE);
    const patches = await patchesAround(folded.rest, folded.triangles, [left, right], UNWATCHED);
    for (let y = 3; y < SIZE - 3; y++) expect([patches[at(3, y)], patches[at(6, y)]]).toEqual([0, 1]);
  });

  it("add parts without a seed to the nearest seed", async () => {
    const { rest, triangles } = sheet(SIZE, 0);
    const lone = [...rest, 12, 12, 1, 0, 0, 1];
    const patches = await patchesAround(lone, triangles, [at(0, 0), at(12, 12)], UNWATCHED);
    expect(Array.from(patches.slice(-2))).toEqual([1, 0]);
  });
});

describe("distances of seeds", () => {
  it("are small if two seeds stay equally far apart", async () => {
    // Three points: 0 and 1 move together, 2 moves away.
    const frames = [0, 1, 2].flatMap((k) => [k, 0, 0, k + 1, 0, 0, 1 + 3 * k, 0, 0]);
    const out = new Float64Array(9);
    await seedDistances(frames, 3, [0, 1, 2], out, UNWATCHED);
    expect(out[3]).toBeCloseTo(0.05 ** 2, 12);
    // Distances 1, 3, 5: variance 8/3, mean 3.
    expect(out[6]).toBeCloseTo(8 / 3 + 0.15 ** 2, 12);
    // Distances 0, 2, 4.
    expect(out[7]).toBeCloseTo(8 / 3 + 0.1 ** 2, 12);
  });
});
