import type {
  KeptAbout,
  KeptPictures,
  KeptProject,
  KeptVersion,
  PictureTheme,
} from "../model/files/kept-project";
import { writeAbout } from "./about";
import { readPicture, writePictures } from "./pictures";
import {
  filesOfVersion,
  type ProjectFolder,
  type RecordCache,
  readFolder,
  summaryOf,
} from "./project-folder";
import { parseRecord, recordName, type VersionRecord } from "./records";
import type { ProjectLocks, ProjectStorage } from "./storage";

/** The last view of a project. It is overwritten in place, because its loss does little harm. */
const VIEW = "view.json";

/** Projects are removed from the bin after this time, in milliseconds. */
export const BIN_MS = 30 * 24 * 3_600_000;

export interface ProjectStoreOptions {
  storage: ProjectStorage;
  locks: ProjectLocks;
  now?: () => number;
}

/** The projects in the browser, as the start page lists, names, copies and removes them. */
export class ProjectShelf {
  protected readonly storage: ProjectStorage;
  protected readonly locks: ProjectLocks;
  protected readonly now: () => number;
  /** Cached records, which never change. */
  private readonly known: RecordCache = new Map();

  constructor({ storage, locks, now = Date.now }: ProjectStoreOptions) {
    this.storage = storage;
    this.locks = locks;
    this.now = now;
  }

  protected folder(id: string): Promise<ProjectFolder> {
    return readFolder(this.storage, id, this.known);
  }

  /** All projects, including those in the bin, latest first. Changes nothing. */
  async list(): Promise<KeptProject[]> {
    const held = await this.locks.held();
    const ids = await this.storage.folders();
    const found = await Promise.all(ids.map((id) => this.summary(id, held.has(id))));
    const newest = ({ versions }: KeptProject) => versions[0]?.time ?? 0;
    return found.filter((project) => project !== null).sort((a, b) => newest(b) - newest(a));
  }

  private async summary(id: string, isOpen: boolean): Promise<KeptProject | null> {
    try {
      return summaryOf(await this.folder(id), isOpen);
    } catch {
      const problem = "It cannot be read at the moment. Reload the page to try again; nothing is changed.";
      const nothing = { versions: [], bytes: 0, isNewer: false, pinned: false, deleted: null, file: null };
      return { id, name: "Project", isOpen, problem, ...nothing };
    }
  }

  /** One project; null if nothing of it is stored. */
  async project(id: string): Promise<KeptProject | null> {
    const held = await this.locks.held();
    return summaryOf(await this.folder(id), held.has(id));
  }

  /** Changes facts about a project: its name, pin or file. */
  async describe(id: string, change: Partial<Omit<KeptAbout, "deleted">>): Promise<void> {
    await writeAbout(this.storage, id, change);
  }

  /** Moves a project to the bin. @returns false if it stays because a tab has it open. */
  remove(id: string): Promise<boolean> {
    return this.locks.whileFree(id, () => writeAbout(this.storage, id, { deleted: this.now() }));
  }

  /** Takes a project out of the bin. */
  bringBack(id: string): Promise<void> {
    return writeAbout(this.storage, id, { deleted: null });
  }

  /** Removes a project and all its versions for good. @returns false if it stays because a tab has it open. */
  removeForGood(id: string): Promise<boolean> {
    return this.locks.whileFree(id, () => this.storage.removeFolder(id));
  }

  /** Removes the projects that have been in the bin for too long. */
  async emptyBin(): Promise<void> {
    const tooLong = this.now() - BIN_MS;
    for (const { id, deleted } of await this.list()) {
      if (deleted !== null && deleted < tooLong) await this.removeForGood(id);
    }
  }

  /**
   * Copies the newest version of a project as a new project.
   * @param copy id of the new project. @param name name of the new project.
   * @returns false if the project has no version to copy.
   */
  async duplicate(id: string, copy: string, name: string): Promise<boolean> {
    const folder = await this.folder(id);
    const [newest] = folder.versions;
    if (!newest) return false;
    // The name is written first, because the copy is listed as soon as its record is there.
    await writeAbout(this.storage, copy, { name });
    try {
      for (const file of filesOfVersion(folder, newest.id)) await this.copyFile(id, copy, file, newest);
    } catch (error) {
      await this.storage.removeFolder(copy).catch(() => {});
      throw error;
    }
    return true;
  }

  private async copyFile(from: string, to: string, file: string, { id }: KeptVersion): Promise<void> {
    const blob = await this.storage.read(from, file);
    const record = file === recordName(id) ? parseRecord(await blob.text()) : null;
    // The versions before it are not copied, so it has no parent.
    const alone = record && typeof record !== "string" ? bytesOfRecord({ ...record, parent: null }) : null;
    await this.storage.write(to, file, alone ? [alone] : piecesOf(blob));
  }

  /** The picture of a version; null if it has none. */
  picture(id: string, version: string, theme: PictureTheme): Promise<Blob | null> {
    return readPicture(this.storage, id, version, theme);
  }

  /** Saves the pictures of a version, if the version is still there. Removes nothing to make room for them. */
  async keepPictures(id: string, version: string, pictures: KeptPictures): Promise<void> {
    const { versions } = await this.folder(id);
    if (!versions.some((each) => each.id === version)) return;
    await writePictures(this.storage, id, version, pictures);
  }

  protected async view(id: string): Promise<unknown> {
    try {
      return JSON.parse(await (await this.storage.read(id, VIEW)).text());
    } catch {
      return null;
    }
  }

  /** Saves the view of the project. */
  async keepView(id: string, view: unknown): Promise<void> {
    await this.storage.write(id, VIEW, [new TextEncoder().encode(JSON.stringify(view))]);
  }

  room(): Promise<{ used: number; quota: number }> {
    return this.storage.room();
  }
}

const bytesOfRecord = (record: VersionRecord) => new TextEncoder().encode(JSON.stringify(record));

/** Bytes. */
const PIECE = 1 << 22;

/** The pieces of a file. Copying piece by piece takes little memory. */
async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += PIECE) {
    yield new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
  }
}
