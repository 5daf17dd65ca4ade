/** Bytes of a base64 data URI. */
function bytesOf(dataUri: string): ArrayBuffer {
  const text = atob(dataUri.slice(dataUri.indexOf(",") + 1));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

/**
 * A Draco decoder. Its WebAssembly travels inside the bundle, because looking for the file beside the script works
 * neither in a worker that is bundled nor in Node.
 */
export async function createDracoDecoder(): Promise<unknown> {
  const [{ default: createDecoderModule }, { default: wasm }] = await Promise.all([
    import("draco3dgltf/draco_decoder_gltf_nodejs.js"),
    import("draco3dgltf/draco_decoder_gltf.wasm?url&inline"),
  ]);
  return createDecoderModule({ wasmBinary: bytesOf(wasm) });
}
