import type { PlainProblem } from "../../kernels/testing/blend-reference";
import { boundsOf, frameOf, type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";

/**
 * A sequence in the solver's units (the rest pose's box is centred on 0 and has the diagonal 2), in plain arrays for
 * literal implementations, with its triangles over solver vertices.
 */
export function plainProblem(sequence: MeshSequence): { plain: PlainProblem; triangles: number[][] } {
  const { vertexCount, frameCount, rest, solverIndex } = sequence;
  const box = boundsOf(rest);
  const scale = 2 / restDiagonal(sequence);
  const normalised = (positions: ArrayLike<number>, i: number) =>
    [0, 1, 2].map((c) => (positions[3 * i + c] - (box[c] + box[c + 3]) / 2) * scale);
  const vertices = Array.from({ length: vertexCount }, (_, i) => i);
  const frames = Array.from({ length: frameCount }, (_, k) => frameOf(sequence, k));
  const corners = Array.from(sequence.triangles, (d) => solverIndex[d]);
  return {
    plain: {
      vertexCount,
      frameCount,
      rest: vertices.map((i) => [...normalised(rest, i), 1]),
      trajectories: vertices.map((i) => frames.flatMap((frame) => normalised(frame, i))),
    },
    triangles: Array.from({ length: corners.length / 3 }, (_, t) => corners.slice(3 * t, 3 * t + 3)),
  };
}

/** E_RMS of a sum of squared errors in these units. */
export const eRmsOf = ({ vertexCount, frameCount }: PlainProblem, error: number): number =>
  1000 * Math.sqrt(error / (3 * vertexCount * frameCount));
