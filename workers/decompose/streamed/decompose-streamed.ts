/**
 * Decomposes a sequence that is larger than memory. Its frames are read in passes: one finds directions that span the
 * motion, one projects it on them, and after the solve one corrects the rest pose and one measures the rig. The solver
 * itself knows only the projection.
 */
import { type MakeParallel, threadsToReserve } from "../../kernels/parallel";
import { SinewError } from "../../model/errors";
import { bytesBesideArena } from "../../model/files/frames-in-memory";
import type { StreamedSequence } from "../../model/mesh/streamed-sequence";
import { errorFigure, significant } from "../../model/reports/figures";
import { perClip } from "../../model/reports/per-clip";
import type { SolveReport } from "../../model/reports/solve-report";
import type { Rig } from "../../model/rig/rig";
import { usedSettings } from "../../model/solve/method-settings";
import { measureStreamed } from "../../report/measure-streamed";
import { arenaBytes } from "../arena-bytes";
import { fitRig } from "../fit-rig";
import { checkInput } from "../input/check-input";
import { bonesAsked, type DecomposeTask, type SolveInput } from "../input/decompose-input";
import { normalisation } from "../problem/build-problem";
import { findMotionRange, type MotionRange } from "../problem/streamed/motion-range";
import { scaledStream, weightingOf } from "../problem/weighting";
import { Deadline } from "../progress/deadline";
import { SOLVE_END, SolveLog } from "../progress/solve-log";
import { solveReportOf, withTime } from "../result/report-of";
import { refuseForStreams } from "./refuse-for-streams";

interface StreamedInput extends SolveInput {
  sequence: StreamedSequence;
  /** The most bytes that the solve may take. */
  memory: number;
}

/** The most memory of a page or a process for kernels, 4 GB less a margin. */
const MOST_ARENA = 4.2e9;
/** With fewer directions, no solve makes sense. */
const LEAST_COLUMNS = 16;
/** The report begins when this share of the progress after the solve is done. */
const REPORT = 0.5;

/**
 * The result differs from that of `decompose` only by the tail of the trajectory basis, which is in the report. Equal
 * input and seed give equal bits on any number of threads.
 * @throws SinewError for invalid settings, for those that need all frames in memory, for too little memory, and for
 * files that cannot be read; CancelledError if the task is cancelled.
 */
export async function decomposeStreamed(
  given: StreamedInput,
  makeParallel: MakeParallel,
  task: DecomposeTask,
): Promise<{ rig: Rig; report: SolveReport }> {
  checkInput(given);
  const input = { ...given, settings: usedSettings(given.settings) };
  refuseForStreams(input);
  const threads = threadsToReserve(makeParallel);
  const columns = columnsThatFit(input, threads);
  const deadline = new Deadline(task, input.settings.seconds);
  const log = new SolveLog(deadline);
  log.enterOpen("Looking for directions of motion");
  const range = await rangeOf(input, columns, makeParallel, deadline);
  const parallel = await makeParallel(arenaBytes(input, threads, range.width));
  try {
    const fitted = await fitRig(parallel, { ...input, range }, task.partial, deadline, log);
    log.enterLast("Report", SOLVE_END + (1 - SOLVE_END) * REPORT);
    const measures = await measureStreamed(parallel, input.sequence, fitted.rig, deadline);
    log.leave();
    fitted.notes.push(...notesOf(input, range, fitted.basisTailERms));
    const { rig } = fitted;
    const all = { ...measures, ...perClip(input.sequence, measures.errorPerFrame) };
    return withTime(
      { rig, report: solveReportOf({ input, fitted, rig, measures: all, log, parallel, deadline }) },
      deadline,
    );
  } finally {
    parallel.dispose();
  }
}

function rangeOf(
  { sequence, settings, intent, memory }: StreamedInput,
  columns: number,
  makeParallel: MakeParallel,
  task: Deadline,
): Promise<MotionRange> {
  const { vertexCount, frameCount } = sequence;
  const { frameScales, importance } = weightingOf(intent);
  const { rest } = sequence;
  const frames = frameScales ? scaledStream(sequence.frames, rest, frameScales) : sequence.frames;
  const source = { vertexCount, frameCount, ...normalisation(rest), frames };
  const most = importance?.reduce((a, b) => Math.max(a, b)) ?? 1;
  return findMotionRange(
    makeParallel,
    source,
    { bones: bonesAsked(settings), tailERms: null, finer: Math.sqrt(most) },
    { columns, bytes: (memory - bytesBesideArena(vertexCount)) / 2 },
    task,
  );
}

/**
 * The most columns of a range for which the solve fits into the memory.
 * @throws SinewError if there is not enough for any.
 */
function columnsThatFit(input: StreamedInput, threads: number): number {
  const { sequence, memory } = input;
  const beside = bytesBesideArena(sequence.vertexCount);
  const room = Math.min(memory - beside, MOST_ARENA);
  const fits = (columns: number) => arenaBytes(input, threads, columns) <= room;
  let [low, high] = [Math.min(LEAST_COLUMNS, 3 * sequence.frameCount), 3 * sequence.frameCount + 1];
  if (!fits(low)) {
    const least = arenaBytes(input, threads, low) + beside;
    throw new SinewError({
      title: `${sequence.name} needs more memory`,
      body: `A solve of ${sequence.vertexCount} vertices takes at least ${gigabytes(least)} with these settings, and ${gigabytes(memory)} are allowed. Allow more, or ask for fewer bones or influences.`,
    });
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

const gigabytes = (bytes: number) => `${significant(bytes / 1e9, 3)} GB`;

function notesOf(
  { sequence, memory }: StreamedInput,
  { isCut, width }: MotionRange,
  tailERms: number,
): string[] {
  const bytes = 12 * sequence.vertexCount * sequence.frameCount;
  const notes = [
    `The frames take ${gigabytes(bytes)}, so they were read in passes, in at most ${gigabytes(memory)} of memory.`,
  ];
  if (isCut) {
    notes.push(
      `There was room for ${width} directions of motion. Motion of E_RMS ${errorFigure(tailERms)} lies outside them and was not solved; more memory takes it in.`,
    );
  }
  return notes;
}
