import type { SequenceMesh } from "../mesh/streamed-sequence";

/** A static mesh to bind to a skeleton: surfaces of any kind, or a solid of tetrahedra with its surface. */
export interface Bindable {
  /** 3V, in the mesh's coordinates. */
  positions: Float32Array;
  /**
   * 3T indices of vertices; for a solid, its surface. May be open, non-manifold, in several shells, or cross itself.
   */
  triangles: Uint32Array;
  /** 4 indices each, for a solid; null for a surface. */
  tets: Uint32Array | null;
  /** Pairs of vertices linked by the file or the artist: they should move together although no triangle joins them. */
  wires: Uint32Array | null;
}

/** The rest pose of a sequence, over its solver vertices. */
export function bindableOf({ rest, triangles, solverIndex, tets, wires }: SequenceMesh): Bindable {
  return {
    positions: rest,
    triangles: triangles.map((d) => solverIndex[d]),
    tets: tets ?? null,
    wires: wires ?? null,
  };
}
