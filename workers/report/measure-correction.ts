import { frameOf, type MeshSequence, restDiagonal } from "../model/mesh/mesh-sequence";
import { perClip } from "../model/reports/per-clip";
import type { CorrectionReport } from "../model/reports/solve-report";
import { blendPositions } from "../model/rig/blend-positions";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import { distanceFigures } from "./distance-figures";
import { normalAngles } from "./normal-angles";

/**
 * Measures a rig with its correction against its sequence, both in f32.
 * @throws CancelledError if the task is cancelled.
 */
export async function measureCorrection(
  sequence: MeshSequence,
  rig: Rig,
  task: Task,
): Promise<CorrectionReport> {
  const { vertexCount: V, frameCount: F } = sequence;
  const posed = new Float64Array(3 * V);
  const error = new Float64Array(3 * V);
  const perFrame = new Float64Array(F);
  const lengths = new Float64Array(F);
  const perVertex = new Float64Array(V);
  const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
  const normals = { sum: 0, count: 0 };
  let largest = 0;
  let jitter = 0;
  for (let k = 0; k < F; k++) {
    blendPositions(rig, k, posed);
    const frame = frameOf(sequence, k);
    for (let at = 0; at < posed.length; at += 3) {
      let square = 0;
      for (let c = at; c < at + 3; c++) {
        const off = posed[c] - frame[c];
        square += off ** 2;
        if (k > 0) jitter += (off - error[c]) ** 2;
        error[c] = off;
      }
      perFrame[k] += square;
      lengths[k] += Math.sqrt(square);
      perVertex[at / 3] += square;
      if (square > largest) largest = square;
    }
    const angles = normalAngles(posed, frame, triangles);
    normals.sum += angles.sum;
    normals.count += angles.count;
    await task.checkpoint();
  }
  const diagonal = restDiagonal(sequence) || 2;
  const { rank, shapes, weights } = rig.correction ?? { rank: 0, shapes: [], weights: [] };
  const eRms = (sum: number, count: number) => (1000 * Math.sqrt(sum / (3 * count)) * 2) / diagonal;
  const percent = (sum: number, count: number) => (100 * Math.sqrt(sum / Math.max(1, count))) / diagonal;
  const sum = perFrame.reduce((a, b) => a + b, 0);
  const errorPerFrame = Array.from(perFrame, (square) => eRms(square, V));
  return {
    rank,
    eRms: eRms(sum, V * F),
    maxErrorPercent: percent(largest, 1),
    bytes: 4 * (shapes.length + weights.length),
    measures: {
      rmsePercent: percent(sum, V * F),
      normalErrorDegrees: ((180 / Math.PI) * normals.sum) / Math.max(1, normals.count),
      jitterPercent: percent(jitter, V * (F - 1)),
      errorPerFrame,
      ...distanceFigures(perFrame, lengths, V, diagonal),
      ...perClip(sequence, errorPerFrame),
      errorPerVertex: Float32Array.from(perVertex, (square) => Math.sqrt(square / F)),
    },
  };
}
