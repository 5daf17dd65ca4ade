import { ACYCLIC_PERIOD, type TimeSampling } from "../archive/time-sampling";
import { Bytes, utf8 } from "./bytes";
import { murmurDigest } from "./murmur";
import { MemoryFile, type OgawaPointer, OgawaWriter } from "./ogawa-writer";
import { SampleList, SampleStore, type SampleValue } from "./sample-list";

/** The content of an archive to write. `archive/archive.ts` describes the layout. */
export interface ObjectRecord {
  name: string;
  metadata: Record<string, string>;
  properties: PropertyRecord[];
  children: ObjectRecord[];
}

export type PropertyRecord = CompoundRecord | SampledRecord;

export interface CompoundRecord {
  kind: "compound";
  name: string;
  metadata: Record<string, string>;
  properties: PropertyRecord[];
}

export interface SampledRecord {
  kind: "scalar" | "array";
  name: string;
  metadata: Record<string, string>;
  pod: number;
  extent: number;
  /** Index into the archive's samplings. */
  sampling: number;
  /** Samples to write one by one, or a list that is already written to this archive. */
  samples: Iterable<SampleValue> | SampleList;
}

export interface ArchiveRecord {
  metadata: Record<string, string>;
  /** The first must be the sampling for values without times: one per second, from 0. */
  samplings: Pick<TimeSampling, "kind" | "period" | "times">[];
  top: Omit<ObjectRecord, "name" | "metadata">;
}

/** AbcCoreOgawa's version, and the version of the library whose layout this is (1.5.8). */
const FORMAT_VERSION = 0;
const LIBRARY_VERSION = 10508;
const METADATA_FOLLOWS = 255;

/** Writes an Alembic archive in the Ogawa layout. Equal samples are stored once. */
export function writeArchive(archive: ArchiveRecord): Uint8Array<ArrayBuffer> {
  const file = new MemoryFile();
  return file.whole(new ArchiveWriter(file.put).finish(archive));
}

/** A written item and the digest of its content. */
interface Written {
  pointer: OgawaPointer;
  digest: Uint8Array;
}

/** Writes an archive piece by piece. */
export class ArchiveWriter {
  private readonly ogawa: OgawaWriter;
  private readonly store: SampleStore;
  private readonly metadata = new Map<string, number>();
  private readonly longest: number[] = [];

  /** @param put writes the next bytes of the file. */
  constructor(put: (bytes: Uint8Array) => void) {
    this.ogawa = new OgawaWriter(put);
    this.store = new SampleStore(this.ogawa);
  }

  /** A list for samples that are written one by one, before the record that refers to it. */
  samples(kind: SampledRecord["kind"], extent: number): SampleList {
    return new SampleList(this.store, kind, extent);
  }

  private object(record: ObjectRecord): Written {
    // The order is the reference implementation's, so that metadata get the same numbers.
    const children = record.children.map((child) => this.object(child));
    const headers = new Bytes();
    for (const child of record.children) this.objectHeader(headers, child);
    const properties = this.compound(record.properties);
    const digests = new Bytes();
    for (const child of children) digests.raw(child.digest);
    const childrenDigest = children.length > 0 ? murmurDigest(digests.all()) : new Uint8Array(16);
    headers.raw(properties.digest).raw(childrenDigest);
    const data = this.ogawa.data(headers.all());
    const pointer = this.ogawa.group([properties.pointer, ...children.map((child) => child.pointer), data]);
    return { pointer, digest: murmurDigest(headers.all()) };
  }

  /**
   * Writes the rest of the file.
   * @returns the first bytes of the file, which replace the bytes written first.
   */
  finish(archive: ArchiveRecord): Uint8Array {
    const top = this.object({ ...archive.top, name: "", metadata: archive.metadata }).pointer;
    const samplings = new Bytes();
    for (const [i, { kind, period, times }] of archive.samplings.entries()) {
      samplings.integer(this.longest[i] ?? 0, 4).double(kind === "acyclic" ? ACYCLIC_PERIOD : period);
      samplings.integer(times.length, 4);
      for (const t of times) samplings.double(t);
    }
    const indexed = new Bytes();
    for (const text of this.metadata.keys()) indexed.integer(utf8(text).length, 1).raw(utf8(text));
    const root = [
      this.ogawa.data(new Bytes().integer(FORMAT_VERSION, 4).all()),
      this.ogawa.data(new Bytes().integer(LIBRARY_VERSION, 4).all()),
      top,
      this.ogawa.data(utf8(serialise(archive.metadata))),
      this.ogawa.data(samplings.all()),
      this.ogawa.data(indexed.all()),
    ];
    return this.ogawa.header(this.ogawa.group(root));
  }

  private compound(properties: PropertyRecord[]): Written {
    const headers = new Bytes();
    const digests = new Bytes();
    const pointers = properties.map((property) => {
      const { pointer, digest } =
        property.kind === "compound" ? this.nested(headers, property) : this.sampled(headers, property);
      digests.raw(digest);
      return pointer;
    });
    if (pointers.length > 0) pointers.push(this.ogawa.data(headers.all()));
    const digest = murmurDigest(digests.raw(headers.all()).all());
    return { pointer: this.ogawa.group(pointers), digest };
  }

  private nested(headers: Bytes, record: CompoundRecord): Written {
    const written = this.compound(record.properties);
    const name = utf8(record.name);
    const { index, text } = this.metadataIndex(record.metadata);
    const hint = sizeHint(Math.max(name.length, text.length));
    headers
      .integer((hint << 2) | (index << 20), 4)
      .integer(name.length, 1 << hint)
      .raw(name);
    if (index === METADATA_FOLLOWS) headers.integer(text.length, 1 << hint).raw(text);
    return written;
  }

  private sampled(headers: Bytes, record: SampledRecord): Written {
    const list = record.samples instanceof SampleList ? record.samples : this.listed(record);
    const { count, first, last } = list;
    const stored = last === 0 && count > 0 ? 1 : count;
    this.longest[record.sampling] = Math.max(this.longest[record.sampling] ?? 0, stored);
    const name = utf8(record.name);
    const { index, text } = this.metadataIndex(record.metadata);
    const hint = sizeHint(Math.max(name.length, text.length, count, record.sampling));
    const constant = first === 0 && last === 0;
    const isListed = !constant && (first !== 1 || last !== count - 1);
    let info = (record.kind === "scalar" ? 1 : 2) | (list.isSingle ? 1 : 0) | (hint << 2) | (record.pod << 4);
    info |= (record.sampling > 0 ? 0x100 : 0) | (isListed ? 0x200 : 0) | (list.isHomogeneous ? 0x400 : 0);
    info |= (constant ? 0x800 : 0) | (record.extent << 12) | (index << 20);
    headers.integer(info, 4).integer(count, 1 << hint);
    if (isListed) headers.integer(first, 1 << hint).integer(last, 1 << hint);
    if (record.sampling > 0) headers.integer(record.sampling, 1 << hint);
    headers.integer(name.length, 1 << hint).raw(name);
    if (index === METADATA_FOLLOWS) headers.integer(text.length, 1 << hint).raw(text);
    return { pointer: this.ogawa.group(list.pointers), digest: list.digest() };
  }

  private listed({ kind, extent, samples }: SampledRecord): SampleList {
    const list = this.samples(kind, extent);
    for (const sample of samples as Iterable<SampleValue>) list.add(sample);
    return list;
  }

  private objectHeader(headers: Bytes, { name, metadata }: ObjectRecord): void {
    const bytes = utf8(name);
    const { index, text } = this.metadataIndex(metadata);
    headers.integer(bytes.length, 4).raw(bytes).integer(index, 1);
    if (index === METADATA_FOLLOWS) headers.integer(text.length, 4).raw(text);
  }

  /** Short metadata are stored once and referred to by number, from 1; 0 is no metadata. */
  private metadataIndex(metadata: Record<string, string>): { index: number; text: Uint8Array } {
    const serialised = serialise(metadata);
    const text = utf8(serialised);
    if (text.length === 0) return { index: 0, text };
    const known = this.metadata.get(serialised);
    if (known !== undefined) return { index: known, text };
    if (text.length > 255 || this.metadata.size >= 254) return { index: METADATA_FOLLOWS, text };
    const index = this.metadata.size + 1;
    this.metadata.set(serialised, index);
    return { index, text };
  }
}

/** The code for the size of integers: 0, 1 or 2 for 1, 2 or 4 bytes. */
function sizeHint(largest: number): number {
  if (largest < 256) return 0;
  return largest < 65536 ? 1 : 2;
}

function serialise(metadata: Record<string, string>): string {
  const pairs = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return pairs.map(([key, value]) => `${key}=${value}`).join(";");
}
