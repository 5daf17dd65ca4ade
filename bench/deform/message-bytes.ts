/** The bytes that a message copies from one thread to another: its buffers that are not shared. */
export function bytesToCopy(message: unknown): number {
  const buffers = new Set<ArrayBuffer>();
  const visit = (value: unknown) => {
    if (value === null || typeof value !== "object") return;
    if (value instanceof ArrayBuffer) buffers.add(value);
    else if (ArrayBuffer.isView(value)) visit(value.buffer);
    else for (const part of Object.values(value)) visit(part);
  };
  visit(message);
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
