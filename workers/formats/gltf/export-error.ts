import { type MeshSequence, restDiagonal } from "../../model/mesh-sequence";
import type { Rig } from "../../model/rig";
import type { Task } from "../../model/task";
import type { FileWeights } from "./file-weights";

/** What the file's numbers cost against the rig's, over the frames that the file has. */
export interface ExportError {
  /** E_RMS of the rig, and of the file: 1000 · sqrt(Σ squared distances / (3VF)) · 2 / diagonal. */
  eRmsNow: number;
  eRmsInFile: number;
  /** Largest distance between rig and file, in the sequence's unit. */
  largestAdded: number;
}

type Rows = (i: number, add: (bone: number, weight: number) => void) => void;

/** Positions by linear blend skinning with row-major 3x4 `matrices`, from rest to posed; f64. */
function skinFrame(
  rest: Float32Array,
  rows: Rows,
  matrices: ArrayLike<number>,
  base: number,
  out: Float64Array,
): void {
  out.fill(0);
  for (let i = 0; 3 * i < rest.length; i++) {
    const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
    rows(i, (bone, w) => {
      for (let c = 0; c < 3; c++) {
        const m = base + 12 * bone + 4 * c;
        out[3 * i + c] += w * (matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z + matrices[m + 3]);
      }
    });
  }
}

/**
 * @param frames of the sequence that the file has
 * @param motion the file's matrices of each of them, 12B
 */
export async function measureExport(
  sequence: MeshSequence,
  rig: Rig,
  frames: ArrayLike<number>,
  motion: Float64Array[],
  file: FileWeights,
  task: Task,
): Promise<ExportError> {
  const { offsets, bones, values } = rig.weights;
  const rigRows: Rows = (i, add) => {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) add(bones[e], values[e]);
  };
  const fileRows: Rows = (i, add) => {
    for (let e = i * file.slots; e < (i + 1) * file.slots; e++) {
      if (file.weights[e] > 0) add(file.joints[e], file.weights[e]);
    }
  };
  const count = 3 * sequence.vertexCount;
  const now = new Float64Array(count);
  const inFile = new Float64Array(count);
  let [sumNow, sumInFile, largest] = [0, 0, 0];
  for (let f = 0; f < frames.length; f++) {
    task.progress({
      phase: "Measuring",
      done: f / frames.length,
      detail: `frame ${f + 1} of ${frames.length}`,
    });
    await task.checkpoint();
    skinFrame(rig.rest, rigRows, rig.motion, 12 * frames[f] * rig.bones.length, now);
    skinFrame(rig.rest, fileRows, motion[f], 0, inFile);
    const at = count * frames[f];
    for (let c = 0; c < count; c++) {
      sumNow += (now[c] - sequence.frames[at + c]) ** 2;
      sumInFile += (inFile[c] - sequence.frames[at + c]) ** 2;
    }
    for (let c = 0; c < count; c += 3) {
      const added = Math.hypot(now[c] - inFile[c], now[c + 1] - inFile[c + 1], now[c + 2] - inFile[c + 2]);
      if (added > largest) largest = added;
    }
  }
  const diagonal = restDiagonal(sequence);
  const eRms = (sum: number) =>
    diagonal > 0 ? (1000 * Math.sqrt(sum / (count * frames.length)) * 2) / diagonal : 0;
  return { eRmsNow: eRms(sumNow), eRmsInFile: eRms(sumInFile), largestAdded: largest };
}
