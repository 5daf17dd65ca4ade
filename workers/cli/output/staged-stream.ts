// Outputs that are no files: devices, pipes, and what the shell has opened.
import { randomBytes } from "node:crypto";
import { constants, createReadStream, createWriteStream, openSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as after } from "node:timers/promises";
import { Part } from "./staged";
import { cannotWrite, type DeviceTarget, type OpenTarget } from "./target";

/** Milliseconds between two looks for someone who reads a pipe. */
const LOOK_EVERY = 50;

/**
 * A pipe, once somebody reads it. The system's own waiting would hold the process, whatever signal came.
 */
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
  // As Node has opened them: it may have told the system that writing to them does not wait.
  if (descriptor === 1) return process.stdout;
  if (descriptor === 2) return process.stderr;
  return createWriteStream("", { fd: descriptor, autoClose: false });
}

/** A device, a pipe or standard output: takes what was written once all of it is there. */
export class StagedStream extends Part {
  readonly target: DeviceTarget | OpenTarget;
  protected readonly part = join(
    tmpdir(),
    `sinew-${process.pid}-${randomBytes(6).toString("hex")}.sinew-part`,
  );

  constructor(target: DeviceTarget | OpenTarget) {
    super();
    this.target = target;
  }

  /** It lies in a folder that all can read. */
  protected override get mode(): number {
    return 0o600;
  }

  override async finish(): Promise<void> {
    this.close();
    await super.finish();
  }

  /** Hands over what was written. */
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
