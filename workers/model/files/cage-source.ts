import type { CageShape } from "../reduce/reduce-report";
import type { SparseWeights } from "../rig/sparse-weights";

/** A cage that was read from files. */
export interface ReadCage {
  /** The name of the mesh's file. */
  file: string;
  cage: CageShape;
  /** Rows over the cage's vertices, from a .dmat file; null without one. */
  weights: SparseWeights | null;
}

/** A mesh to make a cage around. */
export interface MakeCageInput {
  /** 3V. */
  positions: Float32Array;
  /** 3T: vertices. */
  triangles: Uint32Array;
  /** Cells along the longest side of the mesh, 2 to 16. More cells follow its shape more closely. */
  cells: number;
}
