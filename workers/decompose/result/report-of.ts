import type { Parallel } from "../../kernels/parallel";
import { howMany, percentFigure, significant } from "../../model/reports/figures";
import type { Measures, SolveReport } from "../../model/reports/solve-report";
import type { Rig } from "../../model/rig/rig";
import { continuedMethod } from "../../model/solve/methods";
import type { Fitted } from "../fit-rig";
import { bonesAsked, type SolveInput } from "../input/decompose-input";
import type { Deadline } from "../progress/deadline";
import type { SolveLog } from "../progress/solve-log";

/** A solve that takes longer than this multiple of its time limit is reported. */
const LATE = 1.2;
/** Phases that a time limit cannot shorten. */
const UNAVOIDABLE = [
  "Looking for directions of motion",
  "Reading motion",
  "Rest pose",
  "Other frames",
  "Report",
  "Correction",
];

/** A finished solve. */
interface Finished {
  input: SolveInput;
  fitted: Fitted;
  rig: Rig;
  measures: Measures & Pick<SolveReport, "heldOut" | "errorPerClip">;
  log: SolveLog;
  parallel: Parallel;
  deadline: Deadline;
}

/** The report of a solve, without the time after it. */
export function solveReportOf({
  input,
  fitted,
  rig,
  measures,
  log,
  parallel,
  deadline,
}: Finished): SolveReport {
  const { sequence, settings, from, foundBy } = input;
  return {
    version: 1,
    method: from ? continuedMethod(settings.method, foundBy ?? null) : settings.method,
    ...measures,
    bonesAsked: bonesAsked(settings),
    bones: rig.bones.length,
    bonesReason: bonesReason(fitted.reason, {
      solved: fitted.bones,
      used: rig.bones.length,
      rmsePercent: measures.rmsePercent,
      wasCut: deadline.wasCut,
    }),
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
    ...(fitted.locality && { locality: fitted.locality }),
    ...(fitted.curve && { curve: fitted.curve }),
    ...(settings.seconds !== null && { converged: !deadline.wasCut }),
    ...(fitted.notes.length > 0 && { notes: fitted.notes }),
    ...(fitted.cutShort.length > 0 && { cutShort: fitted.cutShort }),
  };
}

/** Reports that a solve took longer than its limit, and whether that could be avoided. */
export function withTime(
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

/**
 * Why the rig has fewer bones than the solve counted: bones that move nothing are left out.
 * @param counted the sentence of the method or the search about the number of bones that it found, or null
 */
export function bonesReason(
  counted: string | null,
  {
    solved,
    used,
    rmsePercent,
    wasCut,
  }: { solved: number; used: number; rmsePercent: number; wasCut: boolean },
): string | null {
  if (used === solved) return counted;
  const idle = solved - used;
  if (counted) {
    const one = idle === 1;
    const left = one ? `1 of ${solved} is` : `${idle} of ${solved} are`;
    const why = wasCut
      ? `there was no time to place ${one ? "it" : "them"}`
      : `${one ? "it" : "they"} would move nothing`;
    return `${counted} The rig has ${howMany(used, "bone", "bones")}: ${left} left out, because ${why}.`;
  }
  if (wasCut)
    return `Only ${used} of ${howMany(solved, "bone is", "bones are")} used: there was no time to place the others.`;
  const bones = howMany(used, "bone reproduces", "bones reproduce");
  const others = idle === 1 ? "Another one" : `Another ${idle}`;
  return `${bones} the motion with an error of ${percentFigure(rmsePercent, 2)} % of the diagonal. ${others} would move nothing.`;
}
