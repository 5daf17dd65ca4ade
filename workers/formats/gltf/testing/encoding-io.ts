import { createRequire } from "node:module";
import { NodeIO } from "@gltf-transform/core";
import {
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from "@gltf-transform/extensions";
import type draco3d from "draco3dgltf";
import { MeshoptEncoder } from "meshoptimizer/encoder";

/** The encoder loads files from its own folder, which fails in a bundle. So it is loaded from where it is installed. */
const encoders = () => createRequire(import.meta.url)("draco3dgltf") as typeof draco3d;

/** An IO that writes every compression that the reader supports, for tests. */
export async function encodingIo(): Promise<NodeIO> {
  await MeshoptEncoder.ready;
  return new NodeIO()
    .registerExtensions([KHRMeshQuantization, KHRDracoMeshCompression, EXTMeshoptCompression])
    .registerDependencies({
      "draco3d.encoder": await encoders().createEncoderModule(),
      "meshopt.encoder": MeshoptEncoder,
    });
}
