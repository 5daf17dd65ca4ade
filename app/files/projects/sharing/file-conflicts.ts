import { createStore } from "zustand/vanilla";
import { serviceKey } from "../../../actions/service";
import { formatDay } from "../../../common/format";
import type { DocumentState } from "../../../document/document";
import type { Command, History } from "../../../document/history/history";
import type { Keeping } from "../../../document/projects/keeping";
import { openSequence } from "../../../document/sequence-commands";
import { reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import { type Stores, storeKey } from "../../../document/stores";
import type { Opening } from "../../open/opening";
import type { ProjectFiles } from "../project-files";
import { mergedStates, whyNotMergeable } from "./merge-states";
import { type Difference, differences, PARTS } from "./project-parts";
import { sameContent } from "./same-content";

/** Two states of one project: the open one, and the one in its file, which somebody else saved. */
export interface Conflict {
  file: File;
  theirs: Partial<DocumentState>;
  parts: Difference[];
  /** Why they cannot be merged, or null. */
  notMerged: string | null;
}

/** The conflict that the dialog shows; null if there is none. */
export const CONFLICT = storeKey(() =>
  createStore<{ conflict: Conflict | null }>()(() => ({ conflict: null })),
);

export type Choice = "mine" | "theirs" | "merge";

export interface FileConflicts {
  /** Reads the project's file if somebody else changed it, and shows both states. */
  compare(): Promise<void>;
  /** Takes one of the two, or merges them. The other becomes a version of the project. */
  settle(choice: Choice): Promise<void>;
  close(): void;
}

export const FILE_CONFLICTS = serviceKey<FileConflicts>("file conflicts");

interface FileConflictsParts {
  files: Pick<ProjectFiles, "changedFile" | "savedState" | "settled" | "save">;
  opening: Pick<Opening, "readProject">;
  keeping: Pick<Keeping, "belongs" | "projectOf" | "flush">;
  history: History;
}

export function createFileConflicts(stores: Stores, parts: FileConflictsParts): FileConflicts {
  const { files, opening, keeping, history } = parts;
  const store = stores.of(CONFLICT);
  const close = () => store.setState({ conflict: null });

  async function read(file: File): Promise<Conflict> {
    const { sequence, rig, report, ...extras } = await opening.readProject(file, file.name);
    const mine = stores.document.getState();
    // The file has no solve settings and no locks, so mine stay.
    const kept = { settings: mine.settings, locks: null };
    const read = openSequence(stores, sequence, rig, report, kept, extras).after as Partial<DocumentState>;
    const { locks: _, ...theirs } = read;
    // Frames identify a project, so the same mesh must stay the same object.
    const isSame = sameContent({ ...sequence, name: "" }, { ...mine.sequence, name: "" });
    const state = isSame ? { ...theirs, sequence: mine.sequence } : theirs;
    const found = differences(mine, state, files.savedState());
    return { file, theirs: state, parts: found, notMerged: whyNotMergeable(found) };
  }

  /** Sets fields as one step. Unlike `patch` it takes layers and locked weights from `fields` as they are. */
  function step(label: string, icon: Command["icon"], fields: Partial<DocumentState>): void {
    const state = stores.document.getState();
    const keys = Object.keys(fields) as (keyof DocumentState)[];
    const before = Object.fromEntries(keys.map((key) => [key, state[key]]));
    const apply = (next: Partial<DocumentState>) => stores.document.setState(next);
    history.run({ label, icon, before, after: fields, apply } as Command);
  }

  /** Opens theirs as a step of the same project. */
  function takeTheirs({ file, theirs }: Conflict): void {
    const { sequence } = stores.document.getState();
    if (sequence && theirs.sequence && theirs.sequence !== sequence) {
      keeping.belongs(theirs.sequence.frames, keeping.projectOf(sequence.frames));
    }
    step(`${file.name} of ${formatDay(file.lastModified)}`, "file", theirs);
  }

  /** Saves theirs as a version, and returns to mine. */
  async function keepTheirsAsVersion(conflict: Conflict): Promise<void> {
    takeTheirs(conflict);
    await keeping.flush();
    history.undo();
  }

  async function settle(choice: Choice): Promise<void> {
    const { conflict } = store.getState();
    if (!conflict) return;
    close();
    const { file, theirs } = conflict;
    // Makes mine a version before anything changes.
    await keeping.flush();
    const base = files.savedState();
    if (choice === "theirs") {
      takeTheirs(conflict);
      files.settled(file, stores.document.getState());
      return;
    }
    const mine = stores.document.getState();
    await keepTheirsAsVersion(conflict);
    files.settled(file, theirs);
    if (choice === "mine") return files.save();
    const { fields, words } = mergedStates(mine, theirs, base);
    if (Object.keys(fields).length > 0) step(`Merge ${file.name}`, "merge", fields);
    toast(stores, `Merged with ${file.name}`, words.join(" "));
  }

  return {
    async compare() {
      try {
        const file = await files.changedFile();
        if (!file) {
          toast(stores, "The file has not changed", "Nobody saved it since you opened or saved it here.");
          return;
        }
        store.setState({ conflict: await read(file) });
      } catch (error) {
        reportError(stores, error, "Comparing with the file");
      }
    },
    settle: (choice) => settle(choice).catch((error) => reportError(stores, error, "Resolving the conflict")),
    close,
  };
}

/** When the artist returns to the page, says once that somebody else has changed the project's file. */
export function followFile(stores: Stores, files: Pick<ProjectFiles, "changedFile">): void {
  let told = 0;
  window.addEventListener("focus", async () => {
    const file = await files.changedFile().catch(() => null);
    if (!file || file.lastModified === told) return;
    told = file.lastModified;
    toast(stores, `${file.name} was changed`, `Somebody else saved it: ${formatDay(file.lastModified)}.`, {
      kind: "warning",
      offer: { action: "file.compare-file", label: "Compare…" },
    });
  });
}

/** The labels of the parts that `who` changed. */
export const partsBy = (parts: readonly Difference[], who: Difference["changedBy"]): string[] =>
  parts.filter(({ changedBy }) => changedBy === who).map(({ part }) => PARTS[part].label);
