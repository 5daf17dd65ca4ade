/** The bytes of a base64 data URI. */
function bytesOf(dataUri: string): ArrayBuffer {
  const text = atob(dataUri.slice(dataUri.indexOf(",") + 1));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

/**
 * Creates a Draco decoder. Its WebAssembly is part of the bundle, because loading a file from beside the script works
 * neither in a bundled worker nor in Node.
 */
export async function createDracoDecoder(): Promise<unknown> {
  const [{ default: createDecoderModule }, { default: wasm }] = await Promise.all([
    import("draco3dgltf/draco_decoder_gltf_nodejs.js"),
    import("draco3dgltf/draco_decoder_gltf.wasm?url&inline"),
  ]);
  // In Node the script reads `__dirname`, which ES modules do not have. Nothing is loaded from there.
  const scope = globalThis as { __dirname?: string };
  const lent = "process" in globalThis && scope.__dirname === undefined;
  if (lent) scope.__dirname = ".";
  try {
    return await createDecoderModule({ wasmBinary: bytesOf(wasm) });
  } finally {
    if (lent) delete scope.__dirname;
  }
}
