/** Reduces the weights of a cage (equations 31, 34 and 42), which differ from the weights of bones in three ways. */
import type { MakeParallel } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { SinewError } from "../../model/errors";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import type { CageInput, ReduceReport, ReduceResult } from "../../model/reduce/reduce-report";
import type { ReduceMethod } from "../../model/reduce/reduce-settings";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { checkReduceSettings } from "../check-input";
import { type Examples, examplesOfRig, joinExamples } from "../measure/examples";
import { exceptionalVertices } from "../measure/exceptional";
import { Judge } from "../measure/reduction-figures";
import { auto, geometric, poisson, smooth } from "../methods/descents";
import { kLargest } from "../methods/k-largest";
import { problemOf } from "../reduce";
import { cageMotion, cageRig, meanValueWeights } from "./cage-rig";

/**
 * The fewest influences of a cage. Fewer are not usable: four keep half of the weight, and turn normals by 38 degrees.
 */
export const LEAST_CAGE_INFLUENCES = 8;
/** Generated poses: how far each vertex of the cage moves, in half diagonals, and how many poses. */
const [SHIFT, POSES] = [0.15, 40];
/** The seed of judging poses differs from that of the poses that weights are fitted to. */
const JUDGING_SEED = 7919;

/** Poses in which each vertex of the cage moves on its own, P·3N. */
function cagePoses(positions: Float32Array, count: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const [x0, y0, z0, x1, y1, z1] = boundsOf(positions);
  const reach = (SHIFT * Math.hypot(x1 - x0, y1 - y0, z1 - z0)) / 2;
  return Float32Array.from({ length: count * positions.length }, (_, n) => {
    return positions[n % positions.length] + reach * random.normal() * 0.5;
  });
}

/** Examples with the rest pose, which weighs as much as all others together, because fewer influences would move it. */
function withRest(rig: Rig, rest: Float32Array, poses: Float32Array): Examples {
  const moving = examplesOfRig(rig, cageMotion(poses));
  return joinExamples(moving, examplesOfRig(rig, cageMotion(rest), Math.sqrt(moving.count)), rig);
}

function weightsBy(
  input: Parameters<typeof problemOf>[0],
  method: Exclude<ReduceMethod, "arap">,
  examples: Examples,
  makeParallel: MakeParallel,
  task: Task,
) {
  const { rig, settings } = input;
  // Nothing has to be left out.
  if (maxInfluences(rig.weights) <= settings.influences) return rig.weights;
  if (method === "k-largest") return kLargest(rig.weights, settings.influences);
  const problem = problemOf(input, makeParallel);
  if (method === "smooth") return smooth(problem, task);
  return { geometric, poisson, auto }[method](problem, examples, task);
}

/**
 * @throws SinewError for fewer than eight influences, a cage that is open or does not enclose the mesh, or weights that
 * do not fit; CancelledError
 */
export async function reduceCage(
  { sequence, cage, weights, frames, settings }: CageInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<ReduceResult> {
  checkReduceSettings(settings);
  const { method } = settings;
  if (method === "arap") {
    throw new SinewError({
      title: "A cage does not keep a mesh rigid",
      body: "The method arap is for bones. Choose auto, k-largest, smooth, geometric or poisson.",
    });
  }
  if (settings.influences < LEAST_CAGE_INFLUENCES) {
    throw new SinewError({
      title: `A cage needs ${LEAST_CAGE_INFLUENCES} influences or more`,
      body: `Its weights reach all over the mesh: with ${settings.influences}, half of them would be lost, and the mesh would not keep its shape even at rest.`,
    });
  }
  const rest = sequence.rest;
  const dense = weights ?? (await meanValueWeights(rest, cage, task));
  checkCageWeights(dense, sequence.vertexCount, cage.positions.length / 3);
  const poses = frames ?? cagePoses(cage.positions, POSES, settings.seed);
  const rig = cageRig(rest, cage, dense, poses);
  const begin = performance.now();
  const input = { sequence, rig, settings, examples: null };
  const examples = withRest(rig, cage.positions, poses);
  const found: SparseWeights = await weightsBy(input, method, examples, makeParallel, task);
  const seconds = (performance.now() - begin) / 1000;
  const judged = frames ?? cagePoses(cage.positions, POSES, settings.seed + JUDGING_SEED);
  const judging = examplesOfRig(rig, cageMotion(judged));
  const judge = new Judge(sequence, rig, judging, makeParallel);
  const denseFigures = await judge.figures(dense, task);
  const figures = await judge.figures(found, task);
  const report: ReduceReport = {
    version: 1,
    method: settings.method,
    ...figures,
    dense: denseFigures,
    exceptional: await exceptionalVertices(input, judging, found, { dense: denseFigures, figures }, task),
    examples: examples.count,
    singleBonePoses: 0,
    judged: judging.count,
    judgedOn: frames ? "frames" : "poses",
    notes: [],
    seconds,
  };
  return { rig: { ...rig, weights: found }, report };
}

function checkCageWeights({ offsets, bones, values }: SparseWeights, V: number, N: number): void {
  const fits = offsets.length === V + 1 && bones.every((j) => j < N);
  const broken = values.findIndex((w) => !Number.isFinite(w));
  if (fits && broken < 0) return;
  throw new SinewError({
    title: "The weights do not fit the cage",
    body: fits
      ? `Weight ${broken + 1} is not a number.`
      : `They should have a row for each of ${V} vertices, and a column for each of ${N} vertices of the cage.`,
  });
}
