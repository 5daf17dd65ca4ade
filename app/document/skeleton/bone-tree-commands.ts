/** Commands that change the parents of the rig's bones, and their names. Nothing moves on screen. */
import { carriedPose } from "../../../workers/geometry/posing/carried-pose";
import {
  boneCentres,
  makeRoot,
  reparentBone,
  spareBones,
  type TreeEdit,
  withoutBones,
} from "../../../workers/model/rig/bone-tree";
import type { Pose } from "../../../workers/model/rig/pose";
import type { Bone, Rig } from "../../../workers/model/rig/rig";
import { carried } from "../../../workers/model/weights/layers/lay-over";
import { rebased } from "../../../workers/model/weights/layers/rebase";
import type { WeightLayers } from "../../../workers/model/weights/layers/weight-layers";
import { plural } from "../../common/format";
import type { IconName } from "../../common/icon-names";
import { keepColours } from "../bone-colours";
import type { Command } from "../history/history";
import { patch } from "../patch";
import { movedLocks } from "../solve/bone-commands";
import type { Stores } from "../stores";
import { renamedFit } from "./own-skeleton";
import { renamedReport } from "./skeleton-facts";

function rigOf(stores: Stores): Rig {
  const { rig } = stores.document.getState();
  if (!rig) throw new Error("There is no rig.");
  return rig;
}

/** Replaces the rig's tree by another one of the same bones, or of fewer. */
function changeTree(stores: Stores, label: string, icon: IconName, edit: TreeEdit): Command {
  const {
    rig: before,
    report,
    locks,
    deform,
    poses,
    pose,
    weightEdits,
    weightLayers,
  } = stores.document.getState();
  const { rig, origin } = edit;
  const { bones } = rigOf(stores);
  const carried = (each: Pose) => carriedPose(each, bones, rig.bones, origin);
  const { slideOfBone } = deform;
  const names = new Set(rig.bones.map(({ name }) => name));
  return patch(stores, label, icon, {
    rig: keepColours(rig, bones, origin),
    report: report && { ...report, bones: rig.bones.length },
    locks: movedLocks(locks, origin),
    deform: slideOfBone
      ? { ...deform, slideOfBone: Float32Array.from(origin, (j) => slideOfBone[j]) }
      : deform,
    poses: poses.map(carried),
    pose: pose && carried(pose),
    ...(before && rig.bones.length < before.bones.length
      ? { weightEdits: { ...weightEdits, locked: weightEdits.locked.filter((name) => names.has(name)) } }
      : {}),
    weightLayers: weightLayers && inOtherOrder(weightLayers, bones, rig, origin),
  });
}

/** The layers with the new numbers of the bones. */
function inOtherOrder(stack: WeightLayers, bones: readonly Bone[], rig: Rig, origin: ArrayLike<number>) {
  const now = new Int32Array(bones.length).fill(-1);
  Array.from(origin).forEach((old, j) => {
    if (old >= 0) now[old] = j;
  });
  return rebased(
    stack,
    carried(stack.base, [...now]),
    rig.bones.map(({ name }) => name),
  ).stack;
}

/**
 * Gives a bone another parent, or makes it a root (−1).
 * @param alone leaves its children with its old parent.
 * @throws SinewError if the new parent is below the bone.
 */
export function setParent(stores: Stores, bone: number, parent: number, alone: boolean): Command {
  const rig = rigOf(stores);
  const { name } = rig.bones[bone];
  const label = parent < 0 ? `Make ${name} a root` : `Parent ${name} to ${rig.bones[parent].name}`;
  return changeTree(stores, label, "branch", reparentBone(rig, bone, parent, alone));
}

/** Makes a bone the root of its tree. */
export function chooseRoot(stores: Stores, bone: number): Command {
  const rig = rigOf(stores);
  const [x, y, z] = boneCentres(rig).subarray(3 * bone, 3 * bone + 3);
  return changeTree(stores, `Root ${rig.bones[bone].name}`, "branch", makeRoot(rig, bone, [x, y, z]));
}

/** Removes the bones that move nothing and carry nothing that moves. */
export function removeIdleBones(stores: Stores): Command {
  const rig = rigOf(stores);
  const spare = spareBones(rig);
  const label = `Remove ${spare.length === 1 ? rig.bones[spare[0]].name : plural(spare.length, "idle bone")}`;
  return changeTree(stores, label, "prune", withoutBones(rig, new Set(spare)));
}

/** Renames many bones in one step; `names` are the new names by index, null for the bones that keep theirs. */
export function renameBones(stores: Stores, names: readonly (string | null)[]): Command {
  const rig = rigOf(stores);
  const state = stores.document.getState();
  const { weightEdits, skeletonReport } = state;
  const now = new Map(rig.bones.map(({ name }, j) => [name, names[j] ?? name]));
  const bones = rig.bones.map((bone, j) => ({ ...bone, name: names[j] ?? bone.name }));
  const changed = names.filter((name, j) => name !== null && name !== rig.bones[j].name).length;
  const renamed = { ...rig, bones };
  return patch(stores, `Rename ${plural(changed, "bone")}`, "rename", {
    rig: renamed,
    ...renamedFit(state, now, renamed),
    weightEdits: { ...weightEdits, locked: weightEdits.locked.map((name) => now.get(name) ?? name) },
    skeletonReport: renamedReport(skeletonReport, now),
  });
}
