/** Blocks of memory, and the bytes of each. Two values that share a block refer to the same object. */
export type Blocks = Map<object, number>;

/** Bytes of a number or a reference in a plain array. */
const ENTRY = 8;

/**
 * Finds the memory that a value keeps alive: the buffers of typed arrays, shared ones too, plain arrays of numbers and
 * strings, and blobs. Walks objects, arrays, maps and sets of any depth, each once. A buffer counts in full even if a
 * view covers little of it, because the view keeps all of it alive. Objects themselves are small and do not count.
 */
export function heldBlocks(value: unknown): Blocks {
  const blocks: Blocks = new Map();
  const seen = new Set<object>();
  const ahead: unknown[] = [value];
  while (ahead.length > 0) {
    const next = ahead.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    if (ArrayBuffer.isView(next)) blocks.set(next.buffer, next.buffer.byteLength);
    else if (isBuffer(next)) blocks.set(next, next.byteLength);
    else if (next instanceof Blob) blocks.set(next, next.size);
    else if (Array.isArray(next)) {
      if (typeof next[0] === "object") for (const entry of next) ahead.push(entry);
      else if (next.length > 0) blocks.set(next, ENTRY * next.length);
    } else if (next instanceof Map) for (const pair of next) ahead.push(...pair);
    else if (next instanceof Set) for (const entry of next) ahead.push(entry);
    else for (const key in next) ahead.push((next as Record<string, unknown>)[key]);
  }
  return blocks;
}

const isBuffer = (value: object): value is ArrayBufferLike =>
  value instanceof ArrayBuffer ||
  (typeof SharedArrayBuffer !== "undefined" && value instanceof SharedArrayBuffer);
