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
import { heldBones } from "./weights/layers/composition";
import { followLayers } from "./weights/layers/follow-layers";
import { type BoneChange, relaidByWeights } from "./weights/layers/new-base";
import { measuredBefore } from "./weights/painting/outdated-report";

type Previews = "partial" | "partialLocks" | "livePose" | "liveDeform" | "liveSkeleton" | "liveRig";
type Fields = Omit<DocumentState, Previews>;

/**
 * Sets some fields of the document; an undo sets them back. Arrays are replaced, never written, so the step holds only
 * references. Weights of a new rig go below the document's layers.
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
 * The fields for a rig that was found without regard to the document's weights: the layers go over it, and locks hold
 * where its bones are old ones. Without a rig, nothing is painted or locked, and the layers wait for the next one.
 * @param report on the rig; it is marked if the layers change its weights.
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
 * The fields for a rig that was made from the composite and has the same bones: the layers are merged into it, nothing
 * is painted, and locked bones keep their weights.
 */
export function flattenedInto(stores: Stores, made: Rig): Partial<DocumentState> {
  const { weightEdits, rig } = stores.document.getState();
  const held = rig && heldBones(rig, weightEdits.locked);
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
