import type { Pieces, ProjectStorage } from "./storage";

const ROOT = "projects";

/** Missing from TypeScript's library for pages: only workers have it. */
interface SyncAccessHandle {
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}
type WorkerFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> };

/** Whether this worker's browser can store projects at all. */
export const canStore = (): boolean =>
  typeof navigator.storage?.getDirectory === "function" &&
  "createSyncAccessHandle" in (globalThis.FileSystemFileHandle?.prototype ?? {});

const isMissing = (error: unknown) => error instanceof DOMException && error.name === "NotFoundError";

/** The browser's own file system, of this origin. In workers only. */
export class OpfsStorage implements ProjectStorage {
  private async root(): Promise<FileSystemDirectoryHandle> {
    return (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });
  }

  private async folder(name: string): Promise<FileSystemDirectoryHandle | null> {
    try {
      return await (await this.root()).getDirectoryHandle(name);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async folders(): Promise<string[]> {
    const names: string[] = [];
    for await (const [name, handle] of (await this.root()).entries()) {
      if (handle.kind === "directory") names.push(name);
    }
    return names;
  }

  async files(name: string) {
    const folder = await this.folder(name);
    const handles: FileSystemFileHandle[] = [];
    if (folder) {
      for await (const handle of folder.values()) {
        if (handle.kind === "file") handles.push(handle as FileSystemFileHandle);
      }
    }
    return Promise.all(
      handles.map(async (handle) => {
        // A file that is being written, or cannot be read for a moment, still exists.
        const bytes = await handle.getFile().then(
          ({ size }) => size,
          () => 0,
        );
        return { name: handle.name, bytes };
      }),
    );
  }

  async read(name: string, file: string): Promise<Blob> {
    const folder = await this.folder(name);
    if (!folder) throw new DOMException("There is no such project.", "NotFoundError");
    return (await folder.getFileHandle(file)).getFile();
  }

  async write(name: string, file: string, pieces: Pieces): Promise<void> {
    const folder = await (await this.root()).getDirectoryHandle(name, { create: true });
    const handle = (await folder.getFileHandle(file, { create: true })) as WorkerFileHandle;
    const access = await handle.createSyncAccessHandle();
    try {
      access.truncate(0);
      let at = 0;
      for await (const piece of pieces) {
        if (access.write(piece, { at }) < piece.length) {
          throw new DOMException("The browser's storage is full.", "QuotaExceededError");
        }
        at += piece.length;
      }
      access.flush();
    } finally {
      access.close();
    }
  }

  async remove(name: string, file: string): Promise<void> {
    const folder = await this.folder(name);
    await folder?.removeEntry(file).catch((error) => {
      if (!isMissing(error)) throw error;
    });
  }

  async removeFolder(name: string): Promise<void> {
    await (await this.root()).removeEntry(name, { recursive: true }).catch((error) => {
      if (!isMissing(error)) throw error;
    });
  }

  async room() {
    const { usage = 0, quota = Number.POSITIVE_INFINITY } = await navigator.storage.estimate();
    return { used: usage, quota };
  }
}
