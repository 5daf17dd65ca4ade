import type { EditBonesResult } from "../../../workers/client";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import type { BoneEdit } from "../../../workers/model/rig/bone-edit";
import type { Bone, Rig } from "../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../workers/model/skeleton/hierarchy-edit";
import type { SolveLocks } from "../../../workers/model/solve/solve-settings";
import { plural } from "../../common/format";
import type { IconName } from "../../common/icon-names";
import { keepColours } from "../bone-colours";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import { fittingDeform, patch } from "../patch";
import { selectBones } from "../selection";
import type { Stores } from "../stores";
import type { BoneChange } from "../weights/layers/new-base";

/** The name of an edit, in the history and while it runs. */
export function editWords(
  edit: BoneEdit,
  bones: readonly Bone[],
): { label: string; doing: string; icon: IconName } {
  const of = (all: readonly number[]) => (all.length === 1 ? bones[all[0]].name : plural(all.length, "bone"));
  switch (edit.kind) {
    case "split":
      return { label: `Split ${of([edit.bone])}`, doing: `Splitting ${of([edit.bone])}`, icon: "cut" };
    case "merge":
      return { label: `Merge ${of(edit.bones)}`, doing: `Merging ${of(edit.bones)}`, icon: "merge" };
    case "delete":
      return { label: `Delete ${of(edit.bones)}`, doing: `Deleting ${of(edit.bones)}`, icon: "trash" };
    case "move":
      return { label: `Move ${of([edit.bone])}`, doing: `Moving ${of([edit.bone])}`, icon: "move" };
    case "mirror":
      return { label: "Mirror bones", doing: "Mirroring bones", icon: "mirror" };
  }
}

/** Locks by the bones' new indices; new bones are unlocked. */
export function movedLocks(locks: SolveLocks | null, origin: Int32Array): SolveLocks | null {
  return locks && { ...locks, bones: Uint8Array.from(origin, (j) => (j < 0 ? 0 : locks.bones[j])) };
}

/** The result of an edit, which replaces the rig. The setting for the number of bones follows. */
export function boneEditResult(
  stores: Stores,
  edit: BoneEdit,
  { rig, origin, measures }: EditBonesResult,
): Command {
  const { rig: before, report, locks, settings } = stores.document.getState();
  if (!before) throw new Error("There is no rig.");
  const { label, icon } = editWords(edit, before.bones);
  const next = {
    rig: keepColours(rig, before.bones, origin),
    skeletonReport: null,
    report: report && {
      ...stillTrue(report),
      ...measures,
      bones: rig.bones.length,
      bonesAsked: rig.bones.length,
    },
    locks: movedLocks(locks, origin),
    ...locksOfBones(stores, rig.bones),
    settings: { ...settings, bones: rig.bones.length },
    ...fittingDeform(stores, rig.bones),
  };
  return patch(stores, label, icon, next, {}, boneChange(edit, before.bones));
}

/** How an edit changes bones that layers and locks refer to by name. */
export function boneChange(edit: BoneEdit | HierarchyEdit, bones: readonly Bone[]): BoneChange {
  if (edit.kind === "mirror" || edit.kind === "root" || edit.kind === "reparent") return {};
  const edited = ("bones" in edit ? edit.bones : [edit.bone]).map((j) => bones[j].name);
  const [first] = edited;
  return edit.kind === "merge" ? { edited, now: new Map(edited.map((name) => [name, first])) } : { edited };
}

/** The locked weights of bones that still exist. */
export function locksOfBones(
  stores: Stores,
  bones: readonly Bone[],
): Partial<Pick<DocumentState, "weightEdits">> {
  const { weightEdits } = stores.document.getState();
  const locked = weightEdits.locked.filter((name) => bones.some((bone) => bone.name === name));
  return locked.length === weightEdits.locked.length ? {} : { weightEdits: { ...weightEdits, locked } };
}

/** The report without the figures that were measured on the former rig and are not measured again. */
export function stillTrue(report: SolveReport): SolveReport {
  const {
    heldOut: _,
    corrected: _corrected,
    curve: _curve,
    figures: _figures,
    weightsChanged: _weightsChanged,
    ...rest
  } = report;
  return { ...rest, bonesReason: null };
}

/** Selects the new bones after an edit, and keeps hidden bones hidden. */
export function lookAfter(
  stores: Stores,
  edit: BoneEdit,
  before: Rig,
  { rig, origin }: EditBonesResult,
): void {
  const now = (j: number) => origin.indexOf(j);
  const made = [...origin.keys()].filter((j) => origin[j] < 0);
  const hiddenBones = stores.view
    .getState()
    .hiddenBones.map(now)
    .filter((j) => j >= 0);
  if (hiddenBones.length > 0 || stores.view.getState().hiddenBones.length > 0)
    stores.view.setState({ hiddenBones });
  if (edit.kind === "split") selectBones(stores, [now(edit.bone), ...made]);
  if (edit.kind === "merge") {
    const { name } = before.bones[edit.bones[0]];
    selectBones(stores, [rig.bones.findIndex((bone) => bone.name === name)]);
  }
  if (edit.kind === "delete" || edit.kind === "mirror") selectBones(stores, []);
  if (edit.kind === "move") selectBones(stores, [now(edit.bone)]);
}
