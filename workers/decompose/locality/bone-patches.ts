import { LEAST_PATCH, type Patches } from "../../mesh/patches";
import { boneMembers } from "../phases/bone-members";
import type { Slots } from "./near-bones";

/** A connected patch of the vertices that a bone moves. */
export interface BonePatch {
  bone: number;
  vertices: Uint32Array;
  /** The sum of the bone's weights on the patch. */
  mass: number;
  /** Whether it is the bone's heaviest patch on its shell. */
  isMain: boolean;
}

/** The patches of all bones, without weights that an assembled rig drops. */
export function bonePatches(patches: Patches, { ids, values }: Slots, bones: number): BonePatch[] {
  const V = patches.shells.length;
  const slots = ids.length / V;
  const weights = new Float64Array(V);
  const weightAt = (i: number, j: number) => {
    for (let e = i * slots; e < (i + 1) * slots; e++) if (ids[e] === j) return values[e];
    return 0;
  };
  return boneMembers({ ids, values }, V, bones).flatMap((mine, bone) => {
    for (const i of mine) weights[i] = weightAt(i, bone);
    const found = patches.patchesOf(mine).map((vertices): BonePatch => {
      const mass = vertices.reduce((sum, i) => sum + weights[i], 0);
      return { bone, vertices, mass, isMain: false };
    });
    const heaviest = new Map<number, BonePatch>();
    for (const patch of found) {
      const shell = patches.shells[patch.vertices[0]];
      if (patch.mass > (heaviest.get(shell)?.mass ?? 0)) heaviest.set(shell, patch);
    }
    for (const patch of heaviest.values()) patch.isMain = true;
    return found;
  });
}

/** The mean number of patches for each bone and shell that it moves. */
export const patchesPerBone = (all: readonly BonePatch[]): number =>
  all.length / (all.filter(({ isMain }) => isMain).length || 1);

/**
 * The patches that are too small: those with fewer vertices than `share` of the bone's main patch on the same shell. If
 * the share is 1, every patch but the main one is too small.
 */
export function smallPatches(patches: Patches, all: readonly BonePatch[], share = LEAST_PATCH): BonePatch[] {
  const key = ({ bone, vertices }: BonePatch) => `${bone} ${patches.shells[vertices[0]]}`;
  const main = new Map(
    all.filter(({ isMain }) => isMain).map((patch) => [key(patch), patch.vertices.length]),
  );
  return all.filter(
    (patch) => !patch.isMain && (share >= 1 || patch.vertices.length < share * main.get(key(patch))!),
  );
}
