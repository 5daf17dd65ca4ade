/** One outer iteration of a solve, as the error chart shows it. */
export interface IterationRecord {
  /** E_RMS of the state that is kept. */
  eRms: number;
  /** E_RMS with the smoothness term under the root: what never rises. Equal to `eRms` without smoothing. */
  objective?: number;
  /** Seconds since the solve began. */
  seconds: number;
  /** What happened here that is not an ordinary step: a new start, a bone removed and set elsewhere. */
  event: "start" | "restart" | "reinitialised" | "move" | "rest pose" | "islands" | null;
}

/** What a correction of the residual reports (Kry, James & Pai 2002). */
export interface CorrectionReport {
  rank: number;
  eRms: number;
  maxErrorPercent: number;
  /** Bytes of shapes and their weights. */
  bytes: number;
  /** The other figures of the report, with the correction; not in reports of before they were measured. */
  measures?: CorrectedMeasures;
}

/** What a correction changes of a report besides its error and its largest distance. */
export type CorrectedMeasures = Pick<
  SolveReport,
  "rmsePercent" | "normalErrorDegrees" | "jitterPercent" | "errorPerFrame" | "errorPerClip" | "errorPerVertex"
>;

/** What a decomposition reports. Field names are those of the command line's report.json. */
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
  /** Error on the frames that the fit did not see, with bones fitted to them and the weights as they are. */
  heldOut?: { frames: number[]; eRms: number; maxErrorPercent: number };
  /** E_RMS of each clip over all its frames, where there are several. */
  errorPerClip?: { name: string; eRms: number }[];
  /** Error with the correction of what remains, and what that takes. */
  corrected?: CorrectionReport;
  /** Error against bones that the number of bones was chosen from. */
  curve?: { bones: number; eRms: number }[];
  /** Figures of the method itself, by name, such as the error before weights were made sparse. */
  figures?: Record<string, number>;
  /** 8 · rigBytes / (V F): what weights and motion take, the rest pose not counted; not in reports of before it was there. */
  bitsPerVertexFrame?: number;
  /** Weights were changed by hand since this was measured. */
  weightsChanged?: boolean;
  bonesAsked: number | null;
  bones: number;
  /** Why fewer or more bones than asked, or null. */
  bonesReason: string | null;
  /** With a limit of seconds: whether the solve came to its own end before it, so that more would change nothing. */
  converged?: boolean;
  /** What was left undone because a limit of seconds or *Keep this* ended the solve, as sentences. */
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
  /** Rank of the trajectory basis, and the E_RMS of what it leaves out. */
  basisRank: number;
  basisTailERms: number;
  /** Threads that solved, without those that did not start. */
  threads: number;
  seed: number;
  /** Bytes of weights and motion, and of the sequence's positions. */
  rigBytes: number;
  sequenceBytes: number;
}

/** The report of the rig as it is delivered: its correction included, where it has one. */
export function asDelivered(report: SolveReport): SolveReport {
  const { corrected } = report;
  if (!corrected) return report;
  const { eRms, maxErrorPercent, measures } = corrected;
  // Errors of vertices that were measured without the correction are not those of the rig.
  const { errorPerVertex: _, ...others } = report;
  return { ...others, rmsePercent: (eRms * Math.sqrt(3)) / 20, ...measures, eRms, maxErrorPercent };
}

/** The report without its numbers of each vertex: as JSON has it. */
export function withoutVertexErrors({ errorPerVertex: _, ...report }: SolveReport): SolveReport {
  if (!report.corrected?.measures) return report;
  const { errorPerVertex: _errors, ...measures } = report.corrected.measures;
  return { ...report, corrected: { ...report.corrected, measures } };
}

/** What is shown while a solve runs. */
export interface SolveSnapshot {
  history: IterationRecord[];
  eRms: number;
}
