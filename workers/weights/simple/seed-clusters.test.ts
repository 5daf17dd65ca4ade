import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { seedClusters } from "./seed-clusters";

/** Compares every vertex with every seed. As in the kernel, sums of 64 vertices are searched first. */
function byDefinition(points: Float64Array, masses: Float64Array, clusters: number, draw: () => number) {
  const V = masses.length;
  const squares = new Float64Array(V).fill(Infinity);
  const owners = new Uint32Array(V);
  for (let n = 0; n < clusters; n++) {
    const sums = Array.from({ length: Math.ceil(V / 64) }, (_, run) => {
      let sum = 0;
      for (let i = 64 * run; i < Math.min(V, 64 * run + 64); i++) sum += masses[i] * squares[i];
      return sum;
    });
    let left = draw();
    let seed = Math.floor(left * V);
    if (n > 0) {
      left *= sums.reduce((all, sum) => all + sum, 0);
      let run = 0;
      while (run < sums.length - 1 && left >= sums[run]) left -= sums[run++];
      seed = 64 * run;
      for (let i = 64 * run; i < Math.min(V, 64 * run + 64); i++) {
        const part = masses[i] * squares[i];
        if (part > 0) seed = i;
        left -= part;
        if (left < 0) break;
      }
    }
    for (let i = 0; i < V; i++) {
      const [x, y, z] = [0, 1, 2].map((c) => points[4 * i + c] - points[4 * seed + c]);
      const square = x * x + y * y + z * z;
      if (square < squares[i]) {
        squares[i] = square;
        owners[i] = n;
      }
    }
  }
  return owners;
}

describe("seedClusters", () => {
  it("gives every vertex to its nearest seed, drawn by mass times squared distance", async () => {
    const serial = new Serial(new Arena(1 << 20, false));
    const start = serial.arena.mark();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 1, max: 130 }),
        fc.integer({ min: 1, max: 1e6 }),
        async (V, wanted, seed) => {
          serial.arena.release(start);
          const { arena } = serial;
          const [clusters, Q] = [Math.min(V, wanted), 2];
          const random = createRandom(seed);
          const points = arena.f64(4 * V);
          const masses = arena.f64(V);
          // Some points are on a coarse lattice, with equal distances and equal points.
          for (let n = 0; n < 4 * V; n++) {
            points[n] = n % 8 < 4 ? Math.round(3 * random.normal()) : random.normal();
          }
          for (let i = 0; i < V; i++) masses[i] = random.next();
          const owners = arena.u32(Q * V);
          const room = {
            draws: arena.f64(Q * clusters),
            squares: arena.f64(Q * V),
            owners,
            sums: arena.f64(Q * (Math.ceil(V / 64) + 1)),
            lists: arena.u32(Q * V),
            heads: arena.u32(Q * clusters),
            places: arena.u32(Q * clusters),
            radii: arena.f64(Q * clusters),
          };
          await seedClusters(serial, points, masses, { clusters, clusterings: Q, seed }, room, UNWATCHED);
          const draws = createRandom(seed);
          for (let q = 0; q < Q; q++) {
            const truth = byDefinition(points, masses, clusters, () => draws.next());
            expect(owners.subarray(q * V, (q + 1) * V)).toEqual(truth);
          }
        },
      ),
      { seed: 4, numRuns: 40 },
    );
  });
});
