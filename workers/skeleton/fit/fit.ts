/**
 * Fits the artist's skeleton to a mesh animation. It finds weights for the motion of the clip, motion for given
 * weights, or both in turn. Helper bones follow motion that the skeleton cannot follow.
 */
import type { MakeParallel } from "../../kernels/parallel";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { FitInput, FitResult, FitStage, FitStep, NearnessReport } from "../../model/reports/fit-report";
import type { Rig } from "../../model/rig/rig";
import { type Task, workSeconds } from "../../model/task";
import { percentOf } from "../report/residuals";
import { FitBench } from "./bench/fit-bench";
import { onlyLast, rulesOf, withHelpers } from "./bench/rules";
import { checkFit } from "./check-fit";
import { firstBones, withIdleHelpers } from "./helpers/idle-helpers";
import { namedHelpers } from "./helpers/name-helpers";
import { type PlacedHelper, placeHelpers, placeMany } from "./helpers/place-helpers";
import { fitNotes, influenceNotes, looseNotes } from "./report/fit-notes";
import { jointMoves, turnsAgainst } from "./report/joint-changes";
import { boneResiduals, fitStage, measureFit } from "./report/measure-fit";
import { type MeasureStep, SOLVERS } from "./solvers";
import { startRig } from "./start-rig";
import { keepNear } from "./weights/keep-near";

/** This many helpers are placed one by one. More are placed in groups, each as large as the number already placed. */
const SINGLE_HELPERS = 8;
/** Rounds of motion and weights after weights of helpers far from them were removed. */
const HELPED_ROUNDS = 10;

/** @throws SinewError if the skeleton does not fit or a setting cannot be used; CancelledError. */
export async function fitSkeleton(
  given: FitInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<FitResult> {
  checkFit(given);
  const input = withGuessedRest(given);
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
  const { rig, placed, notes, loose, nearness } = await solvedRig(input, start, measure, makeParallel, task);
  const residuals = await measureFit(sequence, rig, task);
  const rmsePercent = percentOf(residuals.error, sequence);
  const helpers = placed.map(({ bone, parent, takes }) => ({
    name: rig.bones[bone].name,
    parent: rig.bones[parent].name,
    takes,
  }));
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
      joints: settings.joints === "refined" ? jointMoves(skeleton.bones, rig, sequence, loose) : null,
      helpers,
      nearness,
      bones,
      seconds: workSeconds(task) - began,
      notes: [
        ...notes,
        ...influenceNotes(skeleton.weights, stages, rmsePercent, settings),
        ...looseNotes(loose.map((j) => skeleton.bones[j].name)),
        ...fitNotes(rmsePercent, bones, helpers, nearness, settings),
      ],
    },
  };
}

/** A guessed rest pose is corrected whatever the settings say. */
function withGuessedRest(input: FitInput): FitInput {
  const { skeleton, settings } = input;
  return skeleton.guessedRest ? { ...input, settings: { ...settings, rest: "corrected" } } : input;
}

interface SolvedRig {
  rig: Rig;
  placed: PlacedHelper[];
  notes: string[];
  loose: number[];
  nearness: NearnessReport | null;
}

async function solvedRig(
  { sequence, skeleton, settings }: FitInput,
  start: Rig,
  measure: MeasureStep,
  makeParallel: MakeParallel,
  task: Task,
): Promise<SolvedRig> {
  const { helpers: asked, solve } = settings;
  const artists = start.bones.length;
  const own = rulesOf(skeleton.bones, skeleton.motion, restDiagonal(sequence) || 1, settings);
  /** A bench for a rig, with more helpers that have no place yet. */
  const open = (given: Rig, idle: number) => {
    const helpers = given.bones.length - artists + idle;
    const all = withHelpers(own, helpers);
    const rules = solve === "weights" ? onlyLast(all, helpers) : all;
    return FitBench.open(makeParallel, sequence, withIdleHelpers(given, idle), rules, settings, idle, task);
  };
  let room = Math.min(asked, SINGLE_HELPERS);
  let fit = await open(start, room);
  try {
    const bare = () => firstBones(fit.rig(), artists);
    const { notes, loose, nearness } = await SOLVERS[solve](
      fit,
      skeleton,
      (step) => measure(step, bare()),
      task,
    );
    if (asked === 0) return { rig: bare(), placed: [], notes, loose, nearness };
    const placed = await placeHelpers(fit, artists, room, task);
    while (placed.length === room && room < asked && !task.finishNow) {
      // The time of a round grows with the number of bones that there is room for. So the room grows as helpers find
      // places.
      const [found, near] = [fit.rig(), fit.near];
      fit.bench.parallel.dispose();
      const more = Math.min(asked - room, room);
      fit = await open(found, more);
      fit.near = near?.copy(artists + room + more) ?? null;
      await fit.weights.step(task);
      placed.push(...(await placeMany(fit, artists, artists + room, more, task)));
      room += more;
    }
    const spent = nearness?.costPercent;
    const later = placed.length > 0 ? await keepNear(fit, HELPED_ROUNDS, task, spent) : null;
    const rig = namedHelpers(firstBones(fit.rig(), artists + placed.length), artists, sequence.upAxis);
    if (placed.length > 0) await measure("helpers", rig);
    return { rig, placed, notes, loose, nearness: nearness && later ? bothCosts(nearness, later) : nearness };
  } finally {
    fit.bench.parallel.dispose();
  }
}

/** The total cost of keeping weights near their bones: first for the artist's bones, then with helpers too. */
const bothCosts = (first: NearnessReport, then: NearnessReport): NearnessReport => ({
  costPercent: 100 * ((1 + first.costPercent / 100) * (1 + then.costPercent / 100) - 1),
  farBefore: Math.max(first.farBefore, then.farBefore),
  farAfter: then.farAfter,
});
