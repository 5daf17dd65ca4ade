import type { MeshSequence } from "../../model/mesh/mesh-sequence";

/** The parts of a mesh that are needed to match its two sides. */
export type MirrorMesh = Pick<
  MeshSequence,
  "rest" | "solverIndex" | "triangles" | "polygonOffsets" | "polygonCorners" | "uvs"
>;

/** The solver vertices of the triangles, 3T. */
export const solverTriangles = ({ triangles, solverIndex }: Pick<MirrorMesh, "triangles" | "solverIndex">) =>
  triangles.map((d) => solverIndex[d]);
