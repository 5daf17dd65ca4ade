import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";

/** The error of a rig, measured vertex by vertex in f64 on the sequence's own frames. */
export interface Residuals {
  /** Sum of squared distances over all vertices and frames. */
  error: number;
  /** F·3B: the sum over vertices of weight times residual, pulls[(k·B + j)·3 + axis]. */
  pulls: Float64Array;
}

/** Measures a rig against a sequence with the same vertices and frames. */
export async function residualsOf(sequence: MeshSequence, rig: Rig, task: Task): Promise<Residuals> {
  const { vertexCount: V, frameCount: F, frames } = sequence;
  const { rest, motion, weights } = rig;
  const { offsets, bones, values } = weights;
  const B = rig.bones.length;
  const pulls = new Float64Array(F * 3 * B);
  let error = 0;
  for (let k = 0; k < F; k++) {
    await task.checkpoint();
    for (let i = 0; i < V; i++) {
      const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
      const at = 3 * (k * V + i);
      let [rx, ry, rz] = [frames[at], frames[at + 1], frames[at + 2]];
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const m = 12 * (k * B + bones[e]);
        const w = values[e];
        rx -= w * (motion[m] * x + motion[m + 1] * y + motion[m + 2] * z + motion[m + 3]);
        ry -= w * (motion[m + 4] * x + motion[m + 5] * y + motion[m + 6] * z + motion[m + 7]);
        rz -= w * (motion[m + 8] * x + motion[m + 9] * y + motion[m + 10] * z + motion[m + 11]);
      }
      error += rx * rx + ry * ry + rz * rz;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const to = 3 * (k * B + bones[e]);
        const w = values[e];
        pulls[to] += w * rx;
        pulls[to + 1] += w * ry;
        pulls[to + 2] += w * rz;
      }
    }
  }
  return { error, pulls };
}

/** RMS distance in percent of the diagonal, from a sum of squared distances. */
export function percentOf(error: number, sequence: MeshSequence): number {
  const count = sequence.vertexCount * sequence.frameCount;
  return (100 * Math.sqrt(Math.max(0, error) / count)) / (restDiagonal(sequence) || 2);
}

/** E_RMS from a sum of squared distances. */
export function eRmsOf(error: number, sequence: MeshSequence): number {
  return (20 / Math.sqrt(3)) * percentOf(error, sequence);
}
