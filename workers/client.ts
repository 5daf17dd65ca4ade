import type { MeshSequence, UpAxis } from "./model/mesh-sequence";
import type { Rig } from "./model/rig";
import type { SolveReport, SolveSnapshot } from "./model/solve-report";
import type { SolveLocks, SolveSettings } from "./model/solve-settings";
import type { SourceInfo } from "./model/source-info";
import type { Progress } from "./model/task";

/** Something that the engine is doing. `result` always settles: value, SinewError, CancelledError or a bug. */
export interface Job<T, Partial = never> {
  readonly id: number;
  readonly result: Promise<T>;
  cancel(): void;
  pause(): void;
  resume(): void;
  /** Finish now, with the best result so far. */
  keep(): void;
  /** Both return a function that stops listening. */
  onProgress(listen: (progress: Progress) => void): () => void;
  onPartial(listen: (partial: Partial) => void): () => void;
}

export interface DroppedFile {
  /** Path within what was dropped: "shot_010/hound.0001.obj". A File's own relative path does not survive cloning. */
  path: string;
  file: Blob;
}

export interface OpenChoice {
  clips: number[];
  fps: number | null;
  upAxis: UpAxis | null;
  metresPerUnit: number | null;
  restFrame: number | null;
}

export interface SolveResult {
  rig: Rig;
  report: SolveReport;
}

/** The rig as it is during a solve. */
export interface SolvePartial {
  rig: Rig;
  snapshot: SolveSnapshot;
}

export interface GlbExportOptions {
  /** Largest number of influences a vertex keeps in the file. */
  influences: number;
  /** Indices into the sequence's clips. */
  clips: number[];
  upAxis: UpAxis;
}

/** What a file would cost, before it is written. */
export interface GlbExportResult {
  bytes: Uint8Array;
  /** E_RMS of the rig as it is, and as the file has it. */
  eRmsNow: number;
  eRmsInFile: number;
  /** Largest distance between the two, in the sequence's unit. */
  largestAdded: number;
  /** Vertices that lose influences. */
  verticesReduced: number;
  /** Bytes by kind: weights, animation, mesh, other. */
  bytesByKind: { weights: number; animation: number; mesh: number; other: number };
  /** Sentences of the Khronos validator; empty when it is clean. */
  validatorMessages: string[];
}

/** What was opened: a bare sequence, or a project with its rig. */
export interface OpenResult {
  sequence: MeshSequence;
  rig: Rig | null;
  report: SolveReport | null;
}

/** The only door from the studio to the engine. One instance, made by app/main.tsx. */
export interface SolverClient {
  readonly threads: number;
  /** Whether threads share memory here. */
  readonly isolated: boolean;
  /** What is in these files? Several sources where the files hold several. */
  inspect(files: DroppedFile[]): Job<SourceInfo[]>;
  /** Reads one source of the last `inspect`. */
  read(source: number, choice: OpenChoice): Job<OpenResult>;
  /** A newer solve supersedes an older one, which then ends with CancelledError. */
  decompose(
    sequence: MeshSequence,
    settings: SolveSettings,
    from?: { rig: Rig; locks: SolveLocks | null },
  ): Job<SolveResult, SolvePartial>;
  exportGlb(sequence: MeshSequence, rig: Rig, options: GlbExportOptions): Job<GlbExportResult>;
  exportRigJson(sequence: MeshSequence, rig: Rig, report: SolveReport | null): Job<Uint8Array>;
  /** The project as a .sinew file. */
  saveProject(sequence: MeshSequence, rig: Rig | null, report: SolveReport | null): Job<Uint8Array>;
  dispose(): void;
}
