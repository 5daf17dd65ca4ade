import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { slotsOf } from "../path/rung";
import { bonePatches, patchesPerBone } from "./bone-patches";
import { bonesInReach, withoutSmallPatches } from "./bones-in-reach";
import type { NearBones } from "./near-bones";
import type { RestSurface } from "./rest-surface";
import { farShare } from "./take-far";

/** The bones near each vertex of a rig, and how much of the weights lies elsewhere. */
export interface NearInRig {
  near: NearBones;
  /** Vertices with weights of bones that are not near. */
  affected: number[];
  /** The share of all weights that belongs to bones that are not near, 0..1. */
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
  const limits = { reach, leastPatch, held: [held] };
  const base = await bonesInReach(graph, { weights: slots, bones: h }, limits, task);
  const all = bonePatches(patches, slots, h);
  const near = withoutSmallPatches(base, patches, all, limits);
  const affected = new Set<number>();
  slots.ids.forEach((j, e) => {
    const i = Math.floor(e / width);
    if (j >= 0 && !near.has(i, j)) affected.add(i);
  });
  return {
    near,
    affected: [...affected],
    far: farShare(slots, near),
    patches: patchesPerBone(all),
  };
}
