/** Lists of vertices with a property: ascending, each vertex once. */
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import { blendPositions } from "../../../workers/model/rig/blend-positions";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";

/** The vertices that pass a test. */
function verticesWhere(count: number, test: (i: number) => boolean): Uint32Array {
  const found = new Uint32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) if (test(i)) found[length++] = i;
  return found.slice(0, length);
}

const countOf = ({ offsets }: SparseWeights): number => offsets.length - 1;

/** The vertices where some bones together have a weight above `above`. */
export function verticesByBones(
  weights: SparseWeights,
  wanted: readonly number[],
  above: number,
): Uint32Array {
  const { offsets, bones, values } = weights;
  const isWanted = new Set(wanted);
  return verticesWhere(countOf(weights), (i) => {
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (isWanted.has(bones[e])) sum += values[e];
    return sum > above;
  });
}

/** The vertices that more than `most` bones move. */
export function verticesByInfluences(weights: SparseWeights, most: number): Uint32Array {
  const { offsets, values } = weights;
  return verticesWhere(countOf(weights), (i) => {
    let count = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (values[e] > 0) count++;
    return count > most;
  });
}

/**
 * Distances between the rig and the source in frame `k`, V, in the sequence's unit.
 * @param source the positions of the source in this frame, 3V.
 */
export function vertexErrors(source: Float32Array, rig: Rig, k: number): Float32Array {
  const posed = new Float32Array(source.length);
  blendPositions(rig, k, posed);
  return Float32Array.from({ length: source.length / 3 }, (_, i) =>
    Math.hypot(
      posed[3 * i] - source[3 * i],
      posed[3 * i + 1] - source[3 * i + 1],
      posed[3 * i + 2] - source[3 * i + 2],
    ),
  );
}

export const verticesByError = (errors: ArrayLike<number>, above: number): Uint32Array =>
  verticesWhere(errors.length, (i) => errors[i] > above);

/** The solver vertices of a named part of the file. */
export function verticesOfPart(
  { parts, polygonOffsets, polygonCorners, solverIndex, vertexCount }: SequenceMesh,
  part: number,
): Uint32Array {
  const { firstPolygon, polygonCount } = parts[part];
  const marks = new Uint8Array(vertexCount);
  for (let c = polygonOffsets[firstPolygon]; c < polygonOffsets[firstPolygon + polygonCount]; c++)
    marks[solverIndex[polygonCorners[c]]] = 1;
  return verticesWhere(vertexCount, (i) => marks[i] === 1);
}
