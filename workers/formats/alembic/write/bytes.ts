import { u64 } from "./ogawa-writer";

/** A growing list of bytes. Integers are little endian. */
export class Bytes {
  private readonly parts: Uint8Array[] = [];

  integer(value: number, size: number): this {
    return this.raw(u64(value).subarray(0, size));
  }

  double(value: number): this {
    return this.raw(new Uint8Array(Float64Array.of(value).buffer));
  }

  raw(bytes: Uint8Array): this {
    this.parts.push(bytes);
    return this;
  }

  all(): Uint8Array {
    const whole = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
