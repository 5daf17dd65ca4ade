/** Hands bytes to the browser as a file. Bytes in shared memory are copied: a Blob cannot view them. */
export function download(bytes: Uint8Array, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts to read the link in this turn, but may go on for a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name without what file systems refuse. */
export function safeFileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, "_").replace(/^\.+|\.+$|\s+$/g, "") || "rig";
}
