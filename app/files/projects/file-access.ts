/** Files on the artist's disk that the page may write to, where the browser allows that (File System Access). */

import { SinewError } from "../../../workers/model/errors";
import { formatBytes } from "../../common/format";

/** Parts of the API that TypeScript's library lacks. */
export interface WritableHandle extends FileSystemFileHandle {
  queryPermission?(options: { mode: "read" | "readwrite" }): Promise<PermissionState>;
  requestPermission?(options: { mode: "read" | "readwrite" }): Promise<PermissionState>;
}

interface SavePicker {
  showSaveFilePicker?(options: {
    suggestedName: string;
    startIn?: FileSystemFileHandle;
    types: { description: string; accept: Record<string, string[]> }[];
  }): Promise<WritableHandle>;
}

const picker = () => (globalThis as SavePicker).showSaveFilePicker;

/** Whether this browser can write to a file that the artist chooses. */
export const canWriteFiles = (): boolean => picker() !== undefined;

/** Asks for a place to save. @returns null if the artist cancels. */
export async function askForPlace(
  suggestedName: string,
  startIn: FileSystemFileHandle | null,
): Promise<WritableHandle | null> {
  try {
    const types = [{ description: "Sinew project", accept: { "application/octet-stream": [".sinew"] } }];
    return (await picker()?.({ suggestedName, types, ...(startIn && { startIn }) })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

/** Asks for permission to write. The browser forgets it when the page closes. Call it from a user gesture. */
export async function mayWrite(handle: WritableHandle): Promise<boolean> {
  const mode = { mode: "readwrite" } as const;
  if (!handle.queryPermission || (await handle.queryPermission(mode)) === "granted") return true;
  return (await handle.requestPermission?.(mode)) === "granted";
}

/** Whether the file can be read now without asking. */
export async function mayRead(handle: WritableHandle): Promise<boolean> {
  return !handle.queryPermission || (await handle.queryPermission({ mode: "read" })) === "granted";
}

/**
 * Replaces a file. The browser writes to a second file and swaps the two at the end, so the first one stays whole if
 * the browser is killed or the disk is full.
 * @throws SinewError if the disk is full.
 */
export async function replaceFile(handle: FileSystemFileHandle, bytes: Uint8Array): Promise<File> {
  try {
    const stream = await handle.createWritable();
    try {
      // The engine's bytes may be in shared memory, which streams refuse.
      await stream.write(bytes.slice());
    } catch (error) {
      await stream.abort().catch(() => {});
      throw error;
    }
    await stream.close();
  } catch (error) {
    throw isFull(error) ? noRoomFor(handle.name, bytes.length) : error;
  }
  return handle.getFile();
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === "QuotaExceededError";

const noRoomFor = (name: string, bytes: number) =>
  new SinewError({
    title: `The disk has no room for ${name}`,
    body:
      `It needs ${formatBytes(bytes)}. Free some space and save again, or save to another disk with “Save as”. ` +
      "The file stays as it was, and your changes stay open here.",
  });
