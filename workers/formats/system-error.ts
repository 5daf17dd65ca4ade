// Messages for system errors about files.

/** For each system code: the problem and what to do, for reading and for writing a file. */
// biome-ignore format: as a table.
const SENTENCES: Record<string, { reading: string; writing: string }> = {
  ENOENT: { reading: "There is no such file or folder", writing: "Its folder is not there: make it first" },
  ENOTDIR: { reading: "A part of its path is a file, not a folder", writing: "A part of its path is a file, not a folder" },
  EEXIST: { reading: "There is already something else of this name", writing: "A file is where the folder should be: write elsewhere" },
  EACCES: { reading: "You may not read it: change its permissions", writing: "You may not write it or into its folder: change the permissions, or write elsewhere" },
  EPERM: { reading: "The system does not allow it: change its permissions", writing: "The system does not allow it: another program may hold it open, or its folder is protected" },
  EROFS: { reading: "Its disk cannot be read", writing: "Its disk is read-only: write elsewhere" },
  EISDIR: { reading: "It is a folder", writing: "It is a folder: name a file in it" },
  ENOSPC: { reading: "The disk is full", writing: "The disk is full: make room, or write elsewhere" },
  EDQUOT: { reading: "Your share of the disk is used up", writing: "Your share of the disk is used up: make room, or write elsewhere" },
  EFBIG: { reading: "It is too large", writing: "It is too large for its disk: write elsewhere" },
  ENAMETOOLONG: { reading: "Its name is too long", writing: "Its name is too long: give it a shorter one" },
  ELOOP: { reading: "It is a link that leads back to itself: remove the link", writing: "It is a link that leads back to itself: remove the link" },
  EBUSY: { reading: "Another program holds it: close it there", writing: "Another program holds it: close it there" },
  ETXTBSY: { reading: "Another program holds it: close it there", writing: "Another program holds it: close it there" },
  EMFILE: { reading: "Too many files are open: raise the limit (ulimit -n)", writing: "Too many files are open: raise the limit (ulimit -n)" },
  ENFILE: { reading: "Too many files are open on this machine: close other programs", writing: "Too many files are open on this machine: close other programs" },
  EIO: { reading: "The disk has an error: check it", writing: "The disk has an error: check it, or write elsewhere" },
  ENXIO: { reading: "Its device is not there", writing: "Its device is not there" },
  ENODEV: { reading: "Its device is not there", writing: "Its device is not there" },
  ESTALE: { reading: "Its network drive is gone: connect it again", writing: "Its network drive is gone: connect it again" },
  EPIPE: { reading: "What it came from was closed", writing: "Whatever reads it was closed before everything was written" },
  EAGAIN: { reading: "It is busy: try again", writing: "Whatever reads it does not take more: try again" },
  ENOMEM: { reading: "There is not enough memory", writing: "There is not enough memory" },
};

/** A system error, as Node throws it. */
interface SystemError extends Error {
  code?: string;
  path?: string;
}

/** Whether an error comes from the system and is about a file, a pipe or memory. It has a code such as ENOENT. */
export const isSystemError = (reason: unknown): reason is SystemError =>
  reason instanceof Error && "syscall" in reason && typeof (reason as SystemError).code === "string";

/** A sentence about why a file cannot be read or written, and what to do. */
export function systemSentence(reason: unknown, doing: "reading" | "writing"): string {
  const { code = "", message } = reason as SystemError;
  if (Object.hasOwn(SENTENCES, code)) return `${SENTENCES[code][doing]}.`;
  // In "EFOO: what it is, open '/a/path'" the path repeats the name, which is already in the title.
  const said = /^[A-Z0-9]+: (.*?)(?:, \w+(?: '.*)?)?$/.exec(message)?.[1] ?? message;
  return `The system says: ${said}.`;
}
