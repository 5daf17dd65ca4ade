/** The browser's saved projects, as the studio sees them. */
import type { SolveLocks, SolveSettings } from "../solve/solve-settings";

/** The step of the history after which a version was saved. */
export interface KeptStep {
  /** "Solve 20 bones, auto". */
  label: string;
  /** Name of an icon. */
  icon: string;
}

/** The figures of a version on the start page; null without a rig, or if its error was not measured. */
export interface KeptFigures {
  bones: number | null;
  eRms: number | null;
}

/** The pictures of a version, one for each theme of the studio. */
export interface KeptPictures {
  dark: Uint8Array;
  light: Uint8Array;
  type: "image/webp" | "image/png";
}

export type PictureTheme = "dark" | "light";

/** The .sinew file that a project was last saved to or read from. */
export interface KeptFile {
  /** "hound.sinew". */
  name: string;
  /** The version that the file has; empty if no version is like the file. */
  version: string;
}

/** Facts about a project that belong to none of its versions. */
export interface KeptAbout {
  /** The name that the artist gave it on the start page; null if it has the name of its newest version. */
  name: string | null;
  pinned: boolean;
  /** When it was moved to the bin, in milliseconds since the epoch; null if it is not in the bin. */
  deleted: number | null;
  file: KeptFile | null;
}

/** The tab that saved a version. Several tabs may have a project open, each with work of its own. */
export interface SavedBy {
  /** Unique for each time that a tab opens a project. */
  tab: string;
  /** The version in which this tab and the others last agreed: the one that it opened or merged; null for none. */
  since: string | null;
}

/** A saved state of a whole project. */
export interface KeptVersion extends KeptStep {
  /** Unique within the project. */
  id: string;
  /** Milliseconds since the epoch. */
  time: number;
  /** Its own size. A shared part counts for the oldest version that has it. */
  bytes: number;
  /** The version that it was made from, or null. */
  parent: string | null;
  /** Null for versions from before figures were saved. */
  figures: KeptFigures | null;
  hasPicture: boolean;
  /** Null for versions from before several tabs could have a project open. */
  by: SavedBy | null;
}

export interface KeptProject extends Omit<KeptAbout, "name"> {
  id: string;
  name: string;
  /** The complete versions, newest first. Empty if the project cannot be read. */
  versions: KeptVersion[];
  /** Its total size. */
  bytes: number;
  /** A newer Sinew wrote some of it, so it can only be opened as a copy. */
  isNewer: boolean;
  /** Whether a tab has it open, possibly this one. */
  isOpen: boolean;
  /** A sentence about the part that cannot be read and what to do; or null. */
  problem: string | null;
}

/** The parts of a version, by the names of their files. Parts that are already kept are not written again. */
export interface KeptParts {
  mesh: string;
  /** Null if the frames fit into the mesh's part. */
  frames: string | null;
  state: string;
}

/** Data of a version that is not in its parts. */
export interface KeptBeside {
  settings: SolveSettings | null;
  locks: SolveLocks | null;
  /** Rows of a comparison, as the studio stores them. */
  runs: readonly object[];
}

/** A loaded version. */
export interface LoadedVersion {
  version: KeptVersion;
  /** A .sinew file. */
  file: Blob;
  /** Null for versions saved as one file. */
  parts: KeptParts | null;
  settings: Partial<SolveSettings> | null;
  locks: SolveLocks | null;
  runs: readonly object[];
  /** The last view of the project, as the studio saved it; null if unknown. */
  view: unknown;
  /** Sentences about parts that could not be read and were left out. */
  dropped: string[];
}
