import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Bindable } from "../../workers/model/weights/bindable";

/** A mesh without seams as a sequence of one frame. */
export function sequenceOfMesh(name: string, { positions, triangles }: Bindable): MeshSequence {
  const V = positions.length / 3;
  const faces = triangles.length / 3;
  const part = {
    name,
    material: 0,
    firstPolygon: 0,
    polygonCount: faces,
    firstTriangle: 0,
    triangleCount: faces,
  };
  return {
    version: 1,
    name,
    vertexCount: V,
    frameCount: 1,
    fps: 24,
    rest: Float32Array.from(positions),
    frames: Float32Array.from(positions),
    origin: [0, 0, 0],
    solverIndex: Uint32Array.from({ length: V }, (_, i) => i),
    uvs: null,
    normals: null,
    polygonOffsets: Uint32Array.from({ length: faces + 1 }, (_, p) => 3 * p),
    polygonCorners: Uint32Array.from(triangles),
    triangles: Uint32Array.from(triangles),
    parts: [part],
    materials: [],
    clips: [{ name, first: 0, last: 0 }],
    upAxis: "y",
    metresPerUnit: 1,
  };
}
