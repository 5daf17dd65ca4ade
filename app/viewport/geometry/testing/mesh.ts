import type { MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";

/** A unit cube of 8 solver vertices and 24 display vertices; the last face has its own material. */
export function cube(): MeshSequence {
  const rest = new Float32Array(24);
  for (let i = 0; i < 8; i++) rest.set([i & 1, (i >> 1) & 1, i >> 2], 3 * i);
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return {
    version: 1,
    name: "cube",
    vertexCount: 8,
    frameCount: 1,
    fps: 24,
    rest,
    frames: rest.slice(),
    origin: [0, 0, 0],
    solverIndex: Uint32Array.from(faces.flat()),
    uvs: null,
    normals: null,
    polygonOffsets: Uint32Array.from({ length: 7 }, (_, p) => 4 * p),
    polygonCorners: Uint32Array.from({ length: 24 }, (_, c) => c),
    triangles: Uint32Array.from(faces.flatMap((_, f) => [0, 1, 2, 0, 2, 3].map((c) => 4 * f + c))),
    parts: [
      { name: "a", material: 0, firstPolygon: 0, polygonCount: 5, firstTriangle: 0, triangleCount: 10 },
      { name: "b", material: 1, firstPolygon: 5, polygonCount: 1, firstTriangle: 10, triangleCount: 2 },
    ],
    materials: [
      { name: "grey", baseColour: [0.8, 0.8, 0.8, 1], doubleSided: false },
      { name: "red", baseColour: [0.8, 0, 0, 1], doubleSided: false },
    ],
    clips: [{ name: "still", first: 0, last: 0 }],
    upAxis: "y",
    metresPerUnit: 1,
  };
}
