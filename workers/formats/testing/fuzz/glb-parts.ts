import { dataView } from "../../source/data-view";
import { joined } from "./mutate";

/** Words of 4 bytes, as in the lengths of most formats. */
export function words(...values: number[]): Uint8Array {
  const out = new Uint8Array(4 * values.length);
  for (const [n, value] of values.entries()) dataView(out).setUint32(4 * n, value, true);
  return out;
}

export const encodeJson = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
export const decodeJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

const HEAD = 20;
const CHUNK_HEAD = 8;

/** The JSON of a GLB, its other chunks, and the start of its buffer. */
export function glbParts(bytes: Uint8Array): { json: unknown; rest: Uint8Array; start: number } {
  const end = HEAD + dataView(bytes).getUint32(12, true);
  return { json: decodeJson(bytes.subarray(HEAD, end)), rest: bytes.subarray(end), start: end + CHUNK_HEAD };
}

/** A GLB with correct lengths. */
export function glbOf(json: unknown, rest: Uint8Array): Uint8Array {
  const text = encodeJson(json);
  const padded = joined(text, new Uint8Array((4 - (text.length % 4)) % 4).fill(32));
  const head = words(0x46546c67, 2, HEAD + padded.length + rest.length, padded.length, 0x4e4f534a);
  return joined(head, padded, rest);
}
