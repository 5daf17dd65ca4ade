import type { WritableHandle } from "./file-access";

/** A project's file on the artist's disk, and the file's state when this studio last read or wrote it. */
export interface RememberedFile {
  handle: WritableHandle;
  /** Milliseconds since the epoch, from the file system. */
  modified: number;
  bytes: number;
}

const DATABASE = "sinew-files";
const STORE = "files";

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Runs a request on the store of files, in a transaction of its own. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Remembers the file of each project. Only IndexedDB can keep file handles. */
export interface FileMemory {
  recall(project: string): Promise<RememberedFile | null>;
  remember(project: string, file: RememberedFile): Promise<void>;
}

export const FILE_MEMORY: FileMemory = {
  // Private windows may refuse. The artist is then asked for the place again.
  recall: async (project) =>
    (await inStore<RememberedFile | undefined>("readonly", (store) => store.get(project)).catch(
      () => null,
    )) ?? null,
  remember: async (project, file) =>
    void (await inStore("readwrite", (store) => store.put(file, project)).catch(() => null)),
};
