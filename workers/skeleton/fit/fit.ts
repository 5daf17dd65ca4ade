/**
 * Fits the artist's skeleton to a mesh animation. It finds weights for the motion of the clip, motion for given
 * weights, or both in turn. Helper bones follow what the skeleton cannot.
 */
import type { MakeParallel } from "../../kernels/parallel";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { FitInput, FitResult, FitStage, FitStep, NearnessReport } from "../../model/reports/fit-report";
import type { Rig } from "../../model/rig/rig";
import { type Task, workSeconds } from "../../model/task";
import { percentOf } from "../report/residuals";
import { checkFit } from "./check-fit";
import { FitBench } from "./fit-bench";
import { fitNotes } from "./fit-notes";
import { firstBones, type PlacedHelper, placeHelpers, withIdleHelpers } from "./helpers";
import { boneResiduals, fitStage, jointMoves, measureFit, turnsAgainst } from "./measure-fit";
import { namedHelpers } from "./name-helpers";
import { onlyLast, rulesOf, withHelpers } from "./rules";
import { type MeasureStep, SOLVERS } from "./solvers";
import { startRig } from "./start-rig";
import { keepNear } from "./weights/keep-near";

/** Rounds of motion and weights after the weights of helpers have been kept near them. */
const HELPED_ROUNDS = 10;

/** @throws SinewError if the skeleton does not fit or a setting cannot be used; CancelledError. */
export async function fitSkeleton(
  input: FitInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<FitResult> {
  checkFit(input);
  const began = workSeconds(task);
  const { sequence, skeleton, settings } = input;
  const stages: FitStage[] = [];
  const measure: MeasureStep = async (step: FitStep | null, rig: Rig) => {
    const residuals = await measureFit(sequence, rig, task);
    if (step) stages.push(fitStage(step, sequence, residuals));
    return residuals.error;
  };
  const start = startRig(input);
  if (skeleton.motion && skeleton.weights) await measure("imported", start);
  const { rig, placed, notes, nearness } = await solvedRig(input, start, measure, makeParallel, task);
  const residuals = await measureFit(sequence, rig, task);
  const rmsePercent = percentOf(residuals.error, sequence);
  const helpers = placed.map(({ bone, parent, takes }) => ({ name: rig.bones[bone].name, parent, takes }));
  const bones = boneResiduals(sequence, rig.bones, residuals);
  return {
    rig,
    report: {
      version: 1,
      solve: settings.solve,
      eRms: fitStage(settings.solve, sequence, residuals).eRms,
      rmsePercent,
      largest: residuals.largest,
      stages,
      turns: skeleton.motion && turnsAgainst(skeleton.bones, skeleton.motion, rig),
      joints: settings.joints === "refined" ? jointMoves(skeleton.bones, rig, sequence) : null,
      helpers,
      nearness,
      bones,
      seconds: workSeconds(task) - began,
      notes: [...notes, ...fitNotes(rmsePercent, bones, helpers, nearness, settings)],
    },
  };
}

async function solvedRig(
  { sequence, skeleton, settings }: FitInput,
  start: Rig,
  measure: MeasureStep,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ rig: Rig; placed: PlacedHelper[]; notes: string[]; nearness: NearnessReport | null }> {
  const { helpers: asked, solve } = settings;
  const given = withIdleHelpers(start, asked);
  const own = rulesOf(skeleton.bones, skeleton.motion, restDiagonal(sequence) || 1, settings);
  const all = withHelpers(own, asked);
  const rules = solve === "weights" ? onlyLast(all, asked) : all;
  const fit = await FitBench.open(makeParallel, sequence, given, rules, settings, asked, task);
  try {
    const bare = () => firstBones(fit.rig(), start.bones.length);
    const { notes, nearness } = await SOLVERS[solve](fit, skeleton, (step) => measure(step, bare()), task);
    if (asked === 0) return { rig: bare(), placed: [], notes, nearness };
    const placed = await placeHelpers(fit, given.bones, asked, task);
    const later = placed.length > 0 ? await keepNear(fit, HELPED_ROUNDS, task) : null;
    const bones = start.bones.length;
    const rig = namedHelpers(firstBones(fit.rig(), bones + placed.length), bones, sequence.upAxis);
    if (placed.length > 0) await measure("helpers", rig);
    return { rig, placed, notes, nearness: nearness && later ? bothCosts(nearness, later) : nearness };
  } finally {
    fit.bench.parallel.dispose();
  }
}

/** What it cost to keep weights near their bones, first those of the artist's and then those of helpers too. */
const bothCosts = (first: NearnessReport, then: NearnessReport): NearnessReport => ({
  costPercent: 100 * ((1 + first.costPercent / 100) * (1 + then.costPercent / 100) - 1),
  farBefore: Math.max(first.farBefore, then.farBefore),
  farAfter: then.farAfter,
});
