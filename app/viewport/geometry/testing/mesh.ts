import type { MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";
import { CUBE_FACES, cubeCorners } from "../../../../workers/testing/cube";

/** A unit cube of 8 solver vertices and 24 display vertices; the last face has its own material. */
export function cube(): MeshSequence {
  const rest = cubeCorners(0, 1);
  return {
    version: 1,
    name: "cube",
    vertexCount: 8,
    frameCount: 1,
    fps: 24,
    rest,
    frames: rest.slice(),
    origin: [0, 0, 0],
    solverIndex: Uint32Array.from(CUBE_FACES.flat()),
    uvs: null,
    normals: null,
    polygonOffsets: Uint32Array.from({ length: 7 }, (_, p) => 4 * p),
    polygonCorners: Uint32Array.from({ length: 24 }, (_, c) => c),
    triangles: Uint32Array.from(CUBE_FACES.flatMap((_, f) => [0, 1, 2, 0, 2, 3].map((c) => 4 * f + c))),
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
