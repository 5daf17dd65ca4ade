import type { ProjectsClient } from "../../../../workers/client";
import { serviceKey } from "../../../actions/service";
import type { History } from "../../../document/history/history";
import type { Keeping } from "../../../document/projects/keeping";
import type { Stores } from "../../../document/stores";
import type { Opening } from "../../open/opening";
import type { ProjectFiles } from "../project-files";
import { type Conflicts, createConflicts } from "./conflicts";
import { compareWithFile } from "./file-side";
import { compareWithTab } from "./tab-side";

/** A project that others change too: in its file, or in other tabs of this browser. */
export interface Sharing extends Pick<Conflicts, "settle" | "close"> {
  /** Reads the project's file if somebody else changed it, and shows both states. */
  compareWithFile(): Promise<void>;
  /** Reads what another tab has saved of the open project, and shows both states. */
  compareWithTab(): Promise<void>;
}

export const SHARING = serviceKey<Sharing>("sharing");

interface SharingParts {
  files: Pick<ProjectFiles, "changedFile" | "savedState" | "settled" | "save">;
  projects: Pick<ProjectsClient, "load" | "project">;
  opening: Pick<Opening, "readProject">;
  keeping: Keeping;
  history: History;
}

export function createSharing(stores: Stores, parts: SharingParts): Sharing {
  const conflicts = createConflicts(stores, parts);
  const sides = { ...parts, conflicts };
  return {
    compareWithFile: () => compareWithFile(stores, sides),
    compareWithTab: () => compareWithTab(stores, sides),
    settle: conflicts.settle,
    close: conflicts.close,
  };
}
