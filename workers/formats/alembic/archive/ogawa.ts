import { SinewError } from "../../../model/errors";
import type { SourceFile } from "../../source/source";
import { BlockReader } from "./block-reader";

/**
 * Ogawa, the container of Alembic archives: a tree of groups and data blocks by offset, little endian.
 *
 *     header   "Ogawa", 0xff when the writer closed the file (0x00 before), version as two bytes, u64 root group
 *     group    u64 count, then count x u64 child: the top bit set is data, the other 63 are its offset; 0 is empty
 *     data     u64 size, then the bytes
 *
 * Source: lib/Alembic/Ogawa of the reference implementation.
 */
const HEADER_BYTES = 16;
const HDF5_MAGIC = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
const OGAWA_MAGIC = [0x4f, 0x67, 0x61, 0x77, 0x61];
const TOP_BIT = 0x80000000;

/** A child that is data, or null for a group. */
export interface DataBlock {
  /** Offset of the bytes. */
  offset: number;
  size: number;
}

/** A group with pointers to its children. Each pointer is checked when it is followed. */
export class Group {
  readonly position: number;
  readonly count: number;
  private readonly reader: BlockReader;
  /** Pointers of short groups. Long ones (two per sample) are read on demand. */
  private readonly pointers: DataView | null;

  constructor(reader: BlockReader, position: number, count: number, pointers: DataView | null) {
    this.reader = reader;
    this.position = position;
    this.count = count;
    this.pointers = pointers;
  }

  async isData(index: number): Promise<boolean> {
    return (await this.pointer(index)).data;
  }

  /** The data block `index`. An empty one has size 0. */
  async data(index: number): Promise<DataBlock> {
    const { data, position } = await this.pointer(index);
    if (!data) throw this.reader.damaged(`It has a group at byte ${position} where there should be data.`);
    if (position === 0) return { offset: 0, size: 0 };
    const size = u64(await this.reader.view(position, 8), 0);
    if (size > this.reader.size - position - 8) {
      throw this.reader.damaged(
        `A block at byte ${position} says that it has ${size} bytes, but the file ends after ${this.reader.size - position - 8}.`,
      );
    }
    return { offset: position + 8, size };
  }

  async bytes(index: number): Promise<Uint8Array> {
    const { offset, size } = await this.data(index);
    return size === 0 ? new Uint8Array(0) : this.reader.bytes(offset, size);
  }

  async group(index: number): Promise<Group> {
    const { data, position } = await this.pointer(index);
    if (data) throw this.reader.damaged(`It has data at byte ${position} where there should be a group.`);
    return readGroup(this.reader, position);
  }

  private async pointer(index: number): Promise<{ data: boolean; position: number }> {
    if (index < 0 || index >= this.count) {
      throw this.reader.damaged(
        `The group at byte ${this.position} has ${this.count} entries; entry ${index + 1} is missing.`,
      );
    }
    const view = this.pointers ?? (await this.reader.view(this.position + 8 + 8 * index, 8));
    const at = this.pointers ? 8 * index : 0;
    const high = view.getUint32(at + 4, true);
    const data = (high & TOP_BIT) !== 0;
    const position = (high & ~TOP_BIT) * 0x100000000 + view.getUint32(at, true);
    const inside = position === 0 || (position >= HEADER_BYTES && position <= this.reader.size - 8);
    if (!inside) {
      throw this.reader.damaged(`It points to byte ${position}, outside of its ${this.reader.size} bytes.`);
    }
    return { data, position };
  }
}

/** Opens the container and returns its root group. */
export async function openOgawa(file: SourceFile): Promise<{ reader: BlockReader; root: Group }> {
  const reader = new BlockReader(file);
  const head = await reader.bytes(0, Math.min(HEADER_BYTES, reader.size));
  const startsWith = (magic: number[]) => magic.every((byte, i) => head[i] === byte);
  if (startsWith(HDF5_MAGIC)) {
    throw new SinewError({
      title: `${file.name} is written in the old HDF5 layout of Alembic`,
      body: "Sinew reads the Ogawa layout, the default since 2013. Export it again as Ogawa, or convert it with abcconvert -toOgawa.",
    });
  }
  if (!startsWith(OGAWA_MAGIC)) {
    throw new SinewError({
      title: `${file.name} is not an Alembic archive`,
      body: "It does not begin with the word Ogawa, as Alembic files do. Check what wrote it, or its extension.",
    });
  }
  if (head.length < HEADER_BYTES) throw reader.damaged(`It ends after ${head.length} bytes.`);
  if (head[5] !== 0xff) {
    throw new SinewError({
      title: `${file.name} was not written to its end`,
      body: "The program that wrote it stopped before it closed the file. Export it again.",
    });
  }
  const version = head[6] * 256 + head[7];
  if (version !== 1) throw reader.damaged(`It says version ${version} of Ogawa; the only one known is 1.`);
  const position = u64(new DataView(head.buffer, head.byteOffset), 8);
  if (position < HEADER_BYTES) throw reader.damaged("It has no root group.");
  return { reader, root: await readGroup(reader, position) };
}

async function readGroup(reader: BlockReader, position: number): Promise<Group> {
  if (position === 0) return new Group(reader, 0, 0, null);
  const count = u64(await reader.view(position, 8), 0);
  if (count > (reader.size - position - 8) / 8) {
    throw reader.damaged(
      `The group at byte ${position} says that it has ${count} entries, more than the file can hold.`,
    );
  }
  if (count > 64) return new Group(reader, position, count, null);
  const pointers = (await reader.bytes(position + 8, 8 * count)).slice();
  return new Group(reader, position, count, new DataView(pointers.buffer));
}

/** Beyond 2^53 the number is only approximate, but every check against the file's size still refuses it. */
function u64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 0x100000000 + view.getUint32(at, true);
}
