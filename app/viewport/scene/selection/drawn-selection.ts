import type { LevelLine } from "../../../../workers/geometry/selecting/level-line";

/** The selected vertices and the edge of the mask, as a mesh shows them. */
export interface DrawnSelection {
  vertices: Uint32Array;
  edge: LevelLine | null;
}
