/**
 * The size of two layers in a file for engines (docs/reference/two-layer-export.md): weights take 16 bits, and
 * indices 8 bits if they fit, otherwise 16. The last weight of each row is not stored, because the row sums to 1.
 */
import type { Layers } from "./layers";

/** Bytes of an index below `count`. */
const indexBytes = (count: number): number => (count <= 256 ? 1 : 2);

export interface LayerCounts {
  vertices: number;
  bones: number;
  /** The number of virtual bones, q. */
  virtualBones: number;
  /** The number of entries of D. */
  entries: number;
  /** The most virtual bones of a vertex. */
  blends: number;
}

/** Bytes of both layers. Each virtual bone takes a byte for the number of its bones. */
export function layerBytes({ vertices, bones, virtualBones, entries, blends }: LayerCounts): number {
  const perVertex = blends * indexBytes(virtualBones) + 2 * (blends - 1);
  return vertices * perVertex + virtualBones + entries * (indexBytes(bones) + 2);
}

export const layerCountsOf = (layers: Layers): LayerCounts => ({
  vertices: layers.errors.length,
  bones: layers.source.boneCount,
  virtualBones: layers.count,
  entries: layers.entries,
  blends: layers.sizes.blends,
});

/** The most virtual bones that fit into `bytes` bytes, if each has `each` bones. */
export function mostVirtualBones(bytes: number, counts: LayerCounts, each: number): number {
  let most = 0;
  for (const limit of [256, 65535]) {
    const empty = layerBytes({ ...counts, virtualBones: limit, entries: 0 }) - limit;
    const one = 1 + each * (indexBytes(counts.bones) + 2);
    most = Math.max(most, Math.min(limit, Math.floor((bytes - empty) / one)));
  }
  return most;
}

/** Bytes of ordinary weights in the same precision, given the influences of a vertex. Engines take 4. */
export const influenceBytes = (vertices: number, bones: number, influences: number): number =>
  vertices * influences * (indexBytes(bones) + 2);
