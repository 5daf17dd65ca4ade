import { expect, it } from "vitest";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { cornerVertices, meshPieces, polygonSets } from "./mesh-pieces";

it("consecutive parts of one name become one mesh with polygons of several materials", () => {
  // Two triangles and a quad over five display vertices; the last two show one solver vertex.
  const sequence = {
    vertexCount: 6,
    solverIndex: Uint32Array.of(5, 1, 2, 0, 0),
    polygonOffsets: Uint32Array.of(0, 3, 6, 10, 13),
    polygonCorners: Uint32Array.of(0, 1, 2, 1, 2, 3, 0, 1, 2, 4, 2, 1, 0),
    parts: [
      { name: "a", material: 2, firstPolygon: 0, polygonCount: 1, firstTriangle: 0, triangleCount: 1 },
      { name: "a", material: 0, firstPolygon: 1, polygonCount: 2, firstTriangle: 1, triangleCount: 3 },
      { name: "empty", material: 0, firstPolygon: 3, polygonCount: 0, firstTriangle: 4, triangleCount: 0 },
      { name: "b", material: 1, firstPolygon: 3, polygonCount: 1, firstTriangle: 4, triangleCount: 1 },
    ],
  } as MeshSequence;
  const [a, b, ...more] = meshPieces(sequence);
  expect(more).toEqual([]);
  expect(a).toEqual({
    name: "a",
    points: Uint32Array.of(0, 1, 2, 5),
    displays: Uint32Array.of(0, 1, 2, 3, 4),
    polygonOffsets: Uint32Array.of(0, 3, 6, 10),
    cornerPoints: Uint32Array.of(3, 1, 2, 1, 2, 0, 3, 1, 2, 0),
    cornerDisplays: Uint32Array.of(0, 1, 2, 1, 2, 3, 0, 1, 2, 4),
    faceSets: [
      { material: 2, polygons: Uint32Array.of(0) },
      { material: 0, polygons: Uint32Array.of(1, 2) },
    ],
  });
  expect(cornerVertices(b)).toEqual(Uint32Array.of(2, 1, 0));
  expect(polygonSets(a)).toEqual(Uint32Array.of(0, 1, 1));
  expect(b.points).toEqual(Uint32Array.of(1, 2, 5));
  expect(b.faceSets.map(({ material }) => material)).toEqual([1]);
});
