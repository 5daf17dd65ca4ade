// How a command ends: the exit status for scripts, and the message for people.
import { isSystemError, systemSentence } from "../formats/system-error";
import { MemoryError, SinewError } from "../model/errors";

/** Exit statuses. 128 and more are signals, as in shells. */
export const Status = {
  done: 0,
  failed: 1,
  usage: 2,
  input: 3,
  output: 4,
  target: 5,
  memory: 6,
} as const;
export type StatusCode = (typeof Status)[keyof typeof Status];

/** For --help and the documentation, in numerical order. */
export const STATUS_WORDS: readonly [status: number, words: string][] = [
  [Status.done, "done: all files are written"],
  [Status.failed, "a fault in Sinew"],
  [Status.usage, "command line: an unknown command, flag or value, or flags that exclude each other"],
  [Status.input, "input: a file is missing, not readable, damaged, or lacks what the command needs"],
  [
    Status.output,
    "output: a file cannot be written, the disk is full, a pipe is closed, or another run is writing",
  ],
  [
    Status.target,
    "target: the files are written, but --error or --max-error was not reached; or no run of compare succeeded",
  ],
  [Status.memory, "memory: there is not enough, or the system ended a thread of the engine"],
  [129, "ended by a signal: 129 SIGHUP, 130 SIGINT (Ctrl-C), 143 SIGTERM"],
];

/** An error of the command line with its exit status. */
export class CommandError extends SinewError {
  readonly status: StatusCode;

  constructor(status: StatusCode, title: string, body: string) {
    super({ title, body });
    this.name = "CommandError";
    this.status = status;
  }
}

/** Ends the command: the command line is invalid. */
export const refuseCommand = (title: string, body: string): never => {
  throw new CommandError(Status.usage, title, body);
};

/** Ends the command: a file lacks what the command needs. */
export const refuseInput = (title: string, body: string): never => {
  throw new CommandError(Status.input, title, body);
};

/** Ends the command: an output cannot be written. */
export const refuseOutput = (title: string, body: string): never => {
  throw new CommandError(Status.output, title, body);
};

/** Ends the command: it finished, but did not reach the requested error. */
export const refuseTarget = (title: string, body: string): never => {
  throw new CommandError(Status.target, title, body);
};

const MEMORY = "There is not enough memory. Close other programs, or use fewer frames, vertices or bones.";

/** Messages of JavaScript engines that run out of memory. */
const isOutOfMemory = (reason: unknown): boolean =>
  reason instanceof MemoryError ||
  (reason as NodeJS.ErrnoException)?.code === "ENOMEM" ||
  (reason instanceof RangeError &&
    /allocat|memory|Invalid (typed )?array( buffer)? length|string length/i.test(reason.message));

/** The status and the message for an error. */
export function endingOf(reason: unknown): { status: StatusCode; said: string } {
  if (reason instanceof CommandError) return { status: reason.status, said: reason.message };
  if (isOutOfMemory(reason)) {
    return { status: Status.memory, said: reason instanceof MemoryError ? reason.message : MEMORY };
  }
  if (reason instanceof SinewError) return { status: Status.input, said: reason.message };
  if (isSystemError(reason)) {
    const what = reason.path ?? "A file";
    return { status: Status.input, said: `${what} cannot be used. ${systemSentence(reason, "reading")}` };
  }
  const { message } = reason instanceof Error ? reason : { message: String(reason) };
  const report = "Please report it with the command that you gave; SINEW_TRACE=1 prints where it happened.";
  return {
    status: Status.failed,
    said: `There is a fault in Sinew: ${message.replace(/\s+/g, " ").replace(/\.$/, "")}. ${report}`,
  };
}
