import type { WritableHandle } from "../file-access";

/** A file on the artist's disk, whose writes take effect when they are closed. */
export class DiskFile {
  bytes = new Uint8Array();
  permission: PermissionState = "granted";
  /** The artist's answer when the browser asks for permission. */
  answer: PermissionState = "granted";
  /** Whether writing fails, as on a full disk. */
  breaks = false;
  private time = 1000;
  readonly handle: WritableHandle;

  constructor(name: string) {
    this.handle = {
      kind: "file",
      name,
      queryPermission: async () => this.permission,
      requestPermission: async () => (this.permission = this.answer),
      getFile: async () => new File([this.bytes], name, { lastModified: this.time }),
      createWritable: async () => {
        let next = this.bytes;
        return {
          write: async (bytes: Uint8Array<ArrayBuffer>) => {
            if (this.breaks) throw new DOMException("The disk is full.", "QuotaExceededError");
            next = bytes;
          },
          abort: async () => {},
          close: async () => this.saveElsewhere(next),
        };
      },
    } as unknown as WritableHandle;
  }

  /** Replaces the contents, as another program would. */
  saveElsewhere(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.time++;
  }
}
