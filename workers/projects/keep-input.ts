import type { ProjectState, SequenceSizes } from "../formats/project/write";
import type { KeptBeside, KeptParts, KeptStep } from "../model/files/kept-project";
import type { MeshSequence } from "../model/mesh/mesh-sequence";

/** A state of the document that is to be kept as a version. */
export interface KeepInput extends KeptBeside, KeptStep {
  /** What the project is called. */
  name: string;
  /** The version that it was made from, or null. */
  parent: string | null;
  /** Parts that are on the disk already; a part that is named here need not be given. */
  known: Partial<KeptParts>;
  /** Null where mesh and frames are known. */
  sequence: MeshSequence | null;
  sizes: SequenceSizes;
  /** Null where it is known. */
  state: ProjectState | null;
}

/** Known parts that are not on the disk any more: they have to be given. */
export interface MissingParts {
  missing: (keyof KeptParts)[];
}
