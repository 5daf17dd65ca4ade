import type { Patches } from "../../mesh/patches";
import type { Task } from "../../model/task";
import { type BonePatch, smallPatches } from "./bone-patches";
import { type NearBones, nearBones, type Slots } from "./near-bones";
import type { SurfaceGraph } from "./surface-graph";

/** Flags of vertices that keep their weights, because of locks or the artist's intent. They may use every bone. */
export type HeldVertices = readonly (ArrayLike<number> | null | undefined)[];

export const isHeld = (held: HeldVertices, vertex: number): boolean => held.some((flags) => flags?.[vertex]);

interface LocalLimits {
  reach: number;
  leastPatch: number;
  held: HeldVertices;
}

/** The bones that reach each vertex. */
export async function bonesInReach(
  graph: SurfaceGraph,
  { weights, bones }: { weights: Slots; bones: number },
  { reach, leastPatch, held }: LocalLimits,
  task: Task,
): Promise<NearBones> {
  const options = { reach, leastPart: leastPatch, byShell: true };
  const near = await nearBones(graph, weights, bones, task, options);
  for (let i = 0; i < near.vertexCount; i++) if (isHeld(held, i)) near.addAll(i);
  return near;
}

/** The bones that reach each vertex, without those that have only a small patch there. */
export function withoutSmallPatches(
  inReach: NearBones,
  patches: Patches,
  all: readonly BonePatch[],
  { leastPatch, held }: LocalLimits,
): NearBones {
  const near = inReach.copy();
  for (const { bone, vertices } of smallPatches(patches, all, leastPatch)) {
    for (const i of vertices) if (!isHeld(held, i)) near.remove(i, bone);
  }
  near.fillEmpty(patches.mesh);
  return near;
}
