import { createRequire } from "node:module";
import { NodeIO } from "@gltf-transform/core";
import {
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from "@gltf-transform/extensions";
import type draco3d from "draco3dgltf";
import { MeshoptEncoder } from "meshoptimizer/encoder";

/** The encoder looks for its files beside itself, which a bundle takes from it: it is loaded where it is installed. */
const encoders = () => createRequire(import.meta.url)("draco3dgltf") as typeof draco3d;

/** Writes every compression that the reader knows: the files of its tests. */
export async function encodingIo(): Promise<NodeIO> {
  await MeshoptEncoder.ready;
  return new NodeIO()
    .registerExtensions([KHRMeshQuantization, KHRDracoMeshCompression, EXTMeshoptCompression])
    .registerDependencies({
      "draco3d.encoder": await encoders().createEncoderModule(),
      "meshopt.encoder": MeshoptEncoder,
    });
}
