/** The file system for projects: folders of files, one level deep. */
export interface ProjectStorage {
  folders(): Promise<string[]>;
  /** Empty if there is no such folder. */
  files(folder: string): Promise<StoredFile[]>;
  /** @throws if there is no such file, or if it cannot be read. */
  read(folder: string, file: string): Promise<Blob>;
  /**
   * Writes a file piece by piece from its start, and flushes it before it resolves. If it fails, or the browser is
   * killed, half a file may remain.
   * @throws DOMException with the name QuotaExceededError if there is no more room.
   */
  write(folder: string, file: string, pieces: Pieces): Promise<void>;
  /** Does nothing if there is none. */
  remove(folder: string, file: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  /** Bytes of everything that the browser stores for this page. */
  room(): Promise<{ used: number; quota: number }>;
}

export interface StoredFile {
  name: string;
  bytes: number;
}

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof Error && error.name === "QuotaExceededError";

/** The open projects of all tabs. Each tab holds a lock of its own for the project that it has open. */
export interface ProjectLocks {
  /** Identifiers of the projects that a tab has open. */
  held(): Promise<Set<string>>;
  /** The number of tabs that have a project open, with this one. */
  tabs(project: string): Promise<number>;
  /** Runs `work` while no tab has the project open. @returns false, without running it, if one has. */
  whileFree(project: string, work: () => Promise<void>): Promise<boolean>;
  /** Runs `work` while no other tab writes a version of the project, opens or removes it. Waits for that. */
  whileWriting<T>(project: string, work: () => Promise<T>): Promise<T>;
}
