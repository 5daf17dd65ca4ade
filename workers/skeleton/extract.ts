import { chooseFrames } from "../decompose/problem/choose-frames";
import { spreadOver } from "../decompose/result/other-frames";
import type { MakeParallel } from "../kernels/parallel";
import { SinewError } from "../model/errors";
import { checkPositions, type MeshSequence } from "../model/mesh/mesh-sequence";
import { rigInFrames, someFrames } from "../model/mesh/some-frames";
import { howMany } from "../model/reports/figures";
import type {
  ExtractInput,
  ExtractPartial,
  ExtractResult,
  SkeletonJoint,
  SkeletonReport,
} from "../model/reports/skeleton-report";
import type { Rig } from "../model/rig/rig";
import type { ExtractSettings } from "../model/skeleton/extract/extract-settings";
import { mostBonesFor } from "../model/skeleton/extract/search-time";
import { type Task, workSeconds } from "../model/task";
import { poseHeldOut } from "./held-out";
import type { FoundSkeleton } from "./method";
import { SKELETON_METHODS } from "./method-table";
import { measureJoints } from "./report/measure-joints";
import { eRmsOf, percentOf, residualsOf } from "./report/residuals";
import { makeStrict } from "./strict/make-strict";

/** Gauss-Newton steps that make a soft skeleton strict. */
export const STRICT_STEPS = 10;

/** Names that found bones may get. */
const NEW_NAME = /^bone_\d+$/;

/** A task that receives the rig as it improves. */
export interface ExtractTask extends Task {
  partial(best: ExtractPartial): void;
}

/**
 * Finds a skeleton for a mesh animation: bones with parents, joints, weights and motion.
 * @throws SinewError for invalid settings; CancelledError if the task is cancelled.
 */
export async function extractSkeleton(
  input: ExtractInput,
  makeParallel: MakeParallel,
  task: ExtractTask,
): Promise<ExtractResult> {
  checkSettings(input);
  const { settings } = input;
  const method = SKELETON_METHODS[settings.method];
  const choice = chooseFrames(input.sequence, settings.holdOut, null);
  const sequence = someFrames(input.sequence, choice.fitted);
  const from = input.from && rigInFrames(input.from, choice.fitted);
  const began = workSeconds(task);
  const passed = () => workSeconds(task) - began;
  const found = await method(
    { sequence, settings, from },
    {
      makeParallel,
      task,
      show: (rig, rmsePercent) =>
        task.partial({ rig: spreadOver(input.sequence, rig, choice), rmsePercent, seconds: passed() }),
    },
  );
  const searched = passed();
  const { rig: soft } = found;
  const strict = found.strict ?? (await strictOf(found, sequence, settings, makeParallel, task));
  const [open, closed] = [await residualsOf(sequence, soft, task), await residualsOf(sequence, strict, task)];
  const joints = withPulls(measureJoints(sequence, strict, soft, closed), found);
  const rmsePercentStrict = percentOf(closed.error, sequence);
  const rig = settings.joints === "strict" ? strict : soft;
  const whole: Pick<ExtractResult, "rig"> & Pick<SkeletonReport, "heldOut"> =
    choice.held.length > 0
      ? await poseHeldOut(makeParallel, task, input.sequence, { strict, rig, rmsePercentStrict }, choice)
      : { rig };
  const seconds = passed();
  return {
    rig: whole.rig,
    other: spreadOver(input.sequence, settings.joints === "strict" ? soft : strict, choice),
    report: {
      version: 1,
      method: settings.method,
      rmsePercent: percentOf(open.error, sequence),
      rmsePercentStrict,
      eRms: eRmsOf(open.error, sequence),
      eRmsStrict: eRmsOf(closed.error, sequence),
      bones: joints.length,
      joints,
      roots: joints.filter(({ parent }) => parent === null).length,
      seconds,
      secondsPerPhase: { Search: searched, Report: seconds - searched },
      ...(whole.heldOut && { heldOut: whole.heldOut }),
      ...(found.trees && { trees: found.trees }),
      ...(found.still && found.still.length > 0 && { still: found.still }),
      notes: [
        ...(found.notes ?? []),
        ...forestNotes(input.sequence, joints),
        ...stillNotes(joints),
        ...hubNotes(joints),
      ],
    },
  };
}

/** @throws SinewError for a setting out of range. */
function checkSettings({ sequence, settings, from }: ExtractInput): void {
  const { method, bones, influences, pull, seconds, root } = settings;
  const wrong = (title: string, body: string): never => {
    throw new SinewError({ title, body });
  };
  if (!SKELETON_METHODS[method]) {
    wrong(
      "The method is not known",
      `${method} was asked for. The methods are ${Object.keys(SKELETON_METHODS).join(", ")}.`,
    );
  }
  if (!(Number.isInteger(bones) && bones >= 1 && bones <= 1024)) {
    wrong("The number of bones is out of range", `${bones} bones were asked for. Ask for 1 to 1024.`);
  }
  if (!(Number.isInteger(influences) && influences >= 1)) {
    wrong("The number of influences is out of range", `${influences} were asked for. Ask for 1 or more.`);
  }
  if (!(pull >= 0 && pull < Infinity)) {
    wrong("The pull of joints is out of range", `It is ${pull}. Give 0 or more; 0.01 suits most motion.`);
  }
  if (seconds !== null && !(seconds > 0)) {
    wrong("The time limit is out of range", `It is ${seconds} s. Give more than 0, or none.`);
  }
  if (sequence.frameCount < 1 || sequence.vertexCount < 1) {
    wrong(
      `${sequence.name} has nothing to follow`,
      `It has ${howMany(sequence.vertexCount, "vertex")} and ${howMany(sequence.frameCount, "frame")}.`,
    );
  }
  checkPositions(sequence);
  if (!from && root !== null && !NEW_NAME.test(root)) {
    wrong(
      "The root bone does not exist",
      `No bone is called “${root}”: the bones of a new skeleton are called bone_01, bone_02 and so on. Leave the root empty to let Sinew choose.`,
    );
  }
  const asked = from?.boneKind === "rigid" ? from.bones.length : bones;
  const most = mostBonesFor(sequence.frameCount);
  if (asked > most) {
    wrong(
      `${asked} bones are too many for ${sequence.frameCount} frames`,
      `All joints and all frames are solved together, and one of hundreds of steps would take minutes. Ask for at most ${most} bones, or use fewer frames.`,
    );
  }
}

/** Closes the joints of a method's result. */
async function strictOf(
  { rig, tree }: FoundSkeleton,
  sequence: MeshSequence,
  { pull }: ExtractSettings,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Rig> {
  const options = { pull, refitJoints: true, steps: STRICT_STEPS };
  return (await makeStrict(makeParallel, task, sequence, rig, tree, options)).rig;
}

/** The joints with the pulls that a method has found for them. */
const withPulls = (joints: SkeletonJoint[], { pulls }: FoundSkeleton): SkeletonJoint[] =>
  joints.map((joint) => {
    const pull = pulls?.get(joint.name);
    return pull === undefined ? joint : { ...joint, pull };
  });

/** A sentence about several trees, if there are several. */
function forestNotes({ name }: MeshSequence, joints: readonly SkeletonJoint[]): string[] {
  const roots = joints.filter(({ parent }) => parent === null);
  if (roots.length < 2) return [];
  return [`${name} has ${roots.length} separate trees: nothing holds ${namesOf(roots)} together.`];
}

/** A sentence about joints that never move, if there are any. */
function stillNotes(joints: readonly SkeletonJoint[]): string[] {
  const still = joints.filter(({ parent, determined }) => parent !== null && determined === "none");
  if (still.length === 0) return [];
  const names = namesOf(still);
  return [
    still.length > 1
      ? `The joints of ${names} never move, so the motion does not say where they are.`
      : `The joint of ${names} never moves, so the motion does not say where it is.`,
  ];
}

/** A sentence about bones that the motion would let hang elsewhere, if there are any. */
function hubNotes(joints: readonly SkeletonJoint[]): string[] {
  const free = joints.filter(({ couldHangOn }) => couldHangOn);
  if (free.length === 0) return [];
  return [
    `Several bones meet at one place, so the motion does not say which of them carries the others. ${namesOf(free)} ${free.length > 1 ? "hang" : "hangs"} on the bone that is nearest to the root. Drag them in the outliner to change that, or choose another root.`,
  ];
}

const LISTED = 6;

function namesOf(joints: readonly SkeletonJoint[]): string {
  const names = joints.slice(0, LISTED).map(({ name }) => name);
  const others = joints.length - names.length;
  if (others > 0) return `${names.join(", ")} and ${others} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
}
