import type { SolveReport } from "../../workers/model/reports/solve-report";
import type { Pose } from "../../workers/model/rig/pose";
import { type Bone, type Rig, withoutCorrection } from "../../workers/model/rig/rig";
import { keepLocked } from "../../workers/model/weights/keep-locked";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../workers/model/weights/weight-edits";
import type { IconName } from "../common/icon-names";
import { fittingPoses } from "./deform/fitting-poses";
import type { DocumentState } from "./document";
import type { Command } from "./history/history";
import type { Stores } from "./stores";
import { heldIn } from "./weights/held-in";
import { followLayers } from "./weights/layers/follow-layers";
import { type BoneChange, relaidByWeights } from "./weights/layers/new-base";
import { measuredBefore } from "./weights/painting/outdated-report";

type Previews = "partial" | "partialLocks" | "livePose" | "liveDeform" | "liveSkeleton" | "liveRig";
type Fields = Omit<DocumentState, Previews>;

/**
 * Sets some fields of the document; an undo sets them back. Arrays are replaced, never written, so the step holds only
 * references. The weights of a new rig become the base below the document's layers.
 * @param ended previews that end in the same change, so that no state in between is shown.
 * @param change how the bones of a new rig relate to the old ones, if not by name.
 */
export function patch(
  stores: Stores,
  label: string,
  icon: IconName,
  next: Partial<Fields>,
  ended: Partial<Pick<DocumentState, Previews>> = {},
  change: BoneChange = {},
): Command<Partial<DocumentState>> {
  const state = stores.document.getState();
  const all = { ...next, ...followLayers(stores, next, change) };
  const before = Object.fromEntries(Object.keys(all).map((key) => [key, state[key as keyof DocumentState]]));
  return {
    label,
    icon,
    before,
    after: { ...all, ...ended },
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

/**
 * The fields for a rig whose weights do not come from the document's: its weights become the base below the layers, and
 * locks stay on bones that it still has. Null clears painted and locked weights, and keeps the layers for the next rig.
 * @param report the rig's report; marked as outdated if the layers change the weights.
 */
export function overNewBones(
  stores: Stores,
  rig: Rig | null,
  report: SolveReport | null = null,
): Partial<DocumentState> {
  const state = stores.document.getState();
  if (!rig) return noneKept(state.weightEdits);
  const laid = relaidByWeights(state, rig);
  return { ...laid, ...(report && laid.rig && laid.rig !== rig && { report: measuredBefore(report) }) };
}

/**
 * The fields for a rig that was computed from the composite, now or before bones were removed. Its weights replace the
 * layers and the painted weights; locked bones keep theirs.
 */
export function flattenedInto(stores: Stores, made: Rig): Partial<DocumentState> {
  const { weightEdits, rig } = stores.document.getState();
  const held = rig && heldIn(made.bones, rig, weightEdits.locked);
  const weights = held ? keepLocked(made.weights, held.weights, held.locked) : made.weights;
  return {
    rig: { ...withoutCorrection(made), weights },
    weightLayers: null,
    ...(weightEdits.painted.length > 0 && {
      weightEdits: { ...weightEdits, painted: NO_WEIGHT_EDITS.painted },
    }),
  };
}

/** Clears painted and locked weights. */
function noneKept(weightEdits: WeightEdits): Partial<Pick<DocumentState, "weightEdits">> {
  const { painted, locked } = NO_WEIGHT_EDITS;
  const isSo = weightEdits.painted.length === 0 && weightEdits.locked.length === 0;
  return isSo ? {} : { weightEdits: { ...weightEdits, painted, locked } };
}
