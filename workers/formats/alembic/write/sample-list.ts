import { Bytes, utf8 } from "./bytes";
import { murmurDigest } from "./murmur";
import { EMPTY_DATA, type OgawaPointer, type OgawaWriter, u64 } from "./ogawa-writer";

/** Numbers in an array of the property's own type, or strings. */
export type SampleValue = ArrayBufferView | string[];

/** Data blocks of samples. Equal samples are stored once. */
export class SampleStore {
  private readonly ogawa: OgawaWriter;
  private readonly written = new Map<string, OgawaPointer>();

  constructor(ogawa: OgawaWriter) {
    this.ogawa = ogawa;
  }

  write(sample: SampleValue) {
    const isText = Array.isArray(sample);
    const bytes = isText
      ? utf8(sample.map((text) => `${text}\0`).join(""))
      : new Uint8Array(sample.buffer, sample.byteOffset, sample.byteLength).slice();
    const digest = murmurDigest(bytes);
    const key = `${isText ? "text" : ""}${bytes.length}:${digest.join()}`;
    let data = this.written.get(key);
    if (!data) {
      data = bytes.length === 0 ? EMPTY_DATA : this.ogawa.data(digest, bytes);
      this.written.set(key, data);
    }
    const dimensions = isText ? this.ogawa.data(u64(sample.length)) : EMPTY_DATA;
    return { key, digest, data, dimensions, size: bytes.length };
  }
}

/**
 * The samples of one property, one after the other. An archive refers to sample 0, and to all from the first to the
 * last sample that differs from the one before.
 */
export class SampleList {
  readonly pointers: OgawaPointer[] = [];
  count = 0;
  first = 0;
  last = 0;
  /** Whether every sample has exactly one element. */
  isSingle = true;
  isHomogeneous: boolean;
  private readonly store: SampleStore;
  private readonly kind: "scalar" | "array";
  private readonly extent: number;
  private readonly digests = new Bytes();
  private previous: { key: string; parts: OgawaPointer[]; size: number } | null = null;

  constructor(store: SampleStore, kind: "scalar" | "array", extent: number) {
    this.store = store;
    this.kind = kind;
    this.extent = extent;
    // The reference implementation compares counts of numbers and points here, so it never sets the flag for arrays of
    // vectors. This code does the same.
    this.isHomogeneous = kind === "scalar" || extent === 1;
  }

  add(sample: SampleValue): void {
    const { key, digest, data, dimensions, size } = this.store.write(sample);
    const parts = this.kind === "scalar" ? [data] : [data, dimensions];
    const numbers = Array.isArray(sample) ? sample.length : size / bytesOf(sample);
    const elements = this.kind === "scalar" ? 1 : numbers / this.extent;
    this.digests.raw(digest);
    const { previous } = this;
    if (key !== previous?.key) {
      if (this.first !== 0 && previous) {
        for (let k = this.last + 1; k < this.count; k++) this.pointers.push(...previous.parts);
      }
      this.pointers.push(...parts);
      if (this.first === 0) this.first = this.count;
      this.last = this.count;
      this.isSingle &&= elements === 1;
      this.isHomogeneous &&= previous === null || previous.size === size;
      this.previous = { key, parts, size };
    }
    this.count++;
  }

  /** The digest of all samples. */
  digest(): Uint8Array {
    return murmurDigest(this.digests.all());
  }
}

function bytesOf(sample: ArrayBufferView): number {
  return "BYTES_PER_ELEMENT" in sample ? (sample.BYTES_PER_ELEMENT as number) : 1;
}
