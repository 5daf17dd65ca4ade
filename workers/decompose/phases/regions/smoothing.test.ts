import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactArena } from "../../../kernels/testing/exact-arena";
import { createRandom } from "../../../math/random";
import type { Problem } from "../../problem/problem";
import type { BlendState } from "../blend-state";
import { createSmoothing, smoothingBytes } from "./smoothing";

const meshes = fc.integer({ min: 1, max: 12 }).chain((V) =>
  fc.record({
    V: fc.constant(V),
    // Corners may coincide, triangles may repeat, and vertices may have no triangle.
    corners: fc
      .array(fc.integer({ min: 0, max: V - 1 }), { maxLength: 45 })
      .map((all) => all.slice(0, all.length - (all.length % 3))),
    frames: fc.integer({ min: 1, max: 9 }),
    seed: fc.integer(),
  }),
);

/** Pairs of vertices that share an edge of a triangle, the smaller number first, each once. */
function edgesOf(corners: number[]): [number, number][] {
  const found = new Map<string, [number, number]>();
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = corners.slice(t, t + 3);
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      if (p !== q) found.set(`${Math.min(p, q)} ${Math.max(p, q)}`, [Math.min(p, q), Math.max(p, q)]);
    }
  }
  return [...found.values()];
}

const make = (V: number, corners: number[], frames: number, omega: number) =>
  createSmoothing(
    new ExactArena(smoothingBytes(V, corners.length / 3)),
    { vertexCount: V, frameCount: frames, triangles: Uint32Array.from(corners) } as Problem,
    omega,
  );

describe("smoothing", () => {
  it("knows the neighbours of each vertex, and puts neighbours into different colours", () => {
    fc.assert(
      fc.property(meshes, ({ V, corners, frames }) => {
        const edges = edgesOf(corners);
        const { neighbourOffsets, neighbours, order, offsets } = make(V, corners, frames, 1);
        for (let i = 0; i < V; i++) {
          const mine = edges.flatMap(([a, b]) => (a === i ? [b] : b === i ? [a] : [])).sort((a, b) => a - b);
          expect([...neighbours.subarray(neighbourOffsets[i], neighbourOffsets[i + 1])]).toEqual(mine);
        }
        expect(neighbours).toHaveLength(2 * edges.length);
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: V }, (_, i) => i));
        expect([offsets[0], offsets.at(-1)]).toEqual([0, V]);
        const colour = new Array<number>(V);
        for (let c = 0; c + 1 < offsets.length; c++) {
          for (const i of order.subarray(offsets[c], offsets[c + 1])) colour[i] = c;
        }
        for (const [a, b] of edges) expect(colour[a]).not.toBe(colour[b]);
        // Each has the first colour that its neighbours leave it.
        for (let i = 0; i < V; i++) {
          for (let c = 0; c < colour[i]; c++) {
            expect(edges.some(([a, b]) => (a === i && colour[b] === c) || (b === i && colour[a] === c))).toBe(
              true,
            );
          }
        }
      }),
    );
  });

  it("computes the roughness of weights over all edges, whatever the order of their slots", () => {
    fc.assert(
      fc.property(meshes, fc.integer({ min: 1, max: 4 }), ({ V, corners, frames, seed }, slots) => {
        const random = createRandom(seed);
        const [ids, values] = [new Int32Array(V * slots).fill(-1), new Float64Array(V * slots)];
        const dense = Array.from({ length: V }, (_, i) => {
          const row = new Array<number>(6).fill(0);
          const used = 1 + random.integer(slots);
          for (let s = 0; s < used; s++) {
            let bone = random.integer(6);
            while (row[bone] > 0) bone = random.integer(6);
            row[bone] = values[i * slots + s] = 0.1 + random.next();
            ids[i * slots + s] = bone;
          }
          // The value in an empty slot is ignored.
          for (let s = used; s < slots; s++) values[i * slots + s] = 7;
          return row;
        });
        let truth = 0;
        for (const [a, b] of edgesOf(corners)) {
          for (let j = 0; j < 6; j++) truth += (dense[a][j] - dense[b][j]) ** 2;
        }
        const found = make(V, corners, frames, 1).roughness({ ids, values } as BlendState);
        expect(found).toBeCloseTo(truth, 10);
      }),
    );
  });

  it("weights edges so that the objective depends neither on the number of frames nor on the density of the mesh", () => {
    // A tetrahedron: each vertex has three neighbours.
    const corners = [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2];
    expect(make(4, corners, 5, 2).weight).toBeCloseTo((2 * 1e-4 * 3 * 5) / 3, 15);
    expect(make(4, [], 5, 2).weight).toBeCloseTo(2 * 1e-4 * 3 * 5, 15);
    expect(make(9, [0, 1, 2], 5, 2).weight).toBeCloseTo(2 * 1e-4 * 3 * 5, 15);
  });
});
