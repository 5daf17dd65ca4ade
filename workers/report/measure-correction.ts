import { blendPositions } from "../model/blend-positions";
import { frameOf, type MeshSequence, restDiagonal } from "../model/mesh-sequence";
import type { Rig } from "../model/rig";
import type { CorrectionReport } from "../model/solve-report";
import type { Task } from "../model/task";

/**
 * Measures a rig with its correction against its sequence, both as they are delivered (f32).
 * @throws CancelledError when the task was asked to stop.
 */
export async function measureCorrection(
  sequence: MeshSequence,
  rig: Rig,
  task: Task,
): Promise<CorrectionReport> {
  const { vertexCount: V, frameCount: F } = sequence;
  const posed = new Float64Array(3 * V);
  let sum = 0;
  let largest = 0;
  for (let k = 0; k < F; k++) {
    blendPositions(rig, k, posed);
    const frame = frameOf(sequence, k);
    for (let at = 0; at < posed.length; at += 3) {
      const square =
        (posed[at] - frame[at]) ** 2 +
        (posed[at + 1] - frame[at + 1]) ** 2 +
        (posed[at + 2] - frame[at + 2]) ** 2;
      sum += square;
      if (square > largest) largest = square;
    }
    await task.checkpoint();
  }
  const diagonal = restDiagonal(sequence) || 2;
  const { rank, shapes, weights } = rig.correction ?? { rank: 0, shapes: [], weights: [] };
  return {
    rank,
    eRms: (1000 * Math.sqrt(sum / (3 * V * F)) * 2) / diagonal,
    maxErrorPercent: (100 * Math.sqrt(largest)) / diagonal,
    bytes: 4 * (shapes.length + weights.length),
  };
}
