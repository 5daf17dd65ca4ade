/**
 * A checksum of numbers that come in pieces: 64 bits, from two MurmurHash3 mixers (Appleby 2011) with different
 * constants. Equal numbers in equal order give equal checksums, however they are cut into pieces. It finds changes
 * by accident, and is no protection against intent.
 */
export class Checksum {
  private first = 1;
  private second = 2;
  private count = 0;

  add({ buffer, byteOffset, length }: Float32Array): void {
    const words = new Uint32Array(buffer, byteOffset, length);
    let { first, second } = this;
    for (let n = 0; n < length; n++) {
      const a = Math.imul(words[n], 0xcc9e2d51);
      first ^= Math.imul((a << 15) | (a >>> 17), 0x1b873593);
      first = (Math.imul((first << 13) | (first >>> 19), 5) + 0xe6546b64) | 0;
      const b = Math.imul(words[n], 0x239b961b);
      second ^= Math.imul((b << 16) | (b >>> 16), 0xab0e9789);
      second = (Math.imul((second << 17) | (second >>> 15), 5) + 0x561ccd1b) | 0;
    }
    [this.first, this.second] = [first, second];
    this.count += length;
  }

  /** 16 hexadecimal digits. */
  get text(): string {
    return [this.first ^ this.count, this.second]
      .map((x) => (x >>> 0).toString(16).padStart(8, "0"))
      .join("");
  }
}
