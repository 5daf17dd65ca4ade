// Outputs that are not files: devices, pipes, and descriptors opened by the shell.
import { randomBytes } from "node:crypto";
import { constants, createReadStream, createWriteStream, openSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as after } from "node:timers/promises";
import { OutputPart } from "./staged";
import { cannotWrite, type DeviceTarget, type OpenTarget } from "./target";

/** Milliseconds between two checks for a pipe's reader. */
const LOOK_EVERY = 50;

/** Opens a pipe once it has a reader. A blocking open would block the process and its signals. */
async function pipeInto(path: string): Promise<Socket> {
  for (;;) {
    try {
      const descriptor = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      return new Socket({ fd: descriptor, readable: false, writable: true });
    } catch (reason) {
      if ((reason as NodeJS.ErrnoException).code !== "ENXIO") throw reason;
      await after(LOOK_EVERY);
    }
  }
}

async function streamInto(target: DeviceTarget | OpenTarget): Promise<NodeJS.WritableStream> {
  if (target.kind === "device") {
    if (target.isPipe) return pipeInto(target.path);
    return createWriteStream("", { fd: openSync(target.path, constants.O_WRONLY) });
  }
  const { descriptor } = target;
  // Uses Node's own stream, because Node may have made the descriptor non-blocking.
  if (descriptor === 1) return process.stdout;
  if (descriptor === 2) return process.stderr;
  return createWriteStream("", { fd: descriptor, autoClose: false });
}

/** A device, a pipe or standard output. It receives the contents once they are complete. */
export class StagedStream extends OutputPart {
  readonly target: DeviceTarget | OpenTarget;
  protected readonly part = join(
    tmpdir(),
    `sinew-${process.pid}-${randomBytes(6).toString("hex")}.sinew-part`,
  );

  constructor(target: DeviceTarget | OpenTarget) {
    super();
    this.target = target;
  }

  /** The file lies in a folder that everyone can read. */
  protected override get mode(): number {
    return 0o600;
  }

  override async finish(): Promise<void> {
    this.close();
    await super.finish();
  }

  /** Passes on the contents. */
  async pass(): Promise<void> {
    const { target } = this;
    try {
      const into = await streamInto(target);
      await pipeline(createReadStream(this.part), into, { end: target.kind === "device" });
    } catch (reason) {
      cannotWrite(target.name, reason);
    }
    this.discard();
  }
}
