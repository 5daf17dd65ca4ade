import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { someVertices } from "../../../model/mesh/some-vertices";
import { limbs } from "../../testing/limbs";
import { nearestMembers } from "./nearest-members";

const { sequence } = limbs([-1, 0, 1], 3);
const corners = sequence.triangles.map((v) => sequence.solverIndex[v]);

/** The number of edges from a vertex to each vertex, by relaxing all edges until nothing changes. */
function hops(from: number): Float64Array {
  const steps = new Float64Array(sequence.vertexCount).fill(Infinity);
  steps[from] = 0;
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (let t = 0; t < corners.length; t++) {
      const [a, b] = [corners[t], corners[t % 3 === 2 ? t - 2 : t + 1]];
      const least = Math.min(steps[a], steps[b]) + 1;
      for (const each of [a, b]) if (steps[each] > least) [steps[each], isDone] = [least, false];
    }
  }
  return steps;
}

describe("the sampled vertex that a vertex belongs to", () => {
  it("is the one that is the fewest edges away", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(sequence.vertexCount - 1), { minLength: 1, maxLength: 12 }),
        (some) => {
          const members = Int32Array.from(some).sort();
          const owner = nearestMembers(sequence, members);
          const steps = Array.from(members, hops);
          owner.forEach((n, i) => {
            const least = Math.min(...steps.map((of) => of[i]));
            if (least < Infinity) expect(steps[n][i]).toBe(least);
          });
        },
      ),
      { numRuns: 25 },
    );
  });

  it("is the nearest in space if the part has no sampled vertex", () => {
    const rest = Float32Array.from([...sequence.rest, 100, 0, 0]);
    const alone = { ...sequence, rest, vertexCount: sequence.vertexCount + 1 };
    const far = Int32Array.from({ length: sequence.vertexCount }, (_, i) => i);
    const right = far.reduce((best, i) => {
      const away = (j: number) => (rest[3 * j] - 100) ** 2 + rest[3 * j + 1] ** 2 + rest[3 * j + 2] ** 2;
      return away(i) < away(best) ? i : best;
    });
    expect(nearestMembers(alone, far)[sequence.vertexCount]).toBe(right);
  });
});

describe("the sequence of some vertices", () => {
  it("has their positions in all frames, and a surface that covers all of them", () => {
    const vertices = Int32Array.from({ length: sequence.vertexCount >> 1 }, (_, n) => 2 * n);
    const some = someVertices(sequence, { vertices, owner: nearestMembers(sequence, vertices) });
    expect(some.vertexCount).toBe(vertices.length);
    vertices.forEach((i, n) => {
      for (let k = 0; k < sequence.frameCount; k++) {
        for (let c = 0; c < 3; c++) {
          expect(some.frames[3 * (k * vertices.length + n) + c]).toBe(
            sequence.frames[3 * (k * sequence.vertexCount + i) + c],
          );
        }
      }
    });
    expect(new Set(some.triangles).size).toBe(vertices.length);
    for (let t = 0; t < some.triangles.length; t += 3) {
      expect(new Set(some.triangles.subarray(t, t + 3)).size).toBe(3);
    }
    expect(some.polygonOffsets.at(-1)).toBe(some.triangles.length);
  });

  it("has only the triangles between them if no vertex represents others", () => {
    const vertices = Int32Array.from(new Set(corners.subarray(0, 3 * 8))).sort();
    const owner = new Int32Array(sequence.vertexCount).fill(-1);
    vertices.forEach((i, n) => {
      owner[i] = n;
    });
    const some = someVertices(sequence, { vertices, owner });
    const inside: number[][] = [];
    for (let t = 0; t < corners.length; t += 3) {
      const own = Array.from(corners.subarray(t, t + 3));
      if (own.every((i) => vertices.includes(i))) inside.push(own);
    }
    const found: number[][] = [];
    for (let t = 0; t < some.triangles.length; t += 3) {
      found.push(Array.from(some.triangles.subarray(t, t + 3), (n) => vertices[n]));
    }
    expect(found).toEqual(inside);
  });
});
