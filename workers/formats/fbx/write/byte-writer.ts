import { SinewError } from "../../../model/errors";

/** The largest array that browsers have. */
const MOST_BYTES = 2 ** 31 - 1;

/** Bytes that grow at the end, little-endian. */
export class ByteWriter {
  private bytes = new Uint8Array(1 << 16);
  private view = new DataView(this.bytes.buffer);
  length = 0;

  /**
   * Makes room for `count` more bytes.
   * @returns where they begin.
   */
  private take(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.bytes.length) this.grow();
    return at;
  }

  private grow(): void {
    if (this.length > MOST_BYTES) {
      throw new SinewError({
        title: "The FBX is too large",
        body: "It would have more than 2 GB. Write fewer clips at a time, or leave its textures beside it.",
      });
    }
    const larger = new Uint8Array(Math.min(MOST_BYTES, Math.max(2 * this.bytes.length, this.length)));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  push(bytes: ArrayLike<number>): void {
    const at = this.take(bytes.length);
    this.bytes.set(bytes, at);
  }

  zeros(count: number): void {
    this.take(count);
  }

  u8(value: number): void {
    const at = this.take(1);
    this.view.setUint8(at, value);
  }

  u32(value: number): void {
    const at = this.take(4);
    this.view.setUint32(at, value, true);
  }

  i32(value: number): void {
    const at = this.take(4);
    this.view.setInt32(at, value, true);
  }

  i64(value: bigint): void {
    const at = this.take(8);
    this.view.setBigInt64(at, value, true);
  }

  f64(value: number): void {
    const at = this.take(8);
    this.view.setFloat64(at, value, true);
  }

  /** Overwrites eight bytes from `at` on. */
  patch64(at: number, value: number): void {
    this.view.setBigUint64(at, BigInt(value), true);
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
