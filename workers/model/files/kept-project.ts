/** What is kept of projects in the browser, as the studio knows it. */
import type { SolveLocks, SolveSettings } from "../solve/solve-settings";

/** The step of the history that a version was kept after. */
export interface KeptStep {
  /** "Solve 20 bones, auto". */
  label: string;
  /** Name of an icon. */
  icon: string;
}

/** A state of a project that is kept whole. */
export interface KeptVersion extends KeptStep {
  /** Unique within the project. */
  id: string;
  /** Milliseconds since the epoch. */
  time: number;
  /** What it takes by itself; parts that it shares with older versions count for the oldest. */
  bytes: number;
  /** The version that it was made from, or null. */
  parent: string | null;
}

export interface KeptProject {
  id: string;
  name: string;
  /** The complete ones, newest first. Empty where there is nothing but a problem. */
  versions: KeptVersion[];
  /** What it takes in all. */
  bytes: number;
  /** Some of it was made by a newer Sinew: it may be opened as a copy only. */
  isNewer: boolean;
  /** Whether a tab has it open, which may be this one. */
  isOpen: boolean;
  /** What cannot be read of it, and what to do, in a sentence; or null. */
  problem: string | null;
}

/** The parts of a version by the names of their files; known ones are not written again. */
export interface KeptParts {
  mesh: string;
  /** Null where the frames fit into the mesh's part. */
  frames: string | null;
  state: string;
}

/** What a version keeps beside its parts. */
export interface KeptBeside {
  settings: SolveSettings | null;
  locks: SolveLocks | null;
  /** Rows of a comparison, as the studio stores them. */
  runs: readonly object[];
}

/** A version as it is read. */
export interface LoadedVersion {
  version: KeptVersion;
  /** A .sinew file. */
  file: Blob;
  /** Null for versions that were kept as one file. */
  parts: KeptParts | null;
  settings: Partial<SolveSettings> | null;
  locks: SolveLocks | null;
  runs: readonly object[];
  /** How the project was looked at last, as the studio kept it; null where it is not known. */
  view: unknown;
  /** Sentences about what could not be read and was left out. */
  dropped: string[];
}
