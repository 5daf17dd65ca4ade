/** Commands that replace the rig by an edited skeleton that was solved again. */
import { carriedPose } from "../../../workers/geometry/posing/carried-pose";
import {
  placeWords,
  type ResolveResult,
  type SkeletonReport,
  type StillPlace,
} from "../../../workers/model/reports/skeleton-report";
import type { Measures } from "../../../workers/model/reports/solve-report";
import type { Pose } from "../../../workers/model/rig/pose";
import type { Bone } from "../../../workers/model/rig/rig";
import type { ExtractSettings } from "../../../workers/model/skeleton/extract/extract-settings";
import type { HierarchyEdit } from "../../../workers/model/skeleton/hierarchy-edit";
import { plural } from "../../common/format";
import type { IconName } from "../../common/icon-names";
import { keepColours } from "../bone-colours";
import type { Command } from "../history/history";
import { patch } from "../patch";
import { boneChange, locksOfBones, movedLocks, stillTrue } from "../solve/bone-commands";
import type { Stores } from "../stores";

/** The name of an edit, in the history and while it is solved. */
export function hierarchyWords(
  edit: HierarchyEdit,
  bones: readonly Bone[],
): { label: string; doing: string; icon: IconName } {
  const words = (verb: string, doing: string, rest: string, icon: IconName) => ({
    label: `${verb} ${rest}`,
    doing: `${doing} ${rest}`,
    icon,
  });
  const of = (all: readonly number[]) => (all.length === 1 ? bones[all[0]].name : plural(all.length, "bone"));
  switch (edit.kind) {
    case "move":
      return words("Move", "Moving", `the joint of ${of([edit.bone])}`, "move");
    case "reparent":
      return edit.parent < 0
        ? words("Make", "Making", `${of([edit.bone])} a root`, "branch")
        : words("Parent", "Parenting", `${of([edit.bone])} to ${of([edit.parent])}`, "branch");
    case "root":
      return words("Root", "Rooting", of([edit.bone]), "branch");
    case "split":
      return words("Split", "Splitting", of([edit.bone]), "cut");
    case "split-still":
      return words("Split", "Splitting", `${of([edit.bone])} where it bends`, "cut");
    case "merge":
      return words("Merge", "Merging", of(edit.bones), "merge");
    case "delete":
      return words("Delete", "Deleting", of(edit.bones), "trash");
    case "insert":
      return words("Insert", "Inserting", `a joint in ${of([edit.bone])}`, "plus");
    case "extrude":
      return words("Extrude", "Extruding", `a bone from ${of([edit.bone])}`, "extrude");
  }
}

/** The report of the extraction after an edit, measured on the edited rig. */
function editedReport(
  edit: HierarchyEdit,
  before: readonly Bone[],
  report: SkeletonReport,
  { rig, joints, rmsePercent }: ResolveResult,
  { eRms }: Measures,
  kind: ExtractSettings["joints"],
): SkeletonReport {
  const { heldOut: _, ...rest } = report;
  const errors =
    kind === "strict" ? { rmsePercentStrict: rmsePercent, eRmsStrict: eRms } : { rmsePercent, eRms };
  const roots = rig.bones.filter(({ parent }) => parent < 0).length;
  const split = edit.kind === "split-still" ? before[edit.bone].name : null;
  const names = new Set(rig.bones.map(({ name }) => name));
  const isStill = ({ bone }: StillPlace) => bone !== split && names.has(bone);
  const settled = rest.still?.filter((place) => !isStill(place)).map(({ position }) => placeWords(position));
  return {
    ...rest,
    ...errors,
    ...{ joints, roots, bones: rig.bones.length, edited: true },
    ...(rest.still && { still: rest.still.filter(isStill) }),
    notes: rest.notes.filter((note) => !settled?.some((place) => note.includes(place))),
  };
}

/** Replaces the rig by the result of a skeleton edit. Data of a bone stays with it. */
export function resolvedSkeleton(
  stores: Stores,
  edit: HierarchyEdit,
  result: ResolveResult,
  measures: Measures,
): Command {
  const { rig: before, report, skeletonReport, extraction, settings, ...state } = stores.document.getState();
  if (!before) throw new Error("There is no rig.");
  const { origin } = result;
  const rig = keepColours(result.rig, before.bones, origin);
  const count = rig.bones.length;
  const isOtherCount = count !== before.bones.length;
  const carried = (pose: Pose) => carriedPose(pose, before.bones, rig.bones, origin);
  const { slideOfBone } = state.deform;
  const { label, icon } = hierarchyWords(edit, before.bones);
  const next = {
    rig,
    report: report && { ...stillTrue(report), ...measures, bones: count },
    skeletonReport:
      skeletonReport && editedReport(edit, before.bones, skeletonReport, result, measures, extraction.joints),
    locks: movedLocks(state.locks, origin),
    ...locksOfBones(stores, rig.bones),
    ...(isOtherCount && {
      settings: { ...settings, bones: count },
      extraction: { ...extraction, bones: count },
    }),
    deform: slideOfBone
      ? { ...state.deform, slideOfBone: Float32Array.from(origin, (j) => (j < 0 ? 0 : slideOfBone[j])) }
      : state.deform,
    poses: state.poses.map(carried),
    pose: state.pose && carried(state.pose),
  };
  return patch(stores, label, icon, next, { liveRig: null }, boneChange(edit, before.bones));
}
