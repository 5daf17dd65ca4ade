import { SinewError } from "../../../model/errors";
import type { SourceFile } from "../../source/source";

const BLOCK_BYTES = 65536;
const MAX_BLOCKS = 128;

/**
 * Random access to a file of any size through a small cache of 64 KiB blocks (8 MiB at most). Headers are scattered
 * over an archive in pieces of a few bytes. Samples are in long runs. A range that spans many blocks is read directly.
 */
export class BlockReader {
  readonly name: string;
  readonly size: number;
  private readonly file: SourceFile;
  /** Blocks in order of last use, the least recent first. */
  private readonly blocks = new Map<number, Promise<Uint8Array>>();

  constructor(file: SourceFile) {
    this.file = file;
    this.name = file.name;
    this.size = file.size;
  }

  /**
   * The `length` bytes from `offset`, as a read-only view with any alignment.
   * @throws SinewError if the file is shorter.
   */
  async bytes(offset: number, length: number): Promise<Uint8Array> {
    if (offset < 0 || length < 0 || offset + length > this.size) throw this.truncated(offset, length);
    if (length === 0) return new Uint8Array(0);
    const first = Math.floor(offset / BLOCK_BYTES);
    const last = Math.floor((offset + length - 1) / BLOCK_BYTES);
    if (last - first > 3) return this.exactly(offset, length);
    const begin = offset - first * BLOCK_BYTES;
    if (last <= first) return (await this.block(first)).subarray(begin, begin + length);
    const joined = new Uint8Array(length);
    for (let index = first, done = 0; index <= last; index++) {
      const block = await this.block(index);
      const part = block.subarray(index === first ? begin : 0).subarray(0, length - done);
      joined.set(part, done);
      done += part.length;
    }
    return joined;
  }

  /** The same bytes as a view for reading numbers. */
  async view(offset: number, length: number): Promise<DataView> {
    const bytes = await this.bytes(offset, length);
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  }

  /** An error for the artist about damage to the archive's structure. */
  damaged(body: string): SinewError {
    return new SinewError({
      title: `${this.name} is damaged`,
      body: `${body} Export the cache again, or copy the file again from where it came.`,
    });
  }

  private block(index: number): Promise<Uint8Array> {
    let block = this.blocks.get(index);
    if (block) {
      this.blocks.delete(index);
    } else {
      const begin = index * BLOCK_BYTES;
      block = this.exactly(begin, Math.min(BLOCK_BYTES, this.size - begin));
      if (this.blocks.size >= MAX_BLOCKS) this.blocks.delete(this.blocks.keys().next().value as number);
    }
    this.blocks.set(index, block);
    return block;
  }

  private async exactly(offset: number, length: number): Promise<Uint8Array> {
    const bytes = await this.file.read(offset, offset + length);
    if (bytes.length !== length) throw this.truncated(offset, length);
    // A Node Buffer's slice() is a view instead of a copy, so this converts it to a plain array.
    return new Uint8Array(bytes.buffer, bytes.byteOffset, length);
  }

  private truncated(offset: number, length: number): SinewError {
    return this.damaged(
      `It points to ${length} bytes at byte ${offset}, but it is ${this.size} bytes long: it was cut short or overwritten.`,
    );
  }
}
