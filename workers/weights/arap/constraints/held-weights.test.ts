import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../geometry/adjacency";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import { exemplars } from "../../exemplars";
import { chain } from "../../testing/bindables";
import type { ArapInput } from "../arap-plan";
import type { ArapWeights } from "../arap-weights";
import { blended, edits, pairs, solverOf, tube } from "../testing/cases";

const AROUND = 8;
const LENGTH = 48;

/** A tube with three bones in a row, whose weights blend widely, so that all bones may act in the middle. */
function input(seed: number): ArapInput {
  const mesh = tube(LENGTH, AROUND, seed);
  const bones = chain([0, 0, 0], [16, 0, 0], [32, 0, 0], [48, 0, 0]);
  const { motions } = exemplars(bones, 20, createRandom(seed));
  return { mesh, heat: blended(mesh, 3, 0.3), bones: 3, motions, visible: () => true };
}

/** Two vertices of each bone, and one in the middle of the second that is held by the first. */
const RIGHT = [4, 12, 20, 28, 36, 44].map((x): [number, number, number] => [
  AROUND * x,
  Math.floor(x / 16),
  1,
]);
const WRONG: [number, number, number] = [AROUND * 24 + AROUND / 2, 0, 1];

async function attached(seed: number, ...vertices: [number, number, number][]): Promise<ArapWeights> {
  const solver = await solverOf(input(seed), { attach: false, neumann: false });
  await solver.edit(edits({ attach: pairs(...vertices) }), UNWATCHED);
  await solver.iterate(12, UNWATCHED);
  return solver;
}

const judged = async (solver: ArapWeights) => {
  const strain = await solver.strainPerVertex(UNWATCHED);
  return { strain, held: solver.heldWeights(strain) };
};

describe.each([3, 7])("attachments on a tube (seed %i)", (seed) => {
  it("are suspicious if the energy falls most without them, as without one that is wrong", async () => {
    const all = [...RIGHT, WRONG];
    const solver = await attached(seed, ...all);
    const whole = await solver.energy(UNWATCHED);
    const { held } = await judged(solver);
    const gains: Record<"suspicious" | "others", number[]> = { suspicious: [], others: [] };
    for (const { vertex, suspicious } of held) {
      const without = await attached(seed, ...all.filter(([i]) => i !== vertex));
      const gain = 1 - (await without.energy(UNWATCHED)) / whole;
      gains[suspicious ? "suspicious" : "others"].push(gain);
      if (vertex === WRONG[0]) expect([suspicious, gain > 0.8]).toEqual([true, true]);
    }
    expect(Math.min(...gains.suspicious)).toBeGreaterThan(2 * Math.max(...gains.others));
    const { held: right } = await judged(await attached(seed, ...RIGHT));
    expect(right.filter(({ suspicious }) => suspicious)).toEqual([]);
  });

  it("are judged by the strain of their ring, as a multiple of the mesh's", async () => {
    const solver = await attached(seed, ...RIGHT, WRONG);
    const { strain, held } = await judged(solver);
    const { ring, input: given } = solver.plan;
    const { neighbours, offsets } = adjacencyOf(given.mesh.triangles, strain.length);
    const p = (i: number) => given.mesh.positions.subarray(3 * i, 3 * i + 3);
    /** Energy and squared size over some vertices. */
    const over = (vertices: readonly number[]) => {
      const sum = [0, 0];
      for (const i of vertices) {
        let size = 0;
        for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
          const edge = Math.hypot(...p(ring.neighbours[e]).map((x, c) => x - p(i)[c]));
          size += ring.masses[i] * ring.shares[e] * edge * edge;
        }
        sum[0] += size * strain[i];
        sum[1] += size;
      }
      return sum[0] / sum[1];
    };
    const mean = over([...strain.keys()]);
    expect(held).toHaveLength(7);
    for (const each of held) {
      const own = over([each.vertex, ...neighbours.subarray(offsets[each.vertex], offsets[each.vertex + 1])]);
      expect(each.strain / (own / mean)).toBeCloseTo(1, 5);
      expect(each.suspicious).toBe(own > 6 * mean);
    }
  });
});
