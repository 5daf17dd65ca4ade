import { createStore } from "zustand/vanilla";
import type { Bone } from "../../../../workers/model/rig/rig";
import { branchOf } from "../../../../workers/model/tree-of-parents";
import { storeKey } from "../../../document/stores";

/** A bone that is dragged over the list onto its new parent. */
export interface BoneDrag {
  bone: number;
  /** The bone under the pointer; −1 for the space below the list, null for anywhere else. */
  onto: number | null;
  /** Shift: the bone's children stay with its old parent. */
  alone: boolean;
  /** Alt: the joint of the bone stays where it is. */
  keepJoint: boolean;
  /** The pointer, in CSS pixels of the window. */
  x: number;
  y: number;
}

export const BONE_DRAG = storeKey(() => createStore<{ drag: BoneDrag | null }>()(() => ({ drag: null })));

/** The effect of a drop, or the reason why it has none. */
export interface DropWords {
  /** The text after the bone's name in the label: "onto head". */
  text: string;
  allowed: boolean;
}

type DropChoice = Pick<BoneDrag, "bone" | "onto" | "alone"> & Partial<Pick<BoneDrag, "keepJoint">>;

/** The label of a drop here; null if nothing can be dropped here. */
export function dropWords(
  bones: readonly Bone[],
  { bone, onto, alone, keepJoint = false }: DropChoice,
): DropWords | null {
  if (onto === null || onto === bone) return null;
  const { name, parent } = bones[bone];
  const without = alone && bones.some((each) => each.parent === bone) ? ", without its branch" : "";
  if (onto < 0) {
    return parent < 0
      ? { text: "is already a root", allowed: false }
      : { text: `as a root${without}`, allowed: true };
  }
  if (!alone && branchOf(bones, bone).includes(onto)) {
    return { text: `cannot go below itself: ${bones[onto].name} is below ${name}`, allowed: false };
  }
  if (onto === parent && !without)
    return { text: `is already a child of ${bones[onto].name}`, allowed: false };
  const kept = keepJoint ? ", joint kept" : "";
  return { text: `onto ${bones[onto].name}${without}${kept}`, allowed: true };
}
