// The files that one run writes. Either all of them are written, or none is.

import { dirname, join } from "node:path";
import type { SourceFile } from "../../formats/source/source";
import type { FileBeside } from "../../model/files/export/export-options";
import type { Flags } from "../flags/arguments";
import { refuseCommand, refuseOutput } from "../status";
import { checkCollisions } from "./collisions";
import { provenanceOf } from "./provenance";
import { type Staged, StagedFile } from "./staged";
import { StagedStream } from "./staged-stream";
import { cannotWrite, isStandardOutput, targetOf } from "./target";
import { clearProgress, printable } from "./terminal";

/** A file requested by --out. */
export interface Output {
  name: string;
  /** Its extension, with the dot and in lower case, one of those that the command writes. */
  format: string;
}

/** Figures of a rig's file, for the report. */
export interface WrittenFigures {
  /** Its name without folders. */
  file: string;
  /** With the files that belong to it. */
  bytes: number;
  bones: number;
  /** The number of vertices that have fewer influences than in the rig. */
  verticesReduced: number;
  /** E_RMS of the rig as the flags ask for it, and of the file. */
  eRms: number;
  eRmsInFile: number;
  /** The frames over which these errors are measured. */
  frames: number;
  /** E_RMS between frames, if bones shear: of the file, and of evenly blended matrices. */
  between: { inFile: number; blended: number } | null;
}

/** The files that a command may write. */
export interface Writes {
  /** Formats of --out. The first is for devices and pipes without an extension. */
  formats: readonly string[];
  /** Names of additional files beside one of --out. */
  besides?: (output: Output) => string[];
}

/**
 * The outputs of one run. `open` claims and checks them before the work starts. They are written to temporary files,
 * and `commit` renames all of them together. `discard` keeps the old files.
 */
export class OutputSet {
  private staged = new Map<string, StagedFile | StagedStream>();
  private readonly beside = new Map<string, Uint8Array>();
  private readonly written: WrittenFigures[] = [];
  private asked: { flags: Flags; files: readonly SourceFile[] } = { flags: {}, files: [] };
  /** The command that runs, for its report. */
  command = "";

  /**
   * @param files the inputs of the run.
   * @throws CommandError for the first output that has another extension, is an input, is given twice, cannot be
   * written, or is being written by another run.
   */
  async open(
    flags: Flags,
    { formats, besides = () => [] }: Writes,
    files: readonly SourceFile[],
  ): Promise<Output[]> {
    this.asked = { flags, files };
    const outputs: Output[] = [];
    for (const name of flags.out ?? [])
      outputs.push({ name, format: await formatOf(name, formats, flags.format) });
    const reports = [flags.report, flags.html].filter((name) => name !== undefined);
    const names = [...outputs.flatMap((output) => [output.name, ...besides(output)]), ...reports];
    const targets = await Promise.all(names.map(targetOf));
    await checkCollisions(
      targets,
      files.flatMap(({ path }) => path ?? []),
    );
    for (const target of targets) {
      this.staged.set(
        target.name,
        target.kind === "file" ? new StagedFile(target) : new StagedStream(target),
      );
    }
    return outputs;
  }

  /** A file that is written piece by piece. */
  pieces(name: string): Staged {
    const staged = this.staged.get(name);
    if (!staged) throw new Error(`${name} was not opened`);
    staged.begin();
    return staged;
  }

  /** Writes a temporary file beside the output. */
  async write(name: string, contents: Uint8Array | string): Promise<void> {
    const staged = this.pieces(name);
    staged.append(typeof contents === "string" ? new TextEncoder().encode(contents) : contents);
    await staged.finish();
  }

  /** Whether an output is a file, which can have others beside it. */
  isFile(name: string): boolean {
    return this.staged.get(name) instanceof StagedFile;
  }

  /**
   * Writes a file beside an output; its name need not be known before. Outputs that have the same file beside them
   * share it.
   * @throws CommandError if it cannot be written, or is an input or another output.
   */
  async writeBeside(output: string, { name, bytes }: FileBeside): Promise<void> {
    const path = join(dirname(output), name);
    if (this.beside.get(path) === bytes) return;
    const target = await targetOf(path);
    const others = [...this.staged.values()].map((staged) => staged.target);
    const inputs = this.asked.files.flatMap((file) => file.path ?? []);
    await checkCollisions([...others, target], inputs);
    this.staged.set(path, target.kind === "file" ? new StagedFile(target) : new StagedStream(target));
    this.beside.set(path, bytes);
    await this.write(path, bytes);
  }

  /** Adds a file's figures to the report. */
  addFigures(figures: WrittenFigures): void {
    this.written.push(figures);
  }

  /** Writes the report, if the flags ask for one: a head with its origin, its fields, and the figures of the files. */
  async report(fields: object | object[]): Promise<void> {
    const { flags, files } = this.asked;
    if (!flags.report) return;
    const head = await provenanceOf(this.command, flags, files);
    const { written } = this;
    const whole = Array.isArray(fields)
      ? fields.map((one) => ({ ...head, ...one }))
      : { ...head, ...fields, ...(written.length > 0 && { written }) };
    await this.write(flags.report, jsonText(whole));
  }

  /**
   * Renames all written files to their final names, or none if one fails.
   * @throws CommandError that says which and why.
   */
  async commit(): Promise<void> {
    const filled = [...this.staged.values()].filter(({ isFilled }) => isFilled);
    const files = filled.filter((staged) => staged instanceof StagedFile);
    this.refuseConflicts(files);
    for (const staged of filled) if (staged instanceof StagedStream) await staged.pass();
    // No signal arrives in between, because these calls are synchronous.
    this.refuseConflicts(files);
    let current = files[0];
    try {
      for (current of files) current.place();
    } catch (reason) {
      for (const file of files) file.takeBack();
      cannotWrite(current.target.name, reason);
    }
    for (const file of files) file.settle();
    for (const file of files) await file.syncFolder();
  }

  /**
   * If another program has written a file in the meantime, that file stays, and this run's result is kept beside it.
   */
  private refuseConflicts(files: StagedFile[]): void {
    const inConflict = files.find(({ conflict }) => conflict !== null);
    if (!inConflict) return;
    const why = `${inConflict.target.name} is not written: ${inConflict.conflict}`;
    const kept = files.map((file) => file.keepAside()).join(", ");
    refuseOutput(why, `The existing file stays; the result of this run is in ${kept}.`);
  }

  /** Text for people: on standard output, or on standard error if a file goes to standard output. */
  say(text: string): void {
    const isTaken = [...this.staged.values()].some(({ target }) => isStandardOutput(target));
    clearProgress();
    (isTaken ? process.stderr : process.stdout).write(printable(text));
  }

  /** Removes half-written files. */
  discard(): void {
    for (const staged of this.staged.values()) staged.discard();
    this.staged.clear();
  }
}

const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** "a, b and c". */
const listOf = (formats: readonly string[]): string =>
  [formats.slice(0, -1).join(", "), formats.at(-1)].filter(Boolean).join(" and ");

/** The format of --format, as an extension. */
function askedFormat(asked: string, formats: readonly string[]): string {
  const found = formats.find((format) => format === `.${asked.toLowerCase().replace(/^\./, "")}`);
  if (found) return found;
  return refuseCommand(
    `--format ${asked} cannot be used`,
    `It takes ${listOf(formats.map((format) => format.slice(1)))} here.`,
  );
}

/**
 * The format by the extension; the longest that matches. For other names it is `asked` or, for a device, the first
 * format.
 */
async function formatOf(name: string, formats: readonly string[], asked?: string): Promise<string> {
  const fallback = asked === undefined ? null : askedFormat(asked, formats);
  const fits = formats.filter((format) => name.toLowerCase().endsWith(format));
  const known = fits.sort((a, b) => b.length - a.length)[0];
  if (known) return known;
  if (fallback && name !== "") return fallback;
  const isStream = name !== "" && (await targetOf(name).catch(() => null))?.kind !== "file";
  if (isStream && !/[^/\\]\.\w+$/.test(name)) return formats[0];
  return refuseCommand(
    `${name || "A file without a name"} cannot be written`,
    `Sinew writes ${listOf(formats)} files here.`,
  );
}
