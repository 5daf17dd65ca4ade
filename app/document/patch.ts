import type { Pose } from "../../workers/model/rig/pose";
import type { Bone } from "../../workers/model/rig/rig";
import { NO_WEIGHT_EDITS } from "../../workers/model/weights/weight-edits";
import type { IconName } from "../common/icon-names";
import { fittingPoses } from "./deform/fitting-poses";
import type { DocumentState } from "./document";
import type { Command } from "./history/history";
import type { Stores } from "./stores";

type Previews = "partial" | "partialLocks" | "livePose" | "liveDeform" | "liveSkeleton" | "liveRig";
type Fields = Omit<DocumentState, Previews>;

/**
 * Sets some fields of the document; an undo sets them back. Arrays are replaced, never written, so the step holds only
 * references.
 * @param ended previews that end in the same change, so that no state in between is shown.
 */
export function patch(
  stores: Stores,
  label: string,
  icon: IconName,
  next: Partial<Fields>,
  ended: Partial<Pick<DocumentState, Previews>> = {},
): Command<Partial<DocumentState>> {
  const state = stores.document.getState();
  const before = Object.fromEntries(Object.keys(next).map((key) => [key, state[key as keyof DocumentState]]));
  return {
    label,
    icon,
    before,
    after: { ...next, ...ended },
    apply: (fields) => stores.document.setState(fields),
  };
}

/**
 * The deformers' settings and poses that still fit the new bones. Settings by bone fit if the number of bones is the
 * same. Drops poses of bones that no longer exist.
 * @param origin the former index of each new bone; if left out, bones are known by name and place.
 */
export function fittingDeform(
  stores: Stores,
  bones: readonly Bone[] | null,
  origin?: ArrayLike<number>,
): Pick<DocumentState, "deform" | "poses" | "pose"> {
  const { deform, poses, pose, rig } = stores.document.getState();
  const isSameCount = bones !== null && rig?.bones.length === bones.length;
  const fitting = (all: readonly Pose[]) => (bones && rig ? fittingPoses(all, rig.bones, bones, origin) : []);
  return {
    deform: isSameCount && !origin ? deform : { ...deform, slideOfBone: null },
    poses: fitting(poses),
    pose: (pose && fitting([pose])[0]) ?? null,
  };
}

/** Clears painted and locked weights, because other weights replace the document's. */
export function noneKept(stores: Stores): Partial<Pick<DocumentState, "weightEdits">> {
  const { weightEdits } = stores.document.getState();
  const { painted, locked } = NO_WEIGHT_EDITS;
  const isSo = weightEdits.painted.length === 0 && weightEdits.locked.length === 0;
  return isSo ? {} : { weightEdits: { ...weightEdits, painted, locked } };
}
