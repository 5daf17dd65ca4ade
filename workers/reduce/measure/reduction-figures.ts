import type { MakeParallel } from "../../kernels/parallel";
import { meshEdges } from "../../mesh/laplacian";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { ReductionFigures } from "../../model/reduce/reduce-report";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { type Examples, rigInExamples, sequenceOfExamples } from "./examples";
import { type FrameSums, type FramesInput, frameFigures, type MeasuredFrames } from "./frame-figures";

/** Bytes of an influence in a file: a byte for the bone, two for the weight. */
export const INFLUENCE_BYTES = 3;
/** Edges below this share of the longest one are points that lie on each other: their change has no scale. */
const SHORTEST = 1e-4;
const DEGREES = 180 / Math.PI;

/**
 * Measures weights of a rig, and its dense weights, in the same poses. Changes of edges are |d_i − d_k| / length, with
 * d the vector from a vertex's target to its posed place: they tell how much edges are torn.
 * @param sequence the mesh.
 * @param dense the rig with its dense weights.
 * @param poses the poses, with the targets that errors are measured against.
 * @throws CancelledError if the task is cancelled.
 */
export async function judge(
  sequence: MeshSequence,
  dense: Rig,
  poses: Examples,
  weights: SparseWeights,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ dense: ReductionFigures; figures: ReductionFigures }> {
  const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
  const edges = meshEdges(sequence.vertexCount, triangles);
  const input: FramesInput = {
    sequence: sequenceOfExamples(sequence, poses),
    triangles,
    edges,
    inverses: inverseLengths(dense.rest, edges, 2 / (restDiagonal(sequence) || 2)),
  };
  const rig = rigInExamples(dense, dense.weights, poses);
  const reduced = weights === dense.weights ? null : rigInExamples(dense, weights, poses);
  const { first, second } = await frameFigures(input, rig, reduced, makeParallel, task);
  const figures = figuresOf(input.sequence, first, dense.weights);
  return { dense: figures, figures: second ? figuresOf(input.sequence, second, weights) : figures };
}

/** One over the length of each edge at rest; 0 for edges that are too short. */
function inverseLengths(rest: Float32Array, edges: Uint32Array, scale: number): Float32Array {
  const lengths = Float64Array.from({ length: edges.length / 2 }, (_, e) => {
    const [a, b] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
    return scale * Math.hypot(rest[a] - rest[b], rest[a + 1] - rest[b + 1], rest[a + 2] - rest[b + 2]);
  });
  const shortest = SHORTEST * lengths.reduce((most, length) => Math.max(most, length), 0);
  return Float32Array.from(lengths, (length) => (length > shortest ? 1 / length : 0));
}

function figuresOf(sequence: MeasuredFrames, sums: FrameSums, weights: SparseWeights): ReductionFigures {
  const { vertexCount: V, frameCount: F } = sequence;
  const eRms = (sum: number, count: number) => 1000 * Math.sqrt(sum / (3 * count));
  const half = (restDiagonal(sequence) || 2) / 2;
  const total = sums.squares.reduce((a, b) => a + b, 0);
  return {
    eRms: eRms(total, V * F),
    eRmsToDense: eRms(sums.squaresToFirst, V * F),
    maxErrorPercent: (100 * Math.sqrt(sums.largest)) / 2,
    normalErrorDegrees: sums.angle * DEGREES,
    edges: { largest: sums.largestChange, most: Math.min(sums.largestChange, sums.mostChange) },
    bytes: INFLUENCE_BYTES * weights.values.length,
    influences: maxInfluences(weights),
    meanInfluences: weights.values.length / V,
    errorPerFrame: Array.from(sums.squares, (sum) => eRms(sum, V)),
    errorPerVertex: Float32Array.from(sums.vertexSquares, (sum) => half * Math.sqrt(sum / F)),
  };
}
