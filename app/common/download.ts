/** Downloads bytes as a file. Copies bytes in shared memory, because a Blob cannot view them. */
export const download = (bytes: Uint8Array, name: string, type: string): void =>
  downloadBlob(new Blob([bytes.slice()], { type }), name);

export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts to read the link at once, but may take a while to finish.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Removes the characters that file systems refuse from a file name. */
export function safeFileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, "_").replace(/^\.+|\.+$|\s+$/g, "") || "rig";
}
