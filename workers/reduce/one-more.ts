import { framesOfBones } from "../deform/shapes/frames-of-bones";
import type { MakeParallel } from "../kernels/parallel";
import { SinewError } from "../model/errors";
import type { OneMoreInput, ReduceResult } from "../model/reduce/reduce-report";
import { cageOf } from "../model/rig/cage";
import type { SparseWeights } from "../model/rig/sparse-weights";
import { WeightBuilder } from "../model/rig/weight-builder";
import type { Task } from "../model/task";
import { checkReduceSettings, checkRig } from "./check-input";
import { chosenExamples, examplesOf, judgingExamples } from "./choose-examples";
import { roundRow } from "./fewer-influences";
import { exceptionalVertices } from "./measure/exceptional";
import { type FittedRow, oneMoreRows } from "./measure/one-more-rows";
import { judge } from "./measure/reduction-figures";

/**
 * Gives some vertices of a reduced rig one more influence each, the one that lowers the error over the examples most,
 * and fits their weights again. A vertex that no influence helps stays unchanged.
 * @throws SinewError if a vertex does not exist or there are no examples; CancelledError
 */
export async function oneMoreInfluence(
  { sequence: whole, dense, rig, vertices, settings, examples }: OneMoreInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<ReduceResult> {
  if (cageOf(dense)) {
    throw new SinewError({
      title: "The vertices of a cage all have the same number of influences",
      body: "Its weights are small and many, so that one more changes little. Reduce to more influences instead.",
    });
  }
  checkReduceSettings(settings);
  checkRig({ sequence: whole, rig: dense });
  checkRig({ sequence: whole, rig });
  const wrong = vertices.find((i) => i >= whole.vertexCount);
  if (wrong !== undefined) {
    throw new SinewError({
      title: `Vertex ${wrong + 1} does not exist`,
      body: `The mesh has the vertices 1 to ${whole.vertexCount}.`,
    });
  }
  const sequence = await framesOfBones(whole, dense, task);
  const input = { sequence, rig: dense, settings, examples };
  const { poses, judgedOn } = await judgingExamples(input, makeParallel, task);
  const used = (await examplesOf(input, chosenExamples(input), makeParallel, task)) ?? poses;
  const begin = performance.now();
  const fitted = await oneMoreRows(dense, used, rig.weights, vertices, makeParallel, task);
  const rows = new Map(fitted.map((row, n) => [vertices[n], row]));
  const weights = withRows(rig.weights, rows);
  const seconds = (performance.now() - begin) / 1000;
  const { dense: denseFigures, figures } = await judge(sequence, dense, poses, weights, makeParallel, task);
  const exceptional = await exceptionalVertices(
    input,
    poses,
    weights,
    { dense: denseFigures, figures },
    makeParallel,
    task,
  );
  return {
    rig: { ...rig, weights },
    report: {
      version: 1,
      method: settings.method,
      ...figures,
      dense: denseFigures,
      exceptional,
      examples: used.count,
      singleBonePoses: 0,
      smoothness: null,
      tangential: null,
      sweeps: null,
      judged: poses.count,
      judgedOn,
      notes: [],
      seconds,
    },
  };
}

/** The weights with some rows replaced. */
function withRows(weights: SparseWeights, replaced: ReadonlyMap<number, FittedRow>): SparseWeights {
  const rows = new WeightBuilder();
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    const row = replaced.get(i);
    if (!row) {
      rows.copy(weights, i);
      rows.endRow();
      continue;
    }
    const rounded = Array.from(roundRow(row.values), (weight, n): [number, number] => [row.bones[n], weight]);
    rows.addRow(rounded.filter(([, weight]) => weight > 0));
  }
  return rows.weights();
}
