/** Poses of a cage for fitting weights, and for judging them. */
import type { MakeParallel } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import type { CageInput } from "../../model/reduce/reduce-report";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { type Examples, examplesOfRig, JUDGING_SEED, joinExamples } from "../measure/examples";
import { cageMotion } from "./cage-rig";

/** Generated poses: how far each vertex of the cage moves, in half diagonals, and how many poses. */
const [SHIFT, POSES] = [0.15, 40];
/** With fewer frames than four for each cage vertex, generated poses join them with this weight. */
const [ENOUGH_FOR_EACH, GENERATED_WEIGHT] = [4, 0.1];

/** Poses in which each vertex of the cage moves on its own, P·3N. */
function generatedPoses(positions: Float32Array, count: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const [x0, y0, z0, x1, y1, z1] = boundsOf(positions);
  const reach = (SHIFT * Math.hypot(x1 - x0, y1 - y0, z1 - z0)) / 2;
  return Float32Array.from({ length: count * positions.length }, (_, n) => {
    return positions[n % positions.length] + reach * random.normal() * 0.5;
  });
}

/**
 * Targets are the frames of the sequence if there are as many poses as frames, otherwise positions of the dense rig.
 */
async function posed(
  rig: Rig,
  { sequence, frames }: CageInput,
  poses: Float32Array,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Examples> {
  const examples = await examplesOfRig(rig, cageMotion(poses), 1, makeParallel, task);
  const isAnimation = frames !== null && sequence.frameCount > 1 && examples.count === sequence.frameCount;
  return isAnimation ? { ...examples, targets: sequence.frames } : examples;
}

/** Examples with the rest pose, which counts as much as all others together: fewer weights would move it. */
export async function cageExamples(
  rig: Rig,
  input: CageInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Examples> {
  const { cage, frames, settings } = input;
  const poses = frames ?? generatedPoses(cage.positions, POSES, settings.seed);
  const inPoses = (corners: Float32Array, strength: number) =>
    examplesOfRig(rig, cageMotion(corners), strength, makeParallel, task);
  let moving = await posed(rig, input, poses, makeParallel, task);
  if (frames && moving.count < ENOUGH_FOR_EACH * rig.bones.length) {
    const generated = generatedPoses(cage.positions, POSES, settings.seed);
    moving = joinExamples(moving, await inPoses(generated, GENERATED_WEIGHT), rig);
  }
  const strength = Math.hypot(...moving.strengths);
  return joinExamples(moving, await inPoses(cage.positions, strength), rig);
}

/**
 * Generated poses by which `auto` chooses; null if the cage has frames. There are few poses for many vertices of a
 * cage, so normals in other poses tell more than those in the poses that weights are fitted to.
 */
export async function posesToChooseBy(
  rig: Rig,
  { cage, frames, settings }: CageInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Examples | null> {
  if (frames) return null;
  const poses = generatedPoses(cage.positions, POSES, settings.seed + 2 * JUDGING_SEED);
  return examplesOfRig(rig, cageMotion(poses), 1, makeParallel, task);
}

/** The given poses, or others than those that weights are fitted to. */
export function judgingPoses(
  rig: Rig,
  input: CageInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Examples> {
  const { cage, frames, settings } = input;
  const poses = frames ?? generatedPoses(cage.positions, POSES, settings.seed + JUDGING_SEED);
  return posed(rig, input, poses, makeParallel, task);
}
