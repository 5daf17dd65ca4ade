/**
 * Reduces the weights of a rig to k influences for each vertex (Le & Deng, SIGGRAPH 2014 course, section on weight
 * reduction). docs/algorithms/reducing/reduction.md describes the methods.
 */

import { framesOfBones } from "../deform/shapes/frames-of-bones";
import type { MakeParallel } from "../kernels/parallel";
import type { ExampleChoice, ReduceInput, ReduceReport, ReduceResult } from "../model/reduce/reduce-report";
import { howMany } from "../model/reports/figures";
import { cageOf } from "../model/rig/cage";
import { maxInfluences, type SparseWeights } from "../model/rig/sparse-weights";
import type { Task } from "../model/task";
import { reduceCageRig } from "./cages/reduce-cage";
import { checkExamples, checkReduceSettings, checkRig } from "./check-input";
import { chosenExamples, examplesOf, judgingExamples, withSingleBones } from "./choose-examples";
import { exceptionalVertices } from "./measure/exceptional";
import { judge } from "./measure/reduction-figures";
import { type AutoWeights, auto, withoutSearch } from "./methods/auto";
import { geometric, poisson, smooth } from "./methods/descents";
import { kLargest } from "./methods/k-largest";
import { problemOf } from "./methods/problem-of";
import { type LeastStrain, leastStrain } from "./rigid/least-strain";

/** Weights, and what `auto` found them with. Notes are advice for the artist, as sentences. */
interface Reduced extends AutoWeights {
  examples: number;
  singleBonePoses: number;
}

/** The weights by the method, without figures. */
export async function reducedWeights(
  input: ReduceInput,
  choice: ExampleChoice,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Reduced> {
  const { rig, settings } = input;
  const plain = (weights: SparseWeights, examples = 0): Reduced => ({
    ...withoutSearch(weights),
    examples,
    singleBonePoses: 0,
  });
  // A rig within the limit stays as it is.
  if (maxInfluences(rig.weights) <= settings.influences) return plain(rig.weights);
  if (settings.method === "k-largest") return plain(kLargest(rig.weights, settings.influences));
  const problem = problemOf(input, makeParallel);
  if (settings.method === "smooth") return plain(await smooth(problem, task));
  const examples = await examplesOf(input, choice, makeParallel, task);
  if (settings.method === "arap") {
    const found = await leastStrain(problem, examples!, task);
    return { ...plain(found.weights, examples!.count), notes: [strainNote(found)] };
  }
  if (settings.method !== "auto") {
    const method = settings.method === "poisson" ? poisson : geometric;
    return plain(await method(problem, examples!, task), examples!.count);
  }
  const mixed = await withSingleBones(rig, settings, examples, makeParallel, task);
  const given = examples ?? mixed.examples;
  return {
    ...(await auto(problem, { examples: mixed.examples, plain: given, judged: given }, task)),
    examples: examples?.count ?? 0,
    singleBonePoses: mixed.singleBonePoses,
  };
}

/**
 * Errors are those of the bones: shapes of the source that clips play beside the bones are taken out of the frames.
 * @param asked if its examples are null, all frames of a sequence that moves are used, otherwise poses within the
 * skeleton's limits.
 * @throws SinewError if the input cannot be reduced; CancelledError if the task is cancelled.
 */
export async function reduceInfluences(
  asked: ReduceInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<ReduceResult> {
  const { rig, settings } = asked;
  if (cageOf(rig)) return reduceCageRig(asked, makeParallel, task);
  checkReduceSettings(settings);
  checkRig(asked);
  const sequence = await framesOfBones(asked.sequence, rig, task);
  const input = { ...asked, sequence };
  const choice = chosenExamples(input);
  checkExamples(settings.method, choice, sequence.frameCount);
  const begin = performance.now();
  const reduced = await reducedWeights(input, choice, makeParallel, task);
  const seconds = (performance.now() - begin) / 1000;
  const { poses, judgedOn } = await judgingExamples(input, makeParallel, task);
  const { dense, figures } = await judge(sequence, rig, poses, reduced.weights, makeParallel, task);
  const report: ReduceReport = {
    version: 1,
    method: settings.method,
    ...figures,
    dense,
    exceptional: await exceptionalVertices(
      input,
      poses,
      reduced.weights,
      { dense, figures },
      makeParallel,
      task,
    ),
    examples: reduced.examples,
    singleBonePoses: reduced.singleBonePoses,
    smoothness: reduced.smoothness,
    tangential: reduced.tangential,
    sweeps: reduced.sweeps,
    judged: poses.count,
    judgedOn,
    notes: notesOf(input, choice, reduced),
    seconds,
  };
  return { rig: { ...rig, weights: reduced.weights }, report };
}

function strainNote({ strain, strainOfAuto }: LeastStrain): string {
  const times = (x: number) => x.toFixed(2);
  const other = strain < strainOfAuto ? `, and auto ${times(strainOfAuto)} times` : "";
  return `In unseen poses, the weights strain the mesh ${times(strain)} times as much as the dense ones${other}.`;
}

function notesOf(
  { rig, settings }: ReduceInput,
  choice: ExampleChoice,
  { weights, notes }: Reduced,
): string[] {
  if (weights === rig.weights) {
    return [
      `No vertex has more than ${howMany(settings.influences, "influence")}: the weights do not change.`,
    ];
  }
  if (settings.method === "auto" && choice.from === "none") {
    return [
      "There are no examples, and the bones have no parents to draw poses from: k-largest or smooth may be the better choice.",
    ];
  }
  return notes;
}
