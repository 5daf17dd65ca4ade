import { baseName, folderOf } from "./source-file";

/** A name split at its last run of digits before the extension: "shot/hound.0012.obj". */
export interface NumberedName {
  /** The common part of file names in one sequence: "shot/hound.#.obj". */
  pattern: string;
  number: number;
  /** The name of the sequence: "hound". */
  title: string;
}

/** The frame number in a file's own name, or null. Padding and letter case do not matter. */
export function numberedName(path: string): NumberedName | null {
  const match = /^(.*?)(\d{1,12})(\D*)(\.[a-z0-9]+)$/i.exec(baseName(path));
  if (!match) return null;
  const [, before, digits, after, extension] = match;
  const folder = folderOf(path);
  return {
    pattern: `${folder}${before}#${after}${extension}`.toLowerCase(),
    number: Number(digits),
    title: withoutTail(before) || baseName(folder.slice(0, -1)) || "sequence",
  };
}

/** The text without trailing separators. With many of them a regular expression would take quadratic time. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s._-]/.test(text[end - 1])) end--;
  return text.slice(0, end);
}

/** The missing runs between sorted numbers: [[13, 15]] for 11, 12, 16. */
export function gapsOf(numbers: number[]): [first: number, last: number][] {
  const step = commonStep(numbers);
  const gaps: [number, number][] = [];
  for (let i = 1; i < numbers.length; i++) {
    if (numbers[i] - numbers[i - 1] > step) gaps.push([numbers[i - 1] + step, numbers[i] - step]);
  }
  return gaps;
}

/**
 * The step between numbers: the smallest one, if most steps equal it. So files that are written every second or fifth
 * frame have no gaps.
 */
function commonStep(numbers: number[]): number {
  const steps = numbers.slice(1).map((n, i) => n - numbers[i]);
  const least = steps.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return steps.filter((step) => step === least).length * 2 > steps.length ? least : 1;
}
