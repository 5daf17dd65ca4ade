import type { ProjectsClient } from "../../../workers/client";
import type { KeptFile, KeptProject } from "../../../workers/model/files/kept-project";
import type { DocumentState } from "../../document/document";
import type { Keeping } from "../../document/projects/keeping";
import type { OpenProject } from "../../document/projects/open-project";
import { isSameProject } from "../../document/projects/project-changes";
import type { InFile } from "../../document/session/work";
import type { Stores } from "../../document/stores";
import { mayRead } from "./file-access";
import type { FileMemory, RememberedFile } from "./file-handles";

/** The file of a project, as far as this session knows it. */
interface KnownFile {
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

export interface KnownFilesParts {
  projects: Pick<ProjectsClient, "describe">;
  keeping: Pick<Keeping, "projectOf" | "onKept">;
  memory: FileMemory;
}

/** The files of projects: where each is, and whether it has the latest changes. Shows the latter on the page. */
export class KnownFiles {
  readonly #stores: Stores;
  readonly #parts: KnownFilesParts;
  readonly #files = new WeakMap<OpenProject, KnownFile>();
  readonly #versions = new WeakMap<OpenProject, Version>();

  constructor(stores: Stores, parts: KnownFilesParts) {
    this.#stores = stores;
    this.#parts = parts;
    parts.keeping.onKept((project, { version, state }) => this.#kept(project, { id: version.id, state }));
    stores.document.subscribe(() => this.#compare());
  }

  /** The state that the open project's file had when this studio last read or wrote it; null if it is not known. */
  get savedState(): Partial<DocumentState> | null {
    return this.#known?.state ?? null;
  }

  /** The place of the open project's file; null if it has none. */
  async place(): Promise<RememberedFile | null> {
    const project = this.#project;
    const known = this.#known;
    if (!project || !known) return null;
    known.file ??= await this.#parts.memory.recall(project.id);
    return known.file;
  }

  /**
   * The file of the open project, if somebody else changed it since this studio read or wrote it; null if not, or if
   * it cannot be read without asking.
   */
  async changed(): Promise<File | null> {
    const known = await this.place();
    if (!known || !(await mayRead(known.handle))) return null;
    const file = await known.handle.getFile();
    return file.lastModified === known.modified && file.size === known.bytes ? null : file;
  }

  /**
   * Notes that a file has this state of a project. It counts as saved only once a reload would know it: the artist may
   * close the tab then.
   * @param file null for a download.
   */
  async note(state: DocumentState, name: string, file: RememberedFile | null): Promise<void> {
    const { sequence } = state;
    if (sequence) await this.#note(this.#parts.keeping.projectOf(sequence.frames), { name, file, state });
  }

  /** Notes that the artist has seen the changed file of the open project, which has this state. */
  settled({ lastModified, size }: File, state: Partial<DocumentState>): void {
    const known = this.#known;
    const project = this.#project;
    if (!known?.file || !project) return;
    const file = { ...known.file, modified: lastModified, bytes: size };
    void this.#note(project, { ...known, file, state });
  }

  /** Notes that the document was restored from a saved project, whose file may be older or newer. */
  restored({ file }: KeptProject, version: string, state: Partial<DocumentState>): void {
    if (!state.sequence) return;
    const project = this.#parts.keeping.projectOf(state.sequence.frames);
    this.#versions.set(project, { id: version, state });
    if (!file) return;
    const isSame = file.version === version;
    this.#files.set(project, { name: file.name, file: null, state: isSame ? state : null });
    this.#compare();
  }

  get #project(): OpenProject | null {
    const { sequence } = this.#stores.document.getState();
    return sequence && this.#parts.keeping.projectOf(sequence.frames);
  }

  get #known(): KnownFile | null {
    const project = this.#project;
    return project ? (this.#files.get(project) ?? null) : null;
  }

  async #note(project: OpenProject, known: KnownFile): Promise<void> {
    this.#files.set(project, known);
    if (known.file) await this.#parts.memory.remember(project.id, known.file);
    const version = this.#versions.get(project);
    if (version) await this.#describe(project, known, versionIn(known, version));
    this.#compare();
  }

  #kept(project: OpenProject, version: Version): void {
    this.#versions.set(project, version);
    const known = this.#files.get(project);
    if (known && versionIn(known, version) !== "") void this.#describe(project, known, version.id);
  }

  /** Shows whether the file has the latest changes. */
  #compare(): void {
    const { document, work } = this.#stores;
    const known = this.#known;
    const isSame = known?.state && isSameProject(document.getState(), known.state);
    const inFile: InFile = known === null ? null : isSame ? "same" : "changed";
    if (work.getState().inFile !== inFile) work.setState({ inFile });
  }

  /** Records in the project which of its versions the file has. */
  async #describe(project: OpenProject, { name }: KnownFile, version: string): Promise<void> {
    const file: KeptFile = { name, version };
    await this.#parts.projects.describe(project.id, { file }).catch(() => {
      // Only the mark on the start page is missing.
    });
  }
}

/** The saved version that the file has; "" if it is not this one. */
const versionIn = ({ state }: KnownFile, version: Version): string =>
  state && isSameProject(version.state, state) ? version.id : "";
