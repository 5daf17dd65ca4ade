import type { MeshSequence } from "../mesh/mesh-sequence";

/** A static mesh that a skeleton is bound to: surfaces of any kind, or a solid of tetrahedra with its surface. */
export interface Bindable {
  /** 3V, in the mesh's coordinates. */
  positions: Float32Array;
  /** 3T indices of vertices; of a solid, its surface. May be open, non-manifold, in several shells, or cross itself. */
  triangles: Uint32Array;
  /** 4 indices each, of a solid; null of a surface. */
  tets: Uint32Array | null;
  /** Pairs of vertices that are linked, by the file or the artist: they should move together though no triangle joins them. */
  wires: Uint32Array | null;
}

/** The rest pose of a sequence, over its solver vertices. */
export function bindableOf({ rest, triangles, solverIndex, tets, wires }: MeshSequence): Bindable {
  return {
    positions: rest,
    triangles: triangles.map((d) => solverIndex[d]),
    tets: tets ?? null,
    wires: wires ?? null,
  };
}
