import type { ProjectState, SequenceSizes } from "../formats/project/write";
import type {
  KeptBeside,
  KeptFigures,
  KeptParts,
  KeptStep,
  KeptVersion,
  SavedBy,
} from "../model/files/kept-project";
import type { OpenedSequence } from "../model/mesh/streamed-sequence";

/** A state of the document to save as a version. */
export interface KeepInput extends KeptBeside, KeptStep {
  /** Name of the project. */
  name: string;
  /** The version that it was made from, or null. */
  parent: string | null;
  figures: KeptFigures;
  by: SavedBy;
  /** Versions that the open history can go back to. They are not thinned out. */
  inUse: readonly string[];
  /** Parts that are already on the disk and need not be given. */
  known: Partial<KeptParts>;
  /** Null if mesh and frames are known. */
  sequence: OpenedSequence | null;
  sizes: SequenceSizes;
  /** Null if it is known. */
  state: ProjectState | null;
}

/** What a save has written. */
export interface KeptNow {
  version: KeptVersion;
  parts: KeptParts;
  /** The newest version that another tab has saved; null if there is none. */
  ofOthers: KeptVersion | null;
}

/** Known parts that are no longer on the disk and must be given. */
export interface MissingParts {
  missing: (keyof KeptParts)[];
}
