import type { SolverClient } from "../../../workers/client";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { serviceKey } from "../../actions/service";
import { download, safeFileName } from "../../common/download";
import { formatBytes } from "../../common/format";
import type { DocumentState } from "../../document/document";
import { projectExtras } from "../../document/project-extras";
import type { Keeping } from "../../document/projects/keeping";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import type { Stores } from "../../document/stores";
import { askForPlace, canWriteFiles, mayWrite, replaceFile, type WritableHandle } from "./file-access";
import type { RememberedFile } from "./file-handles";
import { KnownFiles, type KnownFilesParts } from "./known-files";

/** Saves the open project to a .sinew file, and knows whether the file has the latest changes. */
export interface ProjectFiles {
  /** Saves to the project's file, or asks for a place if it has none. Call it from a user gesture. */
  save(): Promise<void>;
  /** Asks for a place and saves there, now and from then on. */
  saveAs(): Promise<void>;
  /** Notes that the open document was read from this file. */
  readFrom(handle: WritableHandle, file: File): void;
  /** Notes that the document was restored from a saved project, whose file may be older or newer. */
  restored(project: KeptProject, version: string, state: Partial<DocumentState>): void;
  /**
   * The file of the open project, if somebody else changed it since this studio read or wrote it; null if not, or if
   * it cannot be read without asking.
   */
  changedFile(): Promise<File | null>;
  /** The state that the file had when this studio last read or wrote it; null if it is not known. */
  savedState(): Partial<DocumentState> | null;
  /** Notes that the artist has seen the changed file, which has this state. */
  settled(file: File, state: Partial<DocumentState>): void;
}

export const PROJECT_FILES = serviceKey<ProjectFiles>("project files");

export interface ProjectFilesParts extends KnownFilesParts {
  /** Runs instead of a save to a file that somebody else has changed. */
  askAboutChange(): Promise<void>;
  keeping: KnownFilesParts["keeping"] & Pick<Keeping, "savedAsFile">;
  client: Pick<SolverClient, "saveProject">;
}

export function createProjectFiles(stores: Stores, parts: ProjectFilesParts): ProjectFiles {
  const { keeping, client, askAboutChange } = parts;
  const known = new KnownFiles(stores, parts);

  async function bytesOf(state: DocumentState): Promise<Uint8Array> {
    const { sequence, rig, report } = state;
    const input = { sequence: sequence!, rig, report, ...projectExtras(stores, state) };
    return client.saveProject(input).result;
  }

  /** The place to save to: the project's file if it may be written, or one that the artist chooses. */
  async function placeFor(name: string, isNew: boolean): Promise<WritableHandle | null> {
    const handle = (await known.place())?.handle ?? null;
    if (isNew || !handle) return askForPlace(`${safeFileName(name)}.sinew`, handle);
    if (await mayWrite(handle)) return handle;
    const body = "Allow it when the browser asks, or save under another name.";
    toast(stores, `Sinew may not write to ${handle.name}`, body, {
      kind: "warning",
      offer: { action: "file.save-as", label: "Save as…" },
      about: "refused file",
    });
    return null;
  }

  async function write(isNew: boolean): Promise<void> {
    const state = stores.document.getState();
    const { sequence } = state;
    if (!sequence) return;
    try {
      if (!canWriteFiles()) return await saveDownload(state);
      const handle = await placeFor(sequence.name, isNew);
      if (!handle) return;
      if (!isNew && (await known.changed())) return await askAboutChange();
      const bytes = await bytesOf(state);
      await known.note(state, handle.name, remembered(handle, await replaceFile(handle, bytes)));
      reportSaved(handle.name, bytes.length, "");
    } catch (error) {
      reportError(stores, error, "Saving the project");
    }
  }

  async function saveDownload(state: DocumentState): Promise<void> {
    const bytes = await bytesOf(state);
    const to = `${safeFileName(state.sequence!.name)}.sinew`;
    download(bytes, to, "application/octet-stream");
    await known.note(state, to, null);
    reportSaved(
      to,
      bytes.length,
      "It is in your downloads: this browser cannot write to a file of your choice.",
    );
  }

  function reportSaved(name: string, bytes: number, more: string): void {
    // The work is safe now, even if the browser's storage is full.
    if (stores.work.getState().saved?.state === "failed") keeping.savedAsFile();
    toast(stores, `Saved ${name}`, [formatBytes(bytes), more].filter(Boolean).join(". "));
  }

  return {
    save: () => write(false),
    saveAs: () => write(true),
    readFrom: (handle, file) =>
      void known.note(stores.document.getState(), handle.name, remembered(handle, file)),
    restored: (project, version, state) => known.restored(project, version, state),
    changedFile: () => known.changed(),
    savedState: () => known.savedState,
    settled: (file, state) => known.settled(file, state),
  };
}

const remembered = (handle: WritableHandle, { lastModified, size }: File): RememberedFile => ({
  ...{ handle, modified: lastModified, bytes: size },
});
