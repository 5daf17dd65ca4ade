import type { DroppedFile } from "../../../workers/client";

/** Files of a file input; those of a folder input keep their path. */
export function filesOfList(list: FileList | File[]): DroppedFile[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** The files of a drop, including those in folders. Call it within the event handler: the items are invalid later. */
export function filesOfDrop(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.every((entry) => entry === null)) return Promise.resolve(filesOfList(transfer.files));
  return filesOfEntries(entries.filter((entry) => entry !== null));
}

interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/**
 * The project file of a drop, so that the project can be saved back to it. Null if the drop is something else, or the
 * browser gives no access. Call it within the event handler.
 */
export async function projectOfDrop(transfer: DataTransfer): Promise<FileSystemFileHandle | null> {
  const [item, ...others] = [...transfer.items] as ItemWithHandle[];
  if (!item?.getAsFileSystemHandle || others.length > 0) return null;
  const handle = await item.getAsFileSystemHandle().catch(() => null);
  return handle?.kind === "file" && handle.name.endsWith(".sinew") ? (handle as FileSystemFileHandle) : null;
}

async function filesOfEntries(entries: FileSystemEntry[]): Promise<DroppedFile[]> {
  const found: DroppedFile[] = [];
  for (const entry of entries) {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      found.push({ path: entry.fullPath.replace(/^\//, ""), file });
    } else if (isDirectory(entry)) {
      found.push(...(await filesOfEntries(await childrenOf(entry))));
    }
  }
  return found;
}

/** A reader returns some hundred entries at a time; an empty result ends the list. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some.filter((entry) => !entry.name.startsWith(".")));
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Lets the user pick files or a folder; returns an empty list if they pick nothing. Call it from a user gesture. */
export function pickFiles(what: "files" | "folder"): Promise<DroppedFile[]> {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  if (what === "folder") input.webkitdirectory = true;
  input.style.display = "none";
  document.body.append(input);
  return new Promise((resolve) => {
    const settle = () => {
      resolve(filesOfList(input.files ?? []));
      input.remove();
    };
    input.addEventListener("change", settle, { once: true });
    input.addEventListener("cancel", settle, { once: true });
    input.click();
  });
}
