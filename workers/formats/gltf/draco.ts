import dracoWasm from "draco3dgltf/draco_decoder_gltf.wasm?url&inline";

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
  const { default: createDecoderModule } = await import("draco3dgltf/draco_decoder_gltf_nodejs.js");
  return createDecoderModule({ wasmBinary: bytesOf(dracoWasm) });
}
