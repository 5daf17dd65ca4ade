import type { CorrectionQuestion } from "../correct/correction-question";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { OpenedSequence } from "../model/mesh/streamed-sequence";
import type { ProjectParts } from "../model/project-parts";
import type { CorrectionReport, SolveReport, SolveSnapshot } from "../model/reports/solve-report";
import type { BoneEdit } from "../model/rig/bone-edit";
import type { Rig } from "../model/rig/rig";
import type { SolveLocks, SolveSettings } from "../model/solve/solve-settings";

export interface DroppedFile {
  /** Path within the dropped folder: "shot_010/hound.0001.obj". A File's own relative path does not survive cloning. */
  path: string;
  file: Blob;
}

export type { OpenChoice } from "../model/files/open-choice";

/**
 * The opened content: a bare sequence, a sequence with the skeleton of its file (which has no report), or a project.
 */
export interface OpenResult extends ProjectParts {
  sequence: OpenedSequence;
  rig: Rig | null;
  report: SolveReport | null;
}

/** The parts of a project besides its sequence, rig and report. */
export type ProjectExtras = Omit<OpenResult, "sequence" | "rig" | "report">;

/** A rig from a file other than the open one, in its rest pose. */
export interface RigBeside {
  sequence: MeshSequence;
  rig: Rig;
}

export interface SolveResult {
  rig: Rig;
  report: SolveReport;
}

export type CorrectionInput = CorrectionQuestion;

export interface CorrectionResult {
  rig: Rig;
  report: CorrectionReport;
}

/** Which parts of a rig are changed by hand, and which may not change with them. */
export interface EditBonesInput {
  sequence: MeshSequence;
  rig: Rig;
  edit: BoneEdit;
  settings: SolveSettings;
  locks: SolveLocks | null;
}

export interface EditBonesResult {
  rig: Rig;
  /** B: each bone's number before the edit, or −1 for a new bone. */
  origin: Int32Array;
  /** E_RMS of the old rig. */
  before: number;
  /** The new rig's figures, as in a report. */
  measures: Partial<SolveReport> & Pick<SolveReport, "eRms" | "maxErrorPercent">;
}

/** The current rig during a solve. */
export interface SolvePartial {
  rig: Rig;
  snapshot: SolveSnapshot;
}
