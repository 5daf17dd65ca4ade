import type { Pieces, ProjectStorage } from "../storage";

/** Thrown by everything once the browser is "dead". */
export class Killed extends Error {}

/** A file system in memory that can run out of room, truncate a write, fail a read, and be killed at any write. */
export class FaultyStorage implements ProjectStorage {
  readonly data: Map<string, Map<string, Uint8Array>>;
  /** Bytes that fit. */
  quota = Number.POSITIVE_INFINITY;
  /** Changes of the disk until the browser is killed in the middle of one. Each piece of a file is a change. */
  changesToLive = Number.POSITIVE_INFINITY;
  /** Changes so far. */
  changes = 0;
  /** Files whose reading fails, as "folder/file". */
  readonly unreadable = new Set<string>();

  /** @param data the files that another storage left behind. */
  constructor(data: FaultyStorage["data"] = new Map()) {
    this.data = data;
  }

  private change(): void {
    if (++this.changes > this.changesToLive) throw new Killed("The browser was killed.");
  }

  private used(): number {
    const files = [...this.data.values()].flatMap((folder) => [...folder.values()]);
    return files.reduce((sum, { length }) => sum + length, 0);
  }

  async folders(): Promise<string[]> {
    return [...this.data.keys()];
  }

  async files(folder: string) {
    return [...(this.data.get(folder) ?? [])].map(([name, { length }]) => ({ name, bytes: length }));
  }

  async read(folder: string, file: string): Promise<Blob> {
    const bytes = this.data.get(folder)?.get(file);
    if (!bytes) throw new DOMException(`There is no ${file}.`, "NotFoundError");
    if (this.unreadable.has(`${folder}/${file}`)) throw new DOMException("Busy.", "NotReadableError");
    return new Blob([bytes.slice()]);
  }

  async write(folder: string, file: string, pieces: Pieces): Promise<void> {
    this.change();
    const files = this.data.get(folder) ?? new Map<string, Uint8Array>();
    this.data.set(folder, files);
    files.set(file, new Uint8Array());
    for await (const piece of pieces) {
      const before = files.get(file)!;
      const put = (part: Uint8Array) => files.set(file, Uint8Array.from([...before, ...part]));
      try {
        this.change();
      } catch (killed) {
        // Truncated: half of it is on the disk.
        put(piece.subarray(0, piece.length >> 1));
        throw killed;
      }
      if (this.used() + piece.length > this.quota) {
        put(piece.subarray(0, Math.max(0, this.quota - this.used())));
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      }
      put(piece);
    }
  }

  async remove(folder: string, file: string): Promise<void> {
    this.change();
    this.data.get(folder)?.delete(file);
  }

  async removeFolder(folder: string): Promise<void> {
    this.change();
    this.data.delete(folder);
  }

  async room() {
    return { used: this.used(), quota: this.quota };
  }
}
