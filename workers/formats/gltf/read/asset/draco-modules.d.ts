declare module "draco3dgltf/draco_decoder_gltf_nodejs.js" {
  export default function createDecoderModule(module: { wasmBinary: ArrayBuffer }): Promise<unknown>;
}

declare module "draco3dgltf/draco_decoder_gltf.wasm?url&inline" {
  const dataUri: string;
  export default dataUri;
}

declare module "draco3dgltf" {
  export function createEncoderModule(): Promise<unknown>;
}
