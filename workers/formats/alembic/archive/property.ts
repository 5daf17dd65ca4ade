import type { BlockReader } from "./block-reader";
import type { PropertyHeader } from "./headers";
import type { Group } from "./ogawa";
import { decodeNumbers, type Numbers, POD, POD_BYTES, POD_NAMES } from "./pods";
import type { TimeSampling } from "./time-sampling";

/** Each sample is stored after a digest of its content. */
const KEY_BYTES = 16;
/** More frames than in any real cache. A header with more samples is damaged. */
const MAX_SAMPLES = 4_000_000;

/**
 * A property of an object, with access to its samples. A scalar's group has one data block per stored sample, an
 * array's group has two: the data, and its dimensions (empty for plain arrays, and not needed here).
 */
export class Property {
  readonly header: PropertyHeader;
  /** "/body/bodyShape/.geom/P", for messages. */
  readonly path: string;
  readonly sampling: TimeSampling;
  readonly group: Group;
  private readonly reader: BlockReader;

  constructor(
    reader: BlockReader,
    header: PropertyHeader,
    path: string,
    sampling: TimeSampling,
    group: Group,
  ) {
    this.reader = reader;
    this.header = header;
    this.path = path;
    this.sampling = sampling;
    this.group = group;
    if (header.sampleCount > MAX_SAMPLES)
      throw this.damaged(`says that it has ${header.sampleCount} samples`);
  }

  get sampleCount(): number {
    return this.header.sampleCount;
  }

  /** Whether all samples equal the first. */
  get constant(): boolean {
    return this.header.firstChanged === 0 || this.header.sampleCount < 2;
  }

  /**
   * The number of the stored sample for sample `index`. Sample 0 is stored, then all from the first to the last changed
   * one.
   */
  storedIndex(index: number): number {
    const { firstChanged, lastChanged, sampleCount } = this.header;
    if (index < 0 || index >= sampleCount)
      throw this.damaged(`has ${sampleCount} samples; ${index + 1} is missing`);
    if (this.constant || index < firstChanged) return 0;
    return Math.min(index, lastChanged) - firstChanged + 1;
  }

  /** The number of elements (points, indices, vectors) of sample `index`, without reading them. */
  async elementCount(index: number): Promise<number> {
    const { size } = await this.block(index);
    return size === 0 ? 0 : (size - KEY_BYTES) / this.elementBytes();
  }

  /**
   * Sample `index` as numbers, `extent` for each element.
   * @throws SinewError if it is incomplete or holds text.
   */
  async numbers(index: number): Promise<Numbers> {
    const { offset, size } = await this.block(index);
    this.elementBytes();
    const bytes =
      size === 0 ? new Uint8Array(0) : await this.reader.bytes(offset + KEY_BYTES, size - KEY_BYTES);
    return decodeNumbers(this.header.pod, bytes);
  }

  /** The strings of sample `index`. In the file each ends with a zero. */
  async strings(index: number): Promise<string[]> {
    if (this.header.pod !== POD.string)
      throw this.damaged(`holds ${POD_NAMES[this.header.pod]} instead of text`);
    const { offset, size } = await this.block(index);
    if (size === 0) return [];
    const bytes = await this.reader.bytes(offset + KEY_BYTES, size - KEY_BYTES);
    return new TextDecoder().decode(bytes.slice()).split("\0").slice(0, -1);
  }

  /** The digest of sample `index` as text. Equal content has equal digests. */
  async key(index: number): Promise<string> {
    const { offset, size } = await this.block(index);
    if (size === 0) return "";
    const bytes = await this.reader.bytes(offset, KEY_BYTES);
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  damaged(problem: string): Error {
    return this.reader.damaged(`${this.path} ${problem}.`);
  }

  private async block(index: number): Promise<{ offset: number; size: number }> {
    const stored = this.storedIndex(index);
    const block = await this.group.data(this.header.kind === "array" ? 2 * stored : stored);
    if (block.size === 0) return block;
    const content = block.size - KEY_BYTES;
    const element = POD_BYTES[this.header.pod] * this.header.extent;
    if (content < 0 || (element > 0 && content % element !== 0)) {
      throw this.damaged(
        `has ${content} bytes in sample ${index + 1}, which is not a multiple of ${element}`,
      );
    }
    return block;
  }

  private elementBytes(): number {
    const bytes = POD_BYTES[this.header.pod] * this.header.extent;
    if (bytes === 0)
      throw this.damaged(`holds ${POD_NAMES[this.header.pod]} x ${this.header.extent} instead of numbers`);
    return bytes;
  }
}
