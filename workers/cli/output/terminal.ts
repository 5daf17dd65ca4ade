// Text for people on standard error. On a terminal, progress takes one line, which the next text replaces.

/** Empties the line of progress; nothing if standard error is not a terminal. */
const emptied = (): string => (process.stderr.isTTY ? "\r\x1b[K" : "");

/** Names from files may contain control characters, which a terminal would obey. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, "\uFFFD");

/** Shows progress in place of the progress before. */
export const showProgress = (text: string): unknown => process.stderr.write(`${emptied()}${printable(text)}`);

/** Removes progress before text goes to standard output, which may be on the same terminal. */
export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write(emptied());
}

/** Prints a sentence on a line of its own. */
export const printNote = (sentence: string): unknown =>
  process.stderr.write(`${emptied()}${printable(sentence)}\n`);
