import { NodeIO } from "@gltf-transform/core";
import {
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from "@gltf-transform/extensions";
import draco3d from "draco3dgltf";
import { MeshoptEncoder } from "meshoptimizer/encoder";

/** Writes every compression that the reader knows: the files of its tests. */
export async function encodingIo(): Promise<NodeIO> {
  await MeshoptEncoder.ready;
  return new NodeIO()
    .registerExtensions([KHRMeshQuantization, KHRDracoMeshCompression, EXTMeshoptCompression])
    .registerDependencies({
      "draco3d.encoder": await draco3d.createEncoderModule(),
      "meshopt.encoder": MeshoptEncoder,
    });
}
