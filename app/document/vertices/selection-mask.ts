import { softWeights } from "../../../workers/geometry/selecting/surface-distance";
import { markedVertices } from "../../../workers/geometry/selecting/vertex-lists";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { VertexSelection } from "../../../workers/model/mesh/vertex-selection";
import type { DocumentState } from "../document";
import type { Stores } from "../stores";

type Masked = Pick<DocumentState, "sequence" | "vertexSelection">;

const surfaces = new WeakMap<Uint32Array, Uint32Array>();

/** Triangles of solver vertices, cached for each mesh. */
function solverTriangles({ triangles, solverIndex }: SequenceMesh): Uint32Array {
  const known = surfaces.get(triangles);
  if (known) return known;
  const made = triangles.map((d) => solverIndex[d]);
  surfaces.set(triangles, made);
  return made;
}

interface Soft {
  softEdge: number;
  rest: Float32Array;
  weights: Float32Array;
}
const soft = new WeakMap<Uint32Array, Soft>();

/** The selection with its soft edge, V: 1 inside, falling to 0 outside. Null if nothing is selected. */
export function softSelection({ sequence, vertexSelection }: Masked): Float32Array | null {
  const { vertices, softEdge } = vertexSelection;
  if (!sequence || vertices.length === 0) return null;
  const { rest, vertexCount } = sequence;
  const known = soft.get(vertices);
  if (known && known.softEdge === softEdge && known.rest === rest) return known.weights;
  const surface = { vertexCount, triangles: solverTriangles(sequence) };
  const weights = softWeights(vertices, rest, surface, softEdge);
  soft.set(vertices, { softEdge, rest, weights });
  return weights;
}

/** The vertices where the mask is at least 0.5, ascending; null without a mask. */
export function maskedVertices(stores: Stores): Uint32Array | null {
  const mask = selectionMask(stores);
  return mask && markedVertices(mask.map((share) => (share >= 0.5 ? 1 : 0)));
}

/** The vertices of a list that operations may change: all of them without a mask. */
export function insideMask(stores: Stores, vertices: Uint32Array): Uint32Array {
  const mask = selectionMask(stores);
  return mask ? vertices.filter((i) => mask[i] >= 0.5) : vertices;
}

/** Whether a mask or a selection exists that can limit brushes and operations. */
export const hasMask = ({ mask, vertices }: VertexSelection): boolean => mask !== null || vertices.length > 0;

/** The painted mask, or else the selection with its soft edge, V; null without either. */
export function maskOf(document: Masked): Float32Array | null {
  const { mask } = document.vertexSelection;
  return mask && mask.length === document.sequence?.vertexCount ? mask : softSelection(document);
}

/**
 * How much brushes and operations may change each vertex, V, 0 to 1; null if they may change all of them. Cached: do
 * not write to it.
 */
export function selectionMask(stores: Stores): Float32Array | null {
  return stores.view.getState().masked ? maskOf(stores.document.getState()) : null;
}
