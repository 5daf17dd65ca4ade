import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import type { Point } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import { numbersBetween } from "../../testing/numbers-between";
import { chain, segment, skeletonOf, surface, together, tube } from "../testing/bindables";
import { geodesicVoxelWeights } from "./geodesic-voxel";
import { nearestBoneWeights } from "./nearest";
import { voxelDistance } from "./voxel-distance";
import { type VoxelGrid, voxelAt, voxelCentre, voxelise } from "./voxel-grid";

/** How far inside the tube's prism of `sectors` sides a point is; negative outside. */
function depthIn(head: Point, tail: Point, radius: number, p: ArrayLike<number>): number {
  const way = head.map((x, c) => tail[c] - x);
  const length = Math.hypot(...way);
  const along = head.reduce((sum, x, c) => sum + ((p[c] - x) * way[c]) / length, 0);
  const off = Math.hypot(...head.map((x, c) => p[c] - x - (along * way[c]) / length));
  return Math.min(along, length - along, radius - off);
}

const solidAt = (grid: VoxelGrid, at: number) => grid.solid[at] === 1;

describe("voxelise", () => {
  it("fills the inside of shells, in any position, crossing or not", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = createRandom(seed);
        const point = () => [0, 1, 2].map(() => random.normal()) as Point;
        const tubes = Array.from({ length: 2 }, () => ({ head: point(), tail: point(), radius: 0.4 }));
        const mesh = together(...tubes.map(({ head, tail, radius }) => tube(head, tail, radius, 4, 40)));
        const grid = await voxelise(mesh.positions, mesh.triangles, 24, UNWATCHED);
        const reach = 1.8 * grid.side;
        let wrong = 0;
        for (let at = 0; at < grid.solid.length; at++) {
          const centre = voxelCentre(grid, at);
          const depth = Math.max(...tubes.map((t) => depthIn(t.head, t.tail, t.radius, centre)));
          if (depth > 0 && !solidAt(grid, at)) wrong++;
          // The domed ends add half a radius.
          if (depth < -0.2 - reach && solidAt(grid, at)) wrong++;
        }
        expect(wrong).toBe(0);
      }),
      { seed: 19, numRuns: 15 },
    );
  });

  it("fills a tube without ends, and leaves a sheet thin", async () => {
    const closed = tube([0.01, 0.02, 0.03], [2.01, 0.02, 0.03], 0.5, 9, 24);
    const open = surface(
      closed.positions.subarray(0, 3 * 9 * 24),
      closed.triangles.filter((_, e) => {
        const t = e - (e % 3);
        return closed.triangles.subarray(t, t + 3).every((i) => i < 9 * 24);
      }),
    );
    const grid = await voxelise(open.positions, open.triangles, 40, UNWATCHED);
    let wrong = 0;
    for (let at = 0; at < grid.solid.length; at++) {
      const depth = depthIn([0.01, 0.02, 0.03], [2.01, 0.02, 0.03], 0.49, voxelCentre(grid, at));
      if (depth > 0 ? !solidAt(grid, at) : depth < -2 * grid.side && solidAt(grid, at)) wrong++;
    }
    const sheet = await voxelise([0, 0, 0, 1, 0, 0.3, 1, 1, 0.3, 0, 1, 0], [0, 1, 2, 0, 2, 3], 20, UNWATCHED);
    for (let at = 0; at < sheet.solid.length; at++) {
      const [x, , z] = voxelCentre(sheet, at);
      if (Math.abs(z - 0.3 * x) > 2 * sheet.side && solidAt(sheet, at)) wrong++;
    }
    expect(wrong).toBe(0);
    expect(sheet.solid.reduce((sum, s) => sum + s, 0)).toBeGreaterThan(400);
  });

  it("accepts a mesh of one point, or of none", async () => {
    expect((await voxelise([], [], 16, UNWATCHED)).solid.every((s) => s === 0)).toBe(true);
    const point = await voxelise([1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 2], 16, UNWATCHED);
    expect(point.solid.includes(1)).toBe(true);
  });
});

describe("voxelDistance", () => {
  it("equals relaxing every edge until nothing changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), numbersBetween(0.2, 0.9), async (seed, density) => {
        const random = createRandom(seed);
        const size: VoxelGrid["size"] = [9, 8, 7];
        const grid: VoxelGrid = { size, origin: [-1, 2, 0], side: 0.5, solid: new Uint8Array(9 * 8 * 7) };
        for (let at = 0; at < grid.solid.length; at++) {
          const place = [at % 9, Math.floor(at / 9) % 8, Math.floor(at / 72)];
          const inside = place.every((x, c) => x > 0 && x + 1 < size[c]);
          grid.solid[at] = inside && random.next() < density ? 1 : 0;
        }
        const bone = segment(-1, [0.2, 3.1, 1.2], [1.8, 4.2, 1.7]);
        const mine = await voxelDistance(grid, [bone], UNWATCHED);
        const truth = new Float64Array(mine.length).fill(Infinity);
        // Paths start in the voxels along the bone, with the distance to the bone.
        for (let n = 0; n <= 2000; n++) {
          const [x, y, z] = bone.head.map((h, c) => h + ((bone.tail[c] - h) * n) / 2000);
          const at = voxelAt(grid, x, y, z);
          if (mine[at] < grid.side && grid.solid[at]) truth[at] = mine[at];
        }
        if (truth.every((d) => d === Infinity)) return;
        for (let changed = true; changed; ) {
          changed = false;
          for (let a = 0; a < truth.length; a++) {
            for (let n = 0; grid.solid[a] && n < 27; n++) {
              const [x, y, z] = [(n % 3) - 1, (Math.floor(n / 3) % 3) - 1, Math.floor(n / 9) - 1];
              const b = a + x + 9 * y + 72 * z;
              if (!grid.solid[b] || !(truth[b] + 0.5 * Math.hypot(x, y, z) < truth[a] - 1e-12)) continue;
              truth[a] = truth[b] + 0.5 * Math.hypot(x, y, z);
              changed = true;
            }
          }
        }
        const wrong = mine.filter((d, at) => !(d === truth[at] || Math.abs(d - truth[at]) < 1e-4));
        expect(wrong.length).toBe(0);
      }),
      { seed: 23, numRuns: 30 },
    );
  });
});

describe("geodesicVoxelWeights", () => {
  it("measures distance through the solid, not through the air", async () => {
    // A fork: two prongs close together on one handle.
    const mesh = together(
      tube([0, 0, 0], [2, 0, 0], 0.15, 20),
      tube([0, 0.5, 0], [2, 0.5, 0], 0.15, 20),
      tube([0, -0.1, 0], [0, 0.6, 0], 0.15, 10),
    );
    const skeleton = skeletonOf(
      segment(-1, [0, 0.25, 0], [-0.1, 0.25, 0]),
      segment(0, [0, 0, 0], [2, 0, 0]),
      segment(0, [0, 0.5, 0], [1, 0.5, 0]),
    );
    const { bones, values } = await geodesicVoxelWeights(
      mesh,
      skeleton,
      { resolution: 64, falloff: 0.5, influences: 4 },
      UNWATCHED,
    );
    expect(bones).toBe(3);
    for (let at = 0; at < values.length; at += 3) {
      const row = values.subarray(at, at + 3);
      expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 9);
      const [x, y] = mesh.positions.subarray(at, at + 2);
      // Through the air, the far end of the second prong is nearer to the bone of the first.
      if (x > 1.8 && y > 0.3) expect(row[2]).toBeGreaterThan(0.75);
      if (x > 1.8 && y < 0.2) expect(row[1]).toBeGreaterThan(0.9);
    }
  });

  it("limits the influences, hardens with the falloff, and reaches separate parts", async () => {
    const mesh = together(tube([0, 0, 0], [3, 0, 0], 0.4, 30), tube([1, 2, 0], [2, 2, 0], 0.2, 6));
    const skeleton = chain([0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]);
    const bind = (falloff: number) =>
      geodesicVoxelWeights(mesh, skeleton, { resolution: 40, falloff, influences: 2 }, UNWATCHED);
    const [soft, hard] = [await bind(0), await bind(1)];
    let [softMost, hardMost] = [0, 0];
    for (let at = 0; at < soft.values.length; at += 3) {
      for (const { values } of [soft, hard]) {
        const row = values.subarray(at, at + 3);
        expect(row.filter((w) => w > 0).length).toBeLessThanOrEqual(2);
        expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 9);
      }
      softMost += Math.max(...soft.values.subarray(at, at + 3));
      hardMost += Math.max(...hard.values.subarray(at, at + 3));
    }
    expect(hardMost).toBeGreaterThan(softMost);
    const last = soft.values.length / 3 - 1;
    expect(soft.values[3 * last + 1]).toBeGreaterThan(0.3);
  });
});

describe("nearestWeights", () => {
  it("gives every vertex to the nearest bone, shared beyond a joint", async () => {
    const mesh = tube([-0.2, 0, 0], [2.2, 0, 0], 0.4, 25);
    const skeleton = skeletonOf(
      segment(-1, [0, 0, 0], [1, 0, 0]),
      segment(0, [1, 0, 0], [2, 0, 0], "virtual"),
      segment(1, [2, 0, 0], [2, 0.5, 0]),
      segment(1, [2, 0, 0], [2, -0.5, 0]),
    );
    const { bones, values } = await nearestBoneWeights(mesh, skeleton, UNWATCHED);
    for (let i = 0; i < mesh.positions.length / 3; i++) {
      const [x, y, z] = mesh.positions.subarray(3 * i, 3 * i + 3);
      const row = [...values.subarray(bones * i, bones * (i + 1))];
      if (x < 1.9 && Math.hypot(y, z) < 2 - x) expect(row).toEqual([1, 0, 0, 0]);
      if (x > 2.05 && Math.abs(y) < 1e-9) expect(row).toEqual([1 / 3, 0, 1 / 3, 1 / 3]);
      if (x > 2.05 && y > 0.1) expect(row).toEqual([0, 0, 1, 0]);
    }
  });
});
