import { unpackFloats, unpackIntegers } from "./byte-planes";
import { brokenProject, type ContainerReader } from "./container";

/** Functions that read sections from a file. Each reports damage. */
export interface ProjectSections {
  floats(section: string, count: number, stride: number): Float32Array;
  integers(section: string, count: number, stride?: number): Uint32Array;
  bytes(section: string, size: number): Uint8Array;
  /** @throws SinewError with the sentence if `holds` is false. */
  check(holds: boolean, sentence: string): void;
}

/** Reads the sections of one file in order, and reports errors in them. */
export class SectionReader {
  private readonly name: string;
  readonly file: ContainerReader;

  constructor(name: string, file: ContainerReader) {
    this.name = name;
    this.file = file;
  }

  check(holds: boolean, sentence: string): void {
    if (!holds) throw brokenProject(this.name, sentence);
  }

  integers(section: string, count: number, stride = 1): Uint32Array {
    return unpackIntegers(this.file.take(section, 4 * count), stride);
  }

  floats(section: string, count: number, stride: number): Float32Array {
    return unpackFloats(this.file.take(section, 4 * count), new Float32Array(count), stride);
  }

  /** The starts of `rows` rows from their sizes. The last is `total`. */
  offsets(section: string, rows: number, total: number): Uint32Array {
    const sizes = this.integers(section, rows);
    const offsets = new Uint32Array(rows + 1);
    let sum = 0;
    for (let r = 0; r < rows; r++) offsets[r + 1] = sum += sizes[r];
    this.check(sum === total, `Its section “${section}” counts ${sum} entries, but there are ${total}.`);
    return offsets;
  }

  /** The sections as functions, for readers of single parts. Floats are checked. */
  take(): ProjectSections {
    return {
      floats: (section, count, stride) => {
        const values = this.floats(section, count, stride);
        this.check(values.every(Number.isFinite), `A number of its section “${section}” is not a number.`);
        return values;
      },
      integers: (section, count, stride) => this.integers(section, count, stride),
      bytes: (section, size) => this.file.take(section, size),
      check: (holds, sentence) => this.check(holds, sentence),
    };
  }
}
