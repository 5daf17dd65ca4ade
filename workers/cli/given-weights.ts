// Weights from a file: as rows over a skeleton's segments, with their figures.

import { readDmat } from "../formats/skeletons/dmat";
import type { SourceFile } from "../formats/source/source";
import type { MakeParallel } from "../kernels/parallel";
import { howMany } from "../model/reports/figures";
import type { WeightsResult } from "../model/reports/weight-report";
import type { SparseWeights } from "../model/rig/sparse-weights";
import type { Task } from "../model/task";
import { bindableOf } from "../model/weights/bindable";
import type { WeightSettings } from "../model/weights/weight-settings";
import { measuredAfterCut } from "../weights/binding/measure/after-cut";
import { measureGiven } from "../weights/binding/measure/measure-given";
import { boundRig } from "../weights/binding/show-weights";
import { normaliseDenseWeights, withoutZeros } from "../weights/simple/dense-weights";
import type { Bound } from "./open-bound";
import { refuseInput } from "./status";

/** Smaller weights have no visible effect; solvers leave such traces everywhere. */
const LEAST = 1e-5;
/** Weights may be this much below 0, because solvers reach their bounds only approximately. */
const BELOW = 1e-3;

/**
 * The weights of a .dmat: one row per vertex and one column per bone in the order of the skeleton's file.
 * @returns rows over the segments; not negative, sum 1.
 * @throws SinewError if they belong to another mesh or skeleton, or are not weights.
 */
export async function readGivenWeights(
  file: SourceFile,
  { sequence, skeleton, fileOrder }: Bound,
): Promise<SparseWeights> {
  const { rows, columns, values } = await readDmat(file);
  const bones = skeleton.segments.length;
  const needed = Array.from(fileOrder).reduce((most, n) => Math.max(most, n + 1), 0);
  if (rows !== sequence.vertexCount || columns < needed) {
    refuseInput(
      `${file.name} does not fit its mesh and skeleton`,
      `It has ${howMany(rows, "row")} of ${howMany(columns, "weight")}; ${sequence.name} has ${howMany(sequence.vertexCount, "vertex")} in faces, and its skeleton ${howMany(needed, "bone")}.`,
    );
  }
  const dense = new Float64Array(rows * bones);
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let s = 0; s < bones; s++) {
      const weight = values[i * columns + fileOrder[s]];
      if (!(weight >= -BELOW && weight <= 1 + BELOW)) {
        const what = `The weight of bone ${fileOrder[s] + 1} at vertex ${i + 1} is ${weight}.`;
        refuseInput(`${file.name} has no usable weights`, `${what} Weights go from 0 to 1.`);
      }
      dense[i * bones + s] = weight > LEAST ? weight : 0;
      sum += dense[i * bones + s];
    }
    if (sum === 0) refuseInput(`${file.name} has no usable weights`, `Vertex ${i + 1} follows no bone.`);
  }
  normaliseDenseWeights({ bones, values: dense });
  return withoutZeros({
    version: 1,
    offsets: Uint32Array.from({ length: rows + 1 }, (_, i) => i * bones),
    bones: Uint16Array.from(dense, (_, n) => n % bones),
    values: Float32Array.from(dense),
  });
}

/** Given weights in the form of found ones, measured in the poses that judge other methods with this seed. */
export async function givenAsFound(
  { sequence, skeleton, edits }: Bound,
  weights: SparseWeights,
  settings: WeightSettings,
  makeParallel: MakeParallel,
  task: Task,
): Promise<WeightsResult> {
  const mesh = bindableOf(sequence);
  const given = { mesh, skeleton, weights, settings, edits };
  const { report, heat } = await measureGiven(given, makeParallel, task);
  const result = { ...heat, weights, bound: boundRig(skeleton, weights, mesh, settings), report };
  return measuredAfterCut(result, given, makeParallel, task);
}
