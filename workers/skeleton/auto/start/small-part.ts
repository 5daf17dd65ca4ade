import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { someVertices, type VertexChoice } from "../../../model/mesh/some-vertices";
import { mostVerticesOfSmall } from "../effort";
import { nearestMembers } from "./nearest-members";
import { sampleUnevenly, sampleVertices } from "./sample-vertices";

/** Some vertices of a mesh as a mesh of their own, so small that a thorough search is fast. */
export interface SmallPart {
  sequence: MeshSequence;
  /** Which vertices of the whole mesh these are; null if they are all. */
  choice: (VertexChoice & { vertices: Int32Array }) | null;
}

/** @param shares V: how likely each vertex is taken, relative to the others; null if all are alike. */
export function smallPartOf(sequence: MeshSequence, shares: ArrayLike<number> | null = null): SmallPart {
  const most = mostVerticesOfSmall(sequence);
  if (sequence.vertexCount <= most) return { sequence, choice: null };
  const vertices = shares ? sampleUnevenly(sequence.rest, shares, most) : sampleVertices(sequence.rest, most);
  const choice = { vertices, owner: nearestMembers(sequence, vertices) };
  return { sequence: someVertices(sequence, choice), choice };
}
