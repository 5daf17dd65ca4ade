import { formatBytes, formatDay } from "../../../common/format";
import type { DocumentState } from "../../../document/document";
import { openSequence } from "../../../document/sequence-commands";
import { reportError } from "../../../document/session/report-error";
import { answerToasts, toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";
import type { Opening } from "../../open/opening";
import type { ProjectFiles } from "../project-files";
import type { Conflicts, OtherSide } from "./conflicts";

interface FileSideParts {
  files: Pick<ProjectFiles, "changedFile" | "savedState" | "settled" | "save">;
  opening: Pick<Opening, "readProject">;
  conflicts: Pick<Conflicts, "show">;
}

async function readFileSide(
  stores: Stores,
  { files, opening }: FileSideParts,
  file: File,
): Promise<OtherSide> {
  const { sequence, rig, report, ...extras } = await opening.readProject(file, file.name);
  // The file has no solve settings and no locks, so mine stay.
  const { settings, locks, sequence: own } = stores.document.getState();
  const opened = openSequence(stores, sequence, rig, report, { settings, locks: null }, extras);
  return {
    title: `${file.name} was saved by somebody else`,
    names: { mine: own?.name ?? "", theirs: `${file.name}, ${formatBytes(file.size)}` },
    time: file.lastModified,
    theirs: { ...(opened.after as Partial<DocumentState>), locks },
    base: files.savedState(),
    step: { label: `${file.name} of ${formatDay(file.lastModified)}`, icon: "file" },
    isVersion: false,
    settled: (state) => files.settled(file, state),
    saveMine: files.save,
  };
}

/** Reads the project's file if somebody else changed it, and shows both states. */
export async function compareWithFile(stores: Stores, parts: FileSideParts): Promise<void> {
  try {
    const file = await parts.files.changedFile();
    if (!file) {
      toast(stores, "The file has not changed", "Nobody saved it since you opened or saved it here.");
      return;
    }
    const other = await readFileSide(stores, parts, file);
    if (parts.conflicts.show(other)) return;
    other.settled(stores.document.getState());
    toast(stores, "Both have the same content", `${file.name} has what you see here.`);
  } catch (error) {
    reportError(stores, error, "Comparing with the file");
  }
}

/** When the artist returns to the page, says once that somebody else has changed the project's file. */
export function followFile(stores: Stores, files: Pick<ProjectFiles, "changedFile">): void {
  let told = 0;
  stores.document.subscribe(
    (state) => state.sequence,
    () => answerToasts(stores, "file.compare-file"),
  );
  window.addEventListener("focus", async () => {
    const file = await files.changedFile().catch(() => null);
    if (!file || file.lastModified === told) return;
    told = file.lastModified;
    toast(stores, `${file.name} was changed`, `Somebody else saved it: ${formatDay(file.lastModified)}.`, {
      kind: "warning",
      offer: { action: "file.compare-file", label: "Compare…" },
      about: "changed file",
    });
  });
}
