/** Encodes values with typed arrays as JSON, for transfer between a test and its page. */

/** The result of `pack`. */
export type Packed = { json: string };

const KINDS = { Float32Array, Uint32Array, Uint16Array, Float64Array };
type Kind = keyof typeof KINDS;

const KEY = "typed array";

/** Bytes as base64, converted in pieces, because functions take a limited number of arguments. */
function textOf(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}

export function pack(value: unknown): Packed {
  const json = JSON.stringify(value, (_, part: unknown) => {
    if (!ArrayBuffer.isView(part)) return part;
    const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    return { [KEY]: part.constructor.name, text: textOf(bytes) };
  });
  return { json };
}

export function unpack({ json }: Packed): unknown {
  return JSON.parse(json, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || !(KEY in part)) return part;
    const { [KEY]: kind, text } = part as { [KEY]: Kind; text: string };
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return new KINDS[kind](bytes.buffer);
  });
}
