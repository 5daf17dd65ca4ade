import { correctSolved } from "../correct/correct-rig";
import { type MakeParallel, type Parallel, threadsToReserve } from "../kernels/parallel";
import { rigInFrames } from "../model/mesh/some-frames";
import type { SolveReport } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import { usedSettings } from "../model/solve/method-settings";
import { measureHeldOut } from "../report/measure-held-out";
import { arenaBytes } from "./arena-bytes";
import { fitRig } from "./fit-rig";
import { checkInput } from "./input/check-input";
import type { DecomposeInput, DecomposeTask } from "./input/decompose-input";
import { inFittedFrames } from "./input/in-fitted-frames";
import { fitMirrored } from "./mirror/fit-mirrored";
import { chooseFrames } from "./problem/choose-frames";
import { Deadline } from "./progress/deadline";
import { SOLVE_END, SolveLog } from "./progress/solve-log";
import { fitOtherFrames, knownMotion, spreadOver } from "./result/other-frames";
import { solveReportOf, withTime } from "./result/report-of";

/**
 * Share of the whole progress at the end of the solve if a correction follows, and share of the rest at which the
 * report begins.
 */
const END_BEFORE_CORRECTION = 0.85;
const REPORT = 0.3;

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
  return { rig, report: solveReportOf({ input, fitted, rig, measures, log, parallel, deadline }) };
}
