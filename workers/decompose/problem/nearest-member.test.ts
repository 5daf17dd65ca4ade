import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../geometry/adjacency";
import { clothPatch, movingShells } from "../../testing/sequences";
import { nearestMember } from "./nearest-member";

const cloth = clothPatch({ size: 9, frames: 1 });
const shells = movingShells({ shells: 9, frames: 1, detail: 1 }).sequence;

/** Edges from each vertex to a member, by relaxing all edges until nothing changes. */
function distancesTo(members: ArrayLike<number>, triangles: Uint32Array, count: number): number[] {
  const { offsets, neighbours } = adjacencyOf(triangles, count);
  const out = Array.from({ length: count }, () => Infinity);
  for (const i of Array.from(members)) out[i] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < count; i++) {
      for (const near of neighbours.subarray(offsets[i], offsets[i + 1])) {
        if (out[near] + 1 >= out[i]) continue;
        out[i] = out[near] + 1;
        changed = true;
      }
    }
  }
  return out;
}

describe("nearestMember", () => {
  it("finds a member as near as any other, and the member of the run on shells without one", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(cloth, shells),
        fc.integer({ min: 2, max: 50 }),
        fc.integer({ min: 0, max: 1 << 20 }),
        (sequence, run, at) => {
          const { vertexCount: count } = sequence;
          const triangles = sequence.triangles.map((v) => sequence.solverIndex[v]);
          const members = Int32Array.from({ length: Math.ceil(count / run) }, (_, n) =>
            Math.min(n * run + (at % run), count - 1),
          );
          const found = nearestMember(triangles, count, members, run);
          const all = distancesTo(members, triangles, count);
          for (let i = 0; i < count; i += 7) {
            const own = distancesTo([members[found[i]]], triangles, count)[i];
            if (all[i] < Infinity) expect(own).toBe(all[i]);
            else expect(found[i]).toBe(Math.floor(i / run));
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
