import { expect, it } from "vitest";
import { cube } from "../../viewport/geometry/test-mesh";
import { vertexRings } from "./vertex-rings";

it("lists each neighbour of a cube's corners once, over edges and the diagonals of its triangles", () => {
  const mesh = cube();
  const triangles = mesh.triangles.map((d) => mesh.solverIndex[d]);
  const around = Array.from({ length: 8 }, () => new Set<number>());
  triangles.forEach((i, c) => {
    for (let n = c - (c % 3); n < c - (c % 3) + 3; n++) if (triangles[n] !== i) around[i].add(triangles[n]);
  });
  const { offsets, neighbours } = vertexRings({ vertexCount: 8, triangles });
  expect(offsets[8]).toBe(36);
  for (let i = 0; i < 8; i++) {
    const ring = [...neighbours.subarray(offsets[i], offsets[i + 1])];
    expect(ring).toEqual([...around[i]].sort((a, b) => a - b));
  }
});

it("leaves out a vertex that a triangle joins to itself", () => {
  const rings = vertexRings({ vertexCount: 3, triangles: Uint32Array.from([0, 0, 1]) });
  expect([...rings.offsets]).toEqual([0, 1, 2, 2]);
  expect([...rings.neighbours]).toEqual([1, 0]);
});
