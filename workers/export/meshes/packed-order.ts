import type { Compression } from "../../model/files/export/compression";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import { type PartSurface, splitParts } from "./split-parts";

/** Starts the encoder of meshoptimizer. */
async function openEncoder() {
  const { MeshoptEncoder } = await import("meshoptimizer/encoder");
  await MeshoptEncoder.ready;
  return MeshoptEncoder;
}

/**
 * The parts with their triangles in strips that follow each other, and their vertices in the order in which the
 * triangles use them. Neighbours in the file are then neighbours on the surface, so that differences are small, and the
 * encoder packs them into fewer bytes.
 */
export async function packedOrder(parts: readonly PartSurface[]): Promise<PartSurface[]> {
  const encoder = await openEncoder();
  return parts.map((part) => {
    const indices = part.indices.slice();
    const [places] = encoder.reorderMesh(indices, true, true);
    const vertices = new Uint32Array(part.vertices.length);
    for (const [n, vertex] of part.vertices.entries()) vertices[places[n]] = vertex;
    return { ...part, vertices, indices };
  });
}

/** The parts of a sequence in the order of a file. */
export async function surfacesOf(sequence: AnySequence, compression: Compression): Promise<PartSurface[]> {
  const parts = splitParts(sequence);
  return compression === "meshopt" ? packedOrder(parts) : parts;
}
