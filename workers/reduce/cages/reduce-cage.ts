/** Reduces the weights of a cage to few influences (equations 31, 34 and 42). */
import type { MakeParallel } from "../../kernels/parallel";
import { SinewError } from "../../model/errors";
import type { CageInput, ReduceInput, ReduceReport, ReduceResult } from "../../model/reduce/reduce-report";
import type { ReduceMethod, ReduceSettings } from "../../model/reduce/reduce-settings";
import { LEAST_CAGE_INFLUENCES } from "../../model/rig/cage";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { checkReduceSettings } from "../check-input";
import type { Examples } from "../measure/examples";
import { exceptionalVertices } from "../measure/exceptional";
import { judge } from "../measure/reduction-figures";
import { type AutoWeights, auto, withoutSearch } from "../methods/auto";
import { geometric, poisson, smooth } from "../methods/descents";
import { kLargest } from "../methods/k-largest";
import { problemOf } from "../methods/problem-of";
import { cageExamples, judgingPoses, posesToChooseBy } from "./cage-examples";
import { cageOfRig, cageRig, coordinatesOf, travellingCage } from "./cage-rig";
import { cageWeights } from "./cage-weights";

async function weightsBy(
  input: Parameters<typeof problemOf>[0],
  corners: Float32Array,
  method: Exclude<ReduceMethod, "arap">,
  { examples, judged }: { examples: Examples; judged: Examples },
  makeParallel: MakeParallel,
  task: Task,
): Promise<AutoWeights> {
  const { rig, settings } = input;
  // Nothing has to be left out.
  if (maxInfluences(rig.weights) <= settings.influences) return withoutSearch(rig.weights);
  if (method === "k-largest") return withoutSearch(kLargest(rig.weights, settings.influences));
  const problem = problemOf(input, makeParallel);
  if (method === "smooth") return withoutSearch(await smooth(problem, task, corners));
  if (method === "auto") return auto(problem, { examples, plain: examples, judged }, task);
  return withoutSearch(await { geometric, poisson }[method](problem, examples, task));
}

/** @throws SinewError for a method of bones, and for too few influences. */
function checkCageSettings({ method, influences }: ReduceSettings): Exclude<ReduceMethod, "arap"> {
  if (method === "arap") {
    throw new SinewError({
      title: "A cage does not keep a mesh rigid",
      body: "The method arap is for bones. Choose auto, k-largest, smooth, geometric or poisson.",
    });
  }
  if (influences < LEAST_CAGE_INFLUENCES) {
    throw new SinewError({
      title: `A cage needs ${LEAST_CAGE_INFLUENCES} influences or more`,
      body: `Its weights reach all over the mesh: with ${influences}, half of them would be lost, and the mesh would not keep its shape even at rest.`,
    });
  }
  return method;
}

/**
 * @throws SinewError for fewer than eight influences, a cage that is open or does not enclose the mesh, or weights that
 * do not fit; CancelledError
 */
export async function reduceCage(
  asked: CageInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<ReduceResult> {
  const { sequence, cage, frames, settings } = asked;
  checkReduceSettings(settings);
  const method = checkCageSettings(settings);
  const dense = await cageWeights(asked, makeParallel, task);
  const rig = cageRig(sequence.rest, cage, dense, cage.positions);
  const begin = performance.now();
  const input = { sequence, rig, settings };
  const examples = await cageExamples(rig, asked, makeParallel, task);
  const judged = (await posesToChooseBy(rig, asked, makeParallel, task)) ?? examples;
  const {
    weights: found,
    notes,
    ...used
  } = await weightsBy(input, cage.positions, method, { examples, judged }, makeParallel, task);
  const seconds = (performance.now() - begin) / 1000;
  const judging = await judgingPoses(rig, asked, makeParallel, task);
  const { dense: denseFigures, figures } = await judge(sequence, rig, judging, found, makeParallel, task);
  const report: ReduceReport = {
    version: 1,
    method: settings.method,
    ...figures,
    dense: denseFigures,
    exceptional: await exceptionalVertices(
      input,
      judging,
      found,
      { dense: denseFigures, figures },
      makeParallel,
      task,
    ),
    examples: examples.count,
    singleBonePoses: 0,
    ...used,
    judged: judging.count,
    judgedOn: frames ? "frames" : "poses",
    notes,
    seconds,
  };
  return { rig: travellingCage(cage, found, frames ?? cage.positions, coordinatesOf(asked)), report };
}

/** Reduces a rig whose bones are the vertices of a cage, in the poses of its animation. */
export async function reduceCageRig(
  { sequence, rig, settings }: ReduceInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<ReduceResult> {
  const { cage, poses } = cageOfRig(rig);
  const frames = sequence.frameCount > 1 ? poses : null;
  const input = { sequence, cage, weights: rig.weights, coordinates: "harmonic", frames, settings } as const;
  const { rig: reduced, report } = await reduceCage(input, makeParallel, task);
  // Names and colours of the vertices stay, and how the weights were found.
  return { rig: { ...reduced, bones: rig.bones, cage: rig.cage }, report };
}
