import { significant } from "./figures";

/** One outer iteration of a solve, for the error chart. */
export interface IterationRecord {
  /** E_RMS of the state that is kept. */
  eRms: number;
  /** E_RMS with the smoothness term under the root, which never rises. It equals `eRms` without smoothing. */
  objective?: number;
  /** Seconds since the solve began. */
  seconds: number;
  /** An event that is not an ordinary step: a new start, or a bone that moved elsewhere. */
  event: "start" | "restart" | "reinitialised" | "move" | "rest pose" | "islands" | null;
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
  "rmsePercent" | "normalErrorDegrees" | "jitterPercent" | "errorPerFrame" | "errorPerClip" | "errorPerVertex"
>;

/** What it costs to keep influence in connected patches (`auto`). */
export interface ConnectionCost {
  /** By how many percent connected patches raise the error; below 0 if they lower it. */
  costPercent: number;
  /** Whether the rig has connected patches; else its islands were left. */
  connected: boolean;
}

/** Below this share of the error, in percent, patches cost nothing worth a word. */
const UNNOTICED = 0.1;

/** What to say about the cost of patches, and the other choice; null where there is nothing to say. */
export function connectionWords({ costPercent, connected }: ConnectionCost): {
  sentence: string;
  other: "connect" | "leave";
} | null {
  if (connected && costPercent < UNNOTICED) return null;
  const cost = significant(costPercent, 2);
  return connected
    ? { sentence: `Connected patches cost ${cost} % of error: islands were removed.`, other: "leave" }
    : { sentence: `Connected patches would cost ${cost} % of error, so islands stay.`, other: "connect" };
}

/** The report of a decomposition. Field names are those of the command line's report.json. */
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
  /** Error on the held-out frames, with bones fitted to them and fixed weights. */
  heldOut?: { frames: number[]; eRms: number; maxErrorPercent: number };
  /** E_RMS of each clip over all its frames, if there are several. */
  errorPerClip?: { name: string; eRms: number }[];
  /** Error with the correction, and its size. */
  corrected?: CorrectionReport;
  /** The error curve that the number of bones comes from. */
  curve?: { bones: number; eRms: number }[];
  /** What connected patches cost, where they were weighed against islands. */
  connection?: ConnectionCost;
  /** The method's own figures by name, such as the error before weights were made sparse. */
  figures?: Record<string, number>;
  /** 8 · rigBytes / (V F): the size of weights and motion, without the rest pose; missing in older reports. */
  bitsPerVertexFrame?: number;
  /** Weights were changed by hand since this report. */
  weightsChanged?: boolean;
  bonesAsked: number | null;
  bones: number;
  /** Why the number of bones differs from the request, or null. */
  bonesReason: string | null;
  /**
   * With a limit of seconds: whether the solve reached its own end before it, so that more time would change nothing.
   */
  converged?: boolean;
  /** Sentences about steps that there was no time for, because a limit of seconds or *Keep this* ended the solve. */
  cutShort?: string[];
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
  /** RMS distance of each vertex over the frames, in the sequence's unit, V; left out of report.json. */
  errorPerVertex?: Float32Array;
  /** Rank of the trajectory basis, and the E_RMS of its tail. */
  basisRank: number;
  basisTailERms: number;
  /** Number of solving threads, without those that did not start. */
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
  | "rigBytes"
  | "sequenceBytes"
  | "bitsPerVertexFrame"
> & { errorPerVertex: Float32Array };

/** The report of the final rig, including its correction if it has one. */
export function asDelivered(report: SolveReport): SolveReport {
  const { corrected } = report;
  if (!corrected) return report;
  const { eRms, maxErrorPercent, measures } = corrected;
  // Errors per vertex that were measured without the correction are not those of the rig.
  const { errorPerVertex: _, ...others } = report;
  return { ...others, rmsePercent: (eRms * Math.sqrt(3)) / 20, ...measures, eRms, maxErrorPercent };
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
