import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { slotsOf } from "../path/rung";
import { bonePatches, smallPatches } from "./bone-patches";
import { type NearBones, nearBones } from "./near-bones";
import type { RestSurface } from "./rest-surface";
import { farShare } from "./take-far";

/** The bones near each vertex of a rig, and how much of the weights lies elsewhere. */
export interface NearInRig {
  near: NearBones;
  /** Vertices with weights of bones that do not reach them, or that have only a small patch there. */
  affected: number[];
  /** The share of all weights that these are, 0..1. */
  far: number;
  /** Mean number of patches for each bone and shell that it moves. */
  patches: number;
}

export async function nearInRig(
  { rig, reach, leastPatch, held }: { rig: Rig; reach: number; leastPatch: number; held: Uint8Array | null },
  { graph, patches }: RestSurface,
  task: Task,
): Promise<NearInRig> {
  const width = maxInfluences(rig.weights);
  const slots = slotsOf(rig, { limit: width, slots: width, lockedVertices: null });
  const h = rig.bones.length;
  const near = await nearBones(graph, slots, h, task, { reach, leastPart: leastPatch, byShell: true });
  held?.forEach((flag, i) => {
    if (flag) near.addAll(i);
  });
  const all = bonePatches(patches, slots, h);
  for (const { bone, vertices } of smallPatches(patches, all, leastPatch)) {
    for (const i of vertices) if (!held?.[i]) near.remove(i, bone);
  }
  near.fillEmpty(patches.mesh);
  const affected = new Set<number>();
  slots.ids.forEach((j, e) => {
    const i = Math.floor(e / width);
    if (j >= 0 && !near.has(i, j)) affected.add(i);
  });
  return {
    near,
    affected: [...affected],
    far: farShare(slots, near),
    patches: all.length / (all.filter(({ isMain }) => isMain).length || 1),
  };
}
