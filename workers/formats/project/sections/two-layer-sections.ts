/** The two layers of a rig's weights, as sections of a project. */
import { z } from "zod";
import type { TwoLayer } from "../../../model/rig/rig";
import { readWeights, writeWeights } from "../fit/carried-weight-sections";
import type { ProjectSections } from "../section-reader";

const count = z.int().min(0).max(0x7fffffff);

export const twoLayerSchema = z.object({
  virtualBones: z.int().min(1).max(65535),
  /** The number of entries of both layers. */
  virtualEntries: count,
  vertexEntries: count,
});

type TwoLayerHeader = z.infer<typeof twoLayerSchema>;

export function writeTwoLayer(
  { virtual, vertices }: TwoLayer,
  add: (section: string, bytes: Uint8Array) => void,
): TwoLayerHeader {
  writeWeights("virtual", virtual, add);
  writeWeights("layered", vertices, add);
  return {
    virtualBones: virtual.offsets.length - 1,
    virtualEntries: virtual.bones.length,
    vertexEntries: vertices.bones.length,
  };
}

export function readTwoLayer(
  { virtualBones, virtualEntries, vertexEntries }: TwoLayerHeader,
  { bones, vertices }: { bones: number; vertices: number },
  take: ProjectSections,
): TwoLayer {
  return {
    virtual: readWeights("virtual", { entries: virtualEntries, bones, vertices: virtualBones }, take),
    vertices: readWeights("layered", { entries: vertexEntries, bones: virtualBones, vertices }, take),
  };
}
