/** A view of the same bytes, for reading numbers of any size. */
export const dataView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
