import type { LocalityReport } from "../solve/locality";
import { significant } from "./figures";
import { rmsPercent } from "./rms-percent";

/** One outer iteration of a solve, for the error chart. */
export interface IterationRecord {
  /** E_RMS of the best state so far, which is kept. */
  eRms: number;
  /** E_RMS with the smoothness term under the root. It never rises. It equals `eRms` without smoothing. */
  objective?: number;
  /** Seconds since the solve began. */
  seconds: number;
  /** An event that is not an ordinary step: a new start, or a bone that moved elsewhere. */
  event: "start" | "restart" | "reinitialised" | "move" | "rest pose" | "islands" | "locality" | null;
}

/** The report of a correction (Kry, James & Pai 2002). */
export interface CorrectionReport {
  rank: number;
  eRms: number;
  maxErrorPercent: number;
  /** Bytes of shapes and their weights. */
  bytes: number;
  /** The other figures of the report, with the correction; missing in older reports. */
  measures?: CorrectedMeasures;
}

/** The figures that a correction changes, besides error and largest distance. */
export type CorrectedMeasures = Pick<
  SolveReport,
  | "rmsePercent"
  | "normalErrorDegrees"
  | "jitterPercent"
  | "errorPerFrame"
  | "distancePerFrame"
  | "distanceDeviationPercent"
  | "errorPerClip"
  | "errorPerVertex"
>;

/** The cost of connected patches (`auto`). */
export interface ConnectionCost {
  /** How much connected patches raise the error, in percent; below 0 if they lower it. */
  costPercent: number;
  /** Whether `costPercent` is an upper bound. Only reports of earlier versions have it. */
  isUpperBound?: boolean;
  /** Whether the rig has connected patches. Otherwise its islands stayed. */
  connected: boolean;
}

/** A cost below this share of the error, in percent, is not reported. */
const UNNOTICED = 0.1;

/** A sentence about the cost of patches, and the other choice; null if there is nothing to report. */
export function connectionWords({ costPercent, isUpperBound, connected }: ConnectionCost): {
  sentence: string;
  other: "connect" | "leave";
} | null {
  if (connected && costPercent < UNNOTICED) return null;
  const cost = `${isUpperBound ? "at most " : ""}${significant(costPercent, 2)}`;
  return connected
    ? { sentence: `Connected patches cost ${cost} % of error: islands were removed.`, other: "leave" }
    : { sentence: `Connected patches would cost ${cost} % of error, so islands stay.`, other: "connect" };
}

/** The report of a decomposition. Its fields have the same names as in the command line's report.json. */
export interface SolveReport {
  version: 1;
  method: string;
  /** 1000 · sqrt(sum / (3VF)) · 2 / d, d the diagonal of the rest pose's bounding box. */
  eRms: number;
  /** 100 · sqrt(sum / (VF)) / d. */
  rmsePercent: number;
  /** 100 · the largest vertex distance / d. */
  maxErrorPercent: number;
  /** Mean angle between the normals of source and rig, degrees. */
  normalErrorDegrees: number;
  /** RMS of the error of frame-to-frame displacements, percent of d. */
  jitterPercent: number;
  /** Share of the influences (by count) that lie outside their bone's largest connected patch. */
  strayInfluenceShare: number;
  /** Error on the held-out frames, with fixed weights and bones that are fitted to these frames. */
  heldOut?: { frames: number[]; eRms: number; maxErrorPercent: number };
  /** E_RMS of each clip over all its frames, if there are several. */
  errorPerClip?: { name: string; eRms: number }[];
  /** Error with the correction, and its size. */
  corrected?: CorrectionReport;
  /** The error curve from which the number of bones was chosen. */
  curve?: { bones: number; eRms: number }[];
  /** The cost of connected patches, if a solve compared them with islands. */
  connection?: ConnectionCost;
  /** The cost of local weights, if the solve made them local. */
  locality?: LocalityReport;
  /** The method's own figures by name, such as the error before weights were made sparse. */
  figures?: Record<string, number>;
  /** 8 · rigBytes / (V F): the size of weights and motion, without the rest pose; missing in older reports. */
  bitsPerVertexFrame?: number;
  /** The weights were changed after this report, by hand or by a reduction. */
  weightsChanged?: boolean;
  bonesAsked: number | null;
  bones: number;
  /** Why the number of bones differs from the request, or null. */
  bonesReason: string | null;
  /**
   * For a solve with a limit of seconds: whether it reached its own end in time, so that more time would change
   * nothing.
   */
  converged?: boolean;
  /** Sentences about steps that were left out because a limit of seconds or *Keep this* ended the solve. */
  cutShort?: string[];
  /** Sentences about samples that the method left out to save time or memory. */
  notes?: string[];
  vertices: number;
  frames: number;
  /** The most influences of a vertex. */
  influences: number;
  meanInfluences: number;
  seconds: number;
  secondsPerPhase: Record<string, number>;
  iterations: number;
  /** E_RMS after each iteration. */
  errorPerIteration: number[];
  history: IterationRecord[];
  /** E_RMS of each frame, F. */
  errorPerFrame: number[];
  /**
   * Mean and standard deviation of the vertex distances of each frame, F each, percent of d; missing in older reports.
   */
  distancePerFrame?: { mean: number[]; deviation: number[] };
  /** The mean over the frames of their standard deviations, percent of d; missing in older reports. */
  distanceDeviationPercent?: number;
  /** RMS distance of each vertex over the frames, in the sequence's unit, V; left out of report.json. */
  errorPerVertex?: Float32Array;
  /** Rank of the trajectory basis, and the E_RMS of what it leaves out. */
  basisRank: number;
  basisTailERms: number;
  /** Number of threads that solved. Threads that did not start do not count. */
  threads: number;
  seed: number;
  /** Bytes of weights and motion, and of the sequence's positions. */
  rigBytes: number;
  sequenceBytes: number;
}

/** The figures that are measured on a rig and its sequence. */
export type Measures = Pick<
  SolveReport,
  | "eRms"
  | "rmsePercent"
  | "maxErrorPercent"
  | "normalErrorDegrees"
  | "jitterPercent"
  | "strayInfluenceShare"
  | "influences"
  | "meanInfluences"
  | "errorPerFrame"
  | "distancePerFrame"
  | "distanceDeviationPercent"
  | "rigBytes"
  | "sequenceBytes"
  | "bitsPerVertexFrame"
> & { errorPerVertex: Float32Array };

/** The report of the final rig, including its correction if it has one. */
export function asDelivered(report: SolveReport): SolveReport {
  const { corrected } = report;
  if (!corrected) return report;
  const { eRms, maxErrorPercent, measures } = corrected;
  // Errors per vertex that were measured without the correction are not the rig's errors.
  const { errorPerVertex: _, ...others } = report;
  return { ...others, rmsePercent: rmsPercent(eRms), ...measures, eRms, maxErrorPercent };
}

/** The report without its numbers per vertex, as in JSON. */
export function withoutVertexErrors({ errorPerVertex: _, ...report }: SolveReport): SolveReport {
  if (!report.corrected?.measures) return report;
  const { errorPerVertex: _errors, ...measures } = report.corrected.measures;
  return { ...report, corrected: { ...report.corrected, measures } };
}

/** The data that is shown during a solve. */
export interface SolveSnapshot {
  history: IterationRecord[];
  eRms: number;
}
