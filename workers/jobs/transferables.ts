/**
 * The buffers of a value that may be transferred instead of copied: those of its typed arrays that own their whole
 * buffer. Shared memory is never among them, because both sides see it.
 */
export function transferablesOf(value: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (x: unknown, depth: number) => {
    if (depth > 6 || x === null || typeof x !== "object") return;
    if (ArrayBuffer.isView(x)) {
      if (x.buffer instanceof ArrayBuffer && x.byteLength === x.buffer.byteLength) found.add(x.buffer);
      return;
    }
    for (const part of Array.isArray(x) ? x : Object.values(x)) visit(part, depth + 1);
  };
  visit(value, 0);
  return [...found];
}
