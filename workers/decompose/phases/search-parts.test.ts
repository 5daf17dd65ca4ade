import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, type Random } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { randomBones } from "../problem/testing/problem";
import { allowedWords } from "./allowed-bones";
import { type BlendState, copyState } from "./blend-state";
import { type Case, FRAMES, makeCase, makeSolver, seeds, stateOf, VERTICES } from "./testing/weights-case";

const H = 5;
/** Vertices that the kernel takes together. */
const CHUNK = 32;

/** Weights and error of a vertex. */
const rowOf = ({ ids, values, errors }: BlendState, i: number) => [
  ...ids.subarray(3 * i, 3 * i + 3),
  ...values.subarray(3 * i, 3 * i + 3),
  errors[i],
];

/** Bones that each vertex may use, at least one. */
function randomMask({ parallel }: Case, random: Random): Uint32Array {
  const mask = parallel.arena.u32(VERTICES * allowedWords(H));
  for (let i = 0; i < VERTICES; i++) mask[i] = 1 + random.integer(2 ** H - 1);
  return mask;
}

describe("parts of a swap search", () => {
  it("search as all vertices would, and the others get new weights for their bones, bit for bit", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 0, max: 1 }), fc.boolean(), async (seed, number, masked) => {
        const test = makeCase(seed, H);
        const solver = makeSolver(test, { bones: H, limit: 3, search: "swap" });
        const random = createRandom(seed);
        const [before, all, kept, some] = [test.bones, test.bones, test.bones, test.bones].map((bones) =>
          stateOf(solver, bones),
        );
        await solver.weights.run(before, UNWATCHED);
        before.bones.set(randomBones(random, FRAMES, H).flat());
        // A vertex without bones searches in any case; so does one that may use none of its bones.
        const empty = Array.from({ length: VERTICES }, () => random.next() < 0.1);
        if (masked) solver.weights.allowed = randomMask(test, random);
        for (let i = 0; i < VERTICES; i++) if (empty[i]) before.ids.fill(-1, 3 * i, 3 * i + 3);
        const mayKeep = (i: number) => {
          const allowed = solver.weights.allowed?.[i] ?? 2 ** H - 1;
          return before.ids.subarray(3 * i, 3 * i + 3).some((j) => j >= 0 && (allowed >> j) & 1);
        };
        for (const state of [all, kept, some]) copyState(before, state);
        await solver.weights.run(all, UNWATCHED);
        await solver.weights.run(kept, UNWATCHED, "fixed");
        await solver.weights.run(some, UNWATCHED, "swap", { part: { parts: 2, number } });
        for (let i = 0; i < VERTICES; i++) {
          const searches = Math.floor(i / CHUNK) % 2 === number || !mayKeep(i);
          expect(rowOf(some, i)).toEqual(rowOf(searches ? all : kept, i));
        }
      }),
      { numRuns: 30 },
    );
  });

  it("give the weights of fixed bones from their products alone, as from those of all bones, bit for bit", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.boolean(), async (seed, masked) => {
        const test = makeCase(seed, H);
        const random = createRandom(seed);
        const lockedVertices = test.parallel.arena.u8(VERTICES);
        for (let i = 0; i < VERTICES; i++) lockedVertices[i] = Number(random.next() < 0.2);
        const solver = makeSolver(test, { bones: H, limit: 3, search: "swap", lockedVertices });
        const [given, few, all] = [test.bones, test.bones, test.bones].map((bones) => stateOf(solver, bones));
        for (let i = 0; i < VERTICES; i++) {
          given.ids.set([random.integer(2), 2 + random.integer(3), -1], 3 * i);
          given.values.set([0.9997, 0.0003, 0], 3 * i);
        }
        if (masked) solver.weights.allowed = randomMask(test, random);
        for (const state of [few, all]) copyState(given, state);
        await solver.weights.run(few, UNWATCHED, "fixed");
        // Losses ask about other bones.
        const losses = test.parallel.arena.f64(3 * VERTICES);
        await solver.weights.run(all, UNWATCHED, "fixed", { losses });
        for (let i = 0; i < VERTICES; i++) {
          expect(rowOf(few, i)).toEqual(rowOf(all, i));
          // Locked vertices keep their weights, also on bones that others may not use.
          if (lockedVertices[i]) expect(rowOf(few, i).slice(0, 6)).toEqual(rowOf(given, i).slice(0, 6));
        }
      }),
      { numRuns: 30 },
    );
  });
});
