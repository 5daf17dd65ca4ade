import type { ProjectsClient, SolverClient } from "../../../workers/client";
import type { KeptFile, KeptProject } from "../../../workers/model/files/kept-project";
import { serviceKey } from "../../actions/service";
import { download, safeFileName } from "../../common/download";
import { formatBytes } from "../../common/format";
import type { DocumentState } from "../../document/document";
import { projectExtras } from "../../document/project-extras";
import { isSameProject, type Keeping } from "../../document/projects/keeping";
import type { OpenProject } from "../../document/projects/open-project";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import type { InFile } from "../../document/session/work";
import type { Stores } from "../../document/stores";
import {
  askForPlace,
  canWriteFiles,
  mayRead,
  mayWrite,
  replaceFile,
  type WritableHandle,
} from "./file-access";
import type { FileMemory, RememberedFile } from "./file-handles";

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

export interface ProjectFilesParts {
  /** Runs instead of a save to a file that somebody else has changed. */
  askAboutChange(): Promise<void>;
  projects: Pick<ProjectsClient, "describe">;
  keeping: Pick<Keeping, "projectOf" | "onKept" | "savedAsFile">;
  client: Pick<SolverClient, "saveProject">;
  memory: FileMemory;
}

/** The file of a project, as far as this session knows it. */
interface Entry {
  name: string;
  /** Null until it is read from the browser's memory, and for downloads. */
  file: RememberedFile | null;
  /** The state that the file has; null if it is not a state of this session. */
  state: Partial<DocumentState> | null;
}

/** A saved version of a project. */
interface Version {
  id: string;
  state: Partial<DocumentState>;
}

export function createProjectFiles(stores: Stores, parts: ProjectFilesParts): ProjectFiles {
  const { projects, keeping, client, memory, askAboutChange } = parts;
  const entries = new WeakMap<OpenProject, Entry>();
  const versions = new WeakMap<OpenProject, Version>();

  const projectNow = () => {
    const { sequence } = stores.document.getState();
    return sequence && keeping.projectOf(sequence.frames);
  };
  const entryNow = () => {
    const project = projectNow();
    return project ? (entries.get(project) ?? null) : null;
  };

  /** Shows whether the file has the latest changes. */
  function compare(): void {
    const entry = entryNow();
    const isSame = entry?.state && isSameProject(stores.document.getState(), entry.state);
    const inFile: InFile = entry === null ? null : isSame ? "same" : "changed";
    if (stores.work.getState().inFile !== inFile) stores.work.setState({ inFile });
  }

  /** The saved version that the file has; "" if no version is like it. */
  function versionIn({ state }: Entry, kept: Version): string {
    return state && isSameProject(kept.state, state) ? kept.id : "";
  }

  /** The file counts as saved only once a reload would know it: the artist may close the tab then. */
  async function noteFile(project: OpenProject, entry: Entry): Promise<void> {
    entries.set(project, entry);
    if (entry.file) await memory.remember(project.id, entry.file);
    const kept = versions.get(project);
    if (kept) await describe(project, entry, versionIn(entry, kept));
    compare();
  }

  /** Records in the project which of its versions the file has. */
  async function describe(project: OpenProject, { name }: Entry, version: string): Promise<void> {
    const file: KeptFile = { name, version };
    await projects.describe(project.id, { file }).catch(() => {
      // Only the mark on the start page is missing.
    });
  }

  async function bytesOf(state: DocumentState): Promise<Uint8Array> {
    const { sequence, rig, report } = state;
    const input = { sequence: sequence!, rig, report, ...projectExtras(stores, state) };
    return client.saveProject(input).result;
  }

  async function fileNow(): Promise<RememberedFile | null> {
    const project = projectNow();
    const entry = entryNow();
    if (!project || !entry) return null;
    entry.file ??= await memory.recall(project.id);
    return entry.file;
  }

  async function changedFile(): Promise<File | null> {
    const known = await fileNow();
    if (!known || !(await mayRead(known.handle))) return null;
    const file = await known.handle.getFile();
    return file.lastModified === known.modified && file.size === known.bytes ? null : file;
  }

  /** The place to save to: the project's file if it may be written, or one that the artist chooses. */
  async function placeFor(name: string, isNew: boolean): Promise<WritableHandle | null> {
    const known = (await fileNow())?.handle ?? null;
    if (isNew || !known) return askForPlace(`${safeFileName(name)}.sinew`, known);
    if (await mayWrite(known)) return known;
    const body = "Allow it when the browser asks, or save under another name.";
    toast(stores, `Sinew may not write to ${known.name}`, body, {
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
      if (!isNew && (await changedFile())) return await askAboutChange();
      const bytes = await bytesOf(state);
      const { lastModified, size } = await replaceFile(handle, bytes);
      const file = { handle, modified: lastModified, bytes: size };
      await noteFile(keeping.projectOf(sequence.frames), { name: handle.name, file, state });
      reportSaved(handle.name, bytes.length, "");
    } catch (error) {
      reportError(stores, error, "Saving the project");
    }
  }

  async function saveDownload(state: DocumentState): Promise<void> {
    const bytes = await bytesOf(state);
    const { name, frames } = state.sequence!;
    const to = `${safeFileName(name)}.sinew`;
    download(bytes, to, "application/octet-stream");
    await noteFile(keeping.projectOf(frames), { name: to, file: null, state });
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

  keeping.onKept((project, { version, state }) => {
    const saved = { id: version.id, state };
    versions.set(project, saved);
    const entry = entries.get(project);
    if (entry && versionIn(entry, saved) !== "") void describe(project, entry, version.id);
  });
  stores.document.subscribe(compare);

  return {
    save: () => write(false),
    saveAs: () => write(true),
    readFrom(handle, { lastModified, size }) {
      const state = stores.document.getState();
      if (!state.sequence) return;
      const file = { handle, modified: lastModified, bytes: size };
      void noteFile(keeping.projectOf(state.sequence.frames), { name: handle.name, file, state });
    },
    restored({ file }, version, state) {
      if (!state.sequence) return;
      const project = keeping.projectOf(state.sequence.frames);
      versions.set(project, { id: version, state });
      if (!file) return;
      const isSame = file.version === version;
      entries.set(project, { name: file.name, file: null, state: isSame ? state : null });
      compare();
    },
    changedFile,
    savedState: () => entryNow()?.state ?? null,
    settled({ lastModified, size }, state) {
      const entry = entryNow();
      const project = projectNow();
      if (!entry?.file || !project) return;
      const file = { ...entry.file, modified: lastModified, bytes: size };
      void noteFile(project, { ...entry, file, state });
    },
  };
}
