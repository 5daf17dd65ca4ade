import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../geometry/adjacency";
import { createRandom } from "../../../math/random";
import { packWeights } from "../../../testing/rigs";
import { type ArapInput, planArap } from "../arap-plan";
import { tube, tubeInput } from "../testing/cases";
import { addAttachments, addNeumann } from "./automatic-constraints";
import { ConstraintSet } from "./constraint-set";

const SEED = 31;

/** Random supports and weights, many of them above one half, and random visibility. */
function anyInput(seed: number): ArapInput {
  const random = createRandom(seed);
  const mesh = tube(7, 5, seed);
  const heat = packWeights(
    Array.from({ length: mesh.positions.length / 3 }, () => {
      const row = [0, 1, 2].filter(() => random.next() < 0.7).map((j): [number, number] => [j, random.next() ** 4]); // biome-ignore format: one value
      return row.length > 0 ? row : [[random.integer(3), 1]];
    }),
  );
  const seen = heat.bones.map(() => random.integer(2));
  const visible = (i: number, j: number) => seen[(31 * i + j) % seen.length] === 1;
  return { ...tubeInput(seed, 3), mesh, heat, visible };
}

describe("automatic constraints", () => {
  it(`are visible strict local maxima above one half, and the borders of supports (seed ${SEED})`, () => {
    let attached = 0;
    const bordering = [0, 0];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const input = anyInput(seed);
        const { offsets, bones, values } = input.heat;
        const V = offsets.length - 1;
        const near = adjacencyOf(input.mesh.triangles, V);
        const ringOf = (i: number) => [...near.neighbours.subarray(near.offsets[i], near.offsets[i + 1])];
        const weight = (i: number, j: number) => {
          const at = bones.subarray(offsets[i], offsets[i + 1]).indexOf(j);
          return at < 0 ? null : values[offsets[i] + at];
        };
        const [attach, neumann] = [new Set<string>(), new Set<string>()];
        for (let i = 0; i < V; i++) {
          const own = [...bones.subarray(offsets[i], offsets[i + 1])];
          for (const j of own) {
            const w = weight(i, j)!;
            const highest = ringOf(i).every((k) => w > (weight(k, j) ?? 0));
            if (w > 0.5 && highest && input.visible!(i, j)) attach.add(`${i} ${j}`);
          }
          const border = own.filter((j) => !attach.has(`${i} ${j}`) && ringOf(i).some((k) => weight(k, j) === null)); // biome-ignore format: one value
          // A vertex always keeps some weight.
          if (border.length < own.length) for (const j of border) neumann.add(`${i} ${j}`);
        }
        const plan = planArap(input, { attachFrom: 0.5, bordersUpTo: 1 });
        const set = new ConstraintSet(plan);
        const listed = (kind: string) =>
          new Set(set.list().filter((held) => held.kind === kind).map(({ vertex, entry }) => `${vertex} ${bones[entry]}`)); // biome-ignore format: one value
        addAttachments(plan, set);
        expect(listed("attach")).toEqual(attach);
        addNeumann(plan, set);
        // If a bone is nearly all border, its strongest border entries stay free.
        const held = listed("neumann");
        for (const pair of held) expect(neumann).toContain(pair);
        attached += attach.size;
        [held.size, neumann.size].forEach((size, n) => {
          bordering[n] += size;
        });
      }),
      { seed: SEED, numRuns: 30 },
    );
    expect(attached).toBeGreaterThan(30);
    expect(bordering[0]).toBeGreaterThan(0.6 * bordering[1]);
  });
});
