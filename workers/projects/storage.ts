/** The file system that projects are kept in: folders of files, one level deep. */
export interface ProjectStorage {
  folders(): Promise<string[]>;
  /** Empty where there is no such folder. */
  files(folder: string): Promise<StoredFile[]>;
  /** @throws where there is no such file, or where it cannot be read. */
  read(folder: string, file: string): Promise<Blob>;
  /**
   * Writes a file from its start, as the pieces come, and makes sure of it before it resolves. What is there when it
   * fails, or when the browser is killed, may be half a file.
   * @throws DOMException named QuotaExceededError when there is no more room.
   */
  write(folder: string, file: string, pieces: Pieces): Promise<void>;
  /** No error where there is none. */
  remove(folder: string, file: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  /** In bytes, of all that the browser keeps for this page. */
  room(): Promise<{ used: number; quota: number }>;
}

export interface StoredFile {
  name: string;
  bytes: number;
}

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof Error && error.name === "QuotaExceededError";

/** Which projects are open, in any tab: each is locked by the tab that has it open. */
export interface ProjectLocks {
  /** Identifiers of the projects that are locked. */
  held(): Promise<Set<string>>;
  /** Runs `work` while no tab has the project open. @returns false, without running it, where one has. */
  whileFree(project: string, work: () => Promise<void>): Promise<boolean>;
}
