import type { LevelLine } from "../../../../workers/geometry/selecting/level-line";

/** The selected vertices and the edge of the mask that a mesh shows. */
export interface DrawnSelection {
  vertices: Uint32Array;
  edge: LevelLine | null;
}
