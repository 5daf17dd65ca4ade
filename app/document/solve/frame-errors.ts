import { frameOf, type MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { boneMatrix, type Rig } from "../../../workers/model/rig/rig";
import { diagonalOf, eRmsOfDistance } from "../measure";

/**
 * The number of influences to evaluate for one result. Takes a few milliseconds on the main thread, even on its first
 * run.
 */
const BUDGET = 80_000;

/**
 * E_RMS of each frame of a rig without its correction, F: from all vertices if the budget allows, else from every n-th.
 * Used for the bars during a solve; the report measures all vertices.
 */
export function frameErrors(sequence: MeshSequence, rig: Rig, budget = BUDGET): number[] {
  const { offsets, values, bones } = rig.weights;
  const vertexCount = offsets.length - 1;
  const { frameCount } = sequence;
  const stride = Math.max(1, Math.ceil((values.length * frameCount) / budget));
  const diagonal = diagonalOf(sequence);
  return Array.from({ length: frameCount }, (_, k) => {
    const source = frameOf(sequence, k);
    const matrices = rig.bones.map((_bone, j) => boneMatrix(rig, k, j));
    let sum = 0;
    let count = 0;
    for (let i = 0; i < vertexCount; i += stride) {
      const at = 3 * i;
      const x = rig.rest[at];
      const y = rig.rest[at + 1];
      const z = rig.rest[at + 2];
      let dx = -source[at];
      let dy = -source[at + 1];
      let dz = -source[at + 2];
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const m = matrices[bones[e]];
        const w = values[e];
        dx += w * (m[0] * x + m[1] * y + m[2] * z + m[3]);
        dy += w * (m[4] * x + m[5] * y + m[6] * z + m[7]);
        dz += w * (m[8] * x + m[9] * y + m[10] * z + m[11]);
      }
      sum += dx * dx + dy * dy + dz * dz;
      count++;
    }
    return eRmsOfDistance(Math.sqrt(sum / Math.max(1, count)), diagonal);
  });
}
