import { correctSolved } from "../correct/correct-rig";
import { type MakeParallel, type Parallel, threadsToReserve } from "../kernels/parallel";
import { rigInFrames } from "../model/mesh/some-frames";
import { percentFigure, significant } from "../model/reports/figures";
import type { SolveReport } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import { usedSettings } from "../model/solve/method-settings";
import { continuedMethod } from "../model/solve/methods";
import { measureHeldOut } from "../report/measure-held-out";
import { arenaBytes } from "./arena-bytes";
import { fitRig } from "./fit-rig";
import { checkInput } from "./input/check-input";
import { bonesAsked, type DecomposeInput, type DecomposeTask } from "./input/decompose-input";
import { inFittedFrames } from "./input/in-fitted-frames";
import { fitMirrored } from "./mirror/fit-mirrored";
import { chooseFrames } from "./problem/choose-frames";
import { Deadline } from "./progress/deadline";
import { SOLVE_END, SolveLog } from "./progress/solve-log";
import { fitOtherFrames, knownMotion, spreadOver } from "./result/other-frames";

/**
 * Share of the whole progress at the end of the solve if a correction follows, and share of the rest at which the
 * report begins.
 */
const END_BEFORE_CORRECTION = 0.85;
const REPORT = 0.3;
/** A solve that takes longer than this multiple of its time limit is reported. */
const LATE = 1.2;
/** Phases that a time limit cannot shorten. */
const UNAVOIDABLE = ["Reading motion", "Rest pose", "Other frames", "Report", "Correction"];

/**
 * Decomposes a mesh sequence into bones, weights and motion. Equal input, settings and seed give equal bits on any
 * number of threads, unless `settings.seconds` ends the solve.
 * @throws SinewError for invalid settings; CancelledError if the task is cancelled.
 */
export async function decompose(
  given: DecomposeInput,
  makeParallel: MakeParallel,
  task: DecomposeTask,
): Promise<{ rig: Rig; report: SolveReport }> {
  checkInput(given);
  const input = { ...given, settings: usedSettings(given.settings) };
  const { sequence, settings } = input;
  const deadline = new Deadline(task, settings.seconds);
  const parallel = await makeParallel(arenaBytes(input, threadsToReserve(makeParallel)));
  let solved: { rig: Rig; report: SolveReport };
  try {
    solved = await solveIn(parallel, input, task, deadline);
  } finally {
    parallel.dispose();
  }
  if (settings.correction > 0) solved = await correctSolved(solved, sequence, settings, makeParallel, task);
  return withTime(solved, deadline);
}

async function solveIn(
  parallel: Parallel,
  input: DecomposeInput,
  task: DecomposeTask,
  deadline: Deadline,
): Promise<{ rig: Rig; report: SolveReport }> {
  const { sequence, settings, from, locks } = input;
  const end = settings.correction > 0 ? END_BEFORE_CORRECTION : SOLVE_END;
  const log = new SolveLog(deadline, end);
  const choice = chooseFrames(sequence, settings.holdOut, input.intent?.frames ?? null);
  const partial: DecomposeTask["partial"] = (rig, snapshot) =>
    task.partial(() => spreadOver(sequence, rig(), choice), snapshot);
  const narrowed = inFittedFrames(input, choice);
  // A mirrored solve has every frame twice. Only the first half is shown.
  const first = Array.from(choice.fitted.keys());
  const solve = (asked: DecomposeInput) =>
    fitRig(parallel, asked, (rig, seen) => partial(() => rigInFrames(rig(), first), seen), deadline, log);
  const fitted = settings.mirrored
    ? await fitMirrored(parallel, narrowed, solve, deadline, log)
    : await solve(narrowed);
  let { rig } = fitted;
  if (choice.others.length > 0) {
    log.enterLast("Other frames", end);
    rig = await fitOtherFrames(parallel, sequence, rig, choice, knownMotion(from, locks), deadline);
  }
  log.enterLast("Report", end + (1 - end) * REPORT);
  const measures = await measureHeldOut(parallel, sequence, rig, choice.held, deadline);
  log.leave();
  return {
    rig,
    report: {
      version: 1,
      method: from ? continuedMethod(settings.method, input.foundBy ?? null) : settings.method,
      ...measures,
      bonesAsked: bonesAsked(settings),
      bones: rig.bones.length,
      bonesReason:
        fitted.reason ?? idleReason(fitted.bones, rig.bones.length, measures.rmsePercent, deadline.wasCut),
      vertices: sequence.vertexCount,
      frames: sequence.frameCount,
      seconds: log.seconds,
      secondsPerPhase: log.secondsPerPhase,
      iterations: log.iterations,
      errorPerIteration: log.errorPerIteration,
      history: log.history,
      basisRank: fitted.basisRank,
      basisTailERms: fitted.basisTailERms,
      threads: parallel.working,
      seed: settings.seed,
      ...(fitted.figures && { figures: fitted.figures }),
      ...(fitted.connection && { connection: fitted.connection }),
      ...(fitted.curve && { curve: fitted.curve }),
      ...(settings.seconds !== null && { converged: !deadline.wasCut }),
      ...(fitted.notes.length > 0 && { notes: fitted.notes }),
      ...(fitted.cutShort.length > 0 && { cutShort: fitted.cutShort }),
    },
  };
}

/** Reports that a solve took longer than its limit, and whether that could be avoided. */
function withTime(
  { rig, report }: { rig: Rig; report: SolveReport },
  { asked, seconds }: Deadline,
): { rig: Rig; report: SolveReport } {
  if (asked === null) return { rig, report };
  const cutShort = [...(report.cutShort ?? [])];
  if (seconds > asked * LATE) {
    const least = UNAVOIDABLE.reduce((sum, phase) => sum + (report.secondsPerPhase[phase] ?? 0), 0);
    const took = `It took ${significant(seconds, 2)} s instead of ${asked} s`;
    cutShort.push(
      least > asked
        ? `${took}: reading this motion and measuring its rig take ${significant(least, 2)} s alone.`
        : `${took}: its last step took longer than the steps before it.`,
    );
  }
  return { rig, report: { ...report, seconds, ...(cutShort.length > 0 && { cutShort }) } };
}

function idleReason(solved: number, used: number, rmsePercent: number, wasCut: boolean): string | null {
  if (used === solved) return null;
  if (wasCut) return `Only ${used} of ${solved} bones are used: there was no time to place the others.`;
  const idle = solved - used === 1 ? "Another one" : `Another ${solved - used}`;
  const bones = used === 1 ? "1 bone reproduces" : `${used} bones reproduce`;
  return `${bones} the motion with an error of ${percentFigure(rmsePercent, 2)} % of the diagonal. ${idle} would move nothing.`;
}
