import type { MakeParallel } from "../kernels/parallel";
import { SinewError } from "../model/errors";
import type { ExampleChoice, ReduceInput } from "../model/reduce/reduce-report";
import { poseMatrices } from "../model/rig/pose";
import type { Rig } from "../model/rig/rig";
import { testPoses } from "../model/rig/trial-poses";
import type { Task } from "../model/task";
import { hasHierarchy, limitPoses, singleBonePoses } from "./measure/example-poses";
import {
  type Examples,
  examplesOfFrames,
  examplesOfRig,
  JUDGING_SEED,
  joinExamples,
} from "./measure/examples";

/** The default number of poses within limits. */
const LIMIT_POSES = 50;
/** The number of single-bone poses, their weight, and the number of examples per bone that makes them unnecessary. */
const [SINGLE_POSES, SINGLE_WEIGHT, ENOUGH_FOR_EACH] = [16, 0.1, 4];
/** The examples that are used by default. */
export function chosenExamples({ sequence, rig, examples }: Omit<ReduceInput, "settings">): ExampleChoice {
  if (examples) return examples;
  if (sequence.frameCount > 1) return { from: "frames", frames: null };
  return hasHierarchy(rig) ? { from: "limits", count: LIMIT_POSES } : { from: "none" };
}

/** The examples, or null without any. */
export async function examplesOf(
  { sequence, rig, settings }: ReduceInput,
  choice: ExampleChoice,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Examples | null> {
  if (choice.from === "none") return null;
  if (choice.from === "frames") return examplesOfFrames(sequence, rig, choice.frames);
  if (choice.from === "limits") {
    if (!hasHierarchy(rig)) {
      throw new SinewError({
        title: "The rig has no skeleton",
        body: "Poses within limits need bones with parents. Use frames of an animation, or connect the bones first.",
      });
    }
    return examplesOfRig(rig, limitPoses(rig, choice.count, settings.seed), 1, makeParallel, task);
  }
  return examplesOfRig(rig, motionOf(rig, choice.poses), 1, makeParallel, task);
}

/**
 * Examples for `auto`. Poses of single bones are added if there are few examples, and replace them if there are none.
 */
export async function withSingleBones(
  rig: Rig,
  { singleBones, seed }: ReduceInput["settings"],
  examples: Examples | null,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ examples: Examples; singleBonePoses: number }> {
  const isFew = examples !== null && examples.count < ENOUGH_FOR_EACH * rig.bones.length;
  const strength = examples === null ? 1 : (singleBones ?? (isFew ? SINGLE_WEIGHT : 0));
  if (examples !== null && strength === 0) return { examples, singleBonePoses: 0 };
  const poses = singleBonePoses(rig, SINGLE_POSES, seed);
  const single = await examplesOfRig(rig, poses, strength, makeParallel, task);
  return {
    examples: examples ? joinExamples(examples, single, rig) : single,
    singleBonePoses: SINGLE_POSES,
  };
}

/**
 * The poses in which every method is measured: all frames if the sequence moves, otherwise test poses of the skeleton.
 */
export async function judgingExamples(
  { sequence, rig, settings }: ReduceInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ poses: Examples; judgedOn: "frames" | "poses" }> {
  if (sequence.frameCount > 1) return { poses: examplesOfFrames(sequence, rig, null), judgedOn: "frames" };
  const motion = hasHierarchy(rig)
    ? motionOf(rig, testPoses(rig.bones, settings.seed))
    : singleBonePoses(rig, LIMIT_POSES, settings.seed + JUDGING_SEED);
  return { poses: await examplesOfRig(rig, motion, 1, makeParallel, task), judgedOn: "poses" };
}

function motionOf({ bones }: Rig, poses: readonly Parameters<typeof poseMatrices>[1][]): Float32Array {
  const motion = new Float32Array(12 * bones.length * poses.length);
  poses.forEach((pose, p) => {
    motion.set(poseMatrices(bones, pose), 12 * bones.length * p);
  });
  return motion;
}
