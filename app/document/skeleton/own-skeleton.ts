/** Answers questions about the artist's own skeleton and about fits to it. */
import { renamedFile } from "../../../workers/model/files/skeleton-file";
import type { FitRecord, OwnSkeleton } from "../../../workers/model/reports/fit-record";
import type { FitReport, FitStage, FitStep } from "../../../workers/model/reports/fit-report";
import type { Bone, Rig } from "../../../workers/model/rig/rig";
import type { FitBone, FitSettings } from "../../../workers/model/skeleton/fit/fit-settings";
import type { DocumentState } from "../document";

type FitState = Pick<DocumentState, "rig" | "ownSkeleton" | "fitting" | "fitRecord">;

/** Whether all bones of the artist's skeleton are in the rig of the scene. */
export function ownInScene({ rig, ownSkeleton }: Pick<FitState, "rig" | "ownSkeleton">): boolean {
  if (!rig || !ownSkeleton) return false;
  const names = new Set(rig.bones.map(({ name }) => name));
  return ownSkeleton.skeleton.bones.every(({ name }) => names.has(name));
}

/** Whether the rig in the scene comes from a fit. It may have been edited since. */
export const isFitted = (state: FitState): boolean => state.fitRecord?.report != null && ownInScene(state);

/** Whether the rig in the scene has changed since the last fit was measured. */
export const isFitOutdated = ({ rig, fitRecord }: Pick<FitState, "rig" | "fitRecord">): boolean =>
  fitRecord !== null && fitRecord.rig !== rig;

/** The helper bones of the last fit that are still in the scene. */
export function helpersInScene({
  rig,
  fitRecord,
}: Pick<FitState, "rig" | "fitRecord">): FitReport["helpers"] {
  const names = new Set(rig?.bones.map(({ name }) => name));
  return (fitRecord?.report?.helpers ?? []).filter(({ name }) => names.has(name));
}

/** The fit step that made the rig in the scene. */
export function stepInScene({ fitRecord }: Pick<FitState, "fitRecord">): FitStep {
  const report = fitRecord?.report;
  if (!report) return "imported";
  return report.helpers.length > 0 ? "helpers" : report.solve;
}

/** The figures of all steps, with newer figures in place of older ones. */
export const withStages = (stages: readonly FitStage[], newer: readonly FitStage[]): FitStage[] => [
  ...stages.filter(({ step }) => newer.every((each) => each.step !== step)),
  ...newer,
];

export type LockKind = "lockWeights" | "lockMotion";

/** Names of the bones whose weights or motion are locked, in the order of the rig. */
export const lockedNames = (bones: readonly Bone[], { bones: own }: FitSettings, kind: LockKind): string[] =>
  bones.filter(({ name }) => own[name]?.[kind]).map(({ name }) => name);

/**
 * Whether the next fit starts from the rig in the scene: because locked bones keep what they have there, or because the
 * file lacks the motion or the weights that the fit needs.
 */
export function startsInScene(state: FitState): boolean {
  const { rig, ownSkeleton, fitting } = state;
  if (!rig || !ownSkeleton || !isFitted(state)) return false;
  const { motion, weights } = ownSkeleton.skeleton;
  const lacks = (fitting.solve === "weights" && !motion) || (fitting.solve === "motion" && !weights);
  const isLocked = rig.bones.some(({ name }) => {
    const own = fitting.bones[name];
    return own?.lockMotion || own?.lockWeights;
  });
  return lacks || isLocked;
}

/** The settings without those of bones that are not in the list. */
export function settingsFor(fitting: FitSettings, bones: readonly Bone[]): FitSettings {
  const names = new Set(bones.map(({ name }) => name));
  return {
    ...fitting,
    helpers: fitting.solve === "motion" ? 0 : fitting.helpers,
    bones: Object.fromEntries(Object.entries(fitting.bones).filter(([name]) => names.has(name))),
  };
}

const renamedBones = (bones: readonly Bone[], renamed: (name: string) => string): Bone[] =>
  bones.map((bone) => ({ ...bone, name: renamed(bone.name) }));

/** The document's data about fits, with new names of bones. @param rig with the new names. */
export function renamedFit(
  { ownSkeleton, fitting, fitRecord, rig: before }: FitState,
  names: ReadonlyMap<string, string>,
  rig: Rig,
): Partial<Pick<DocumentState, "ownSkeleton" | "fitting" | "fitRecord">> {
  if (!ownSkeleton) return {};
  const renamed = (name: string) => names.get(name) ?? name;
  const { skeleton, from } = ownSkeleton;
  const bones: Record<string, FitBone> = {};
  for (const [name, own] of Object.entries(fitting.bones)) bones[renamed(name)] = own;
  return {
    ownSkeleton: {
      ...ownSkeleton,
      skeleton: { ...skeleton, bones: renamedBones(skeleton.bones, renamed) },
      from: from && renamedFile(from, renamed),
    },
    fitting: { ...fitting, bones },
    fitRecord: fitRecord && renamedRecord(fitRecord, renamed, fitRecord.rig === before ? rig : fitRecord.rig),
  };
}

function renamedRecord(record: FitRecord, renamed: (name: string) => string, rig: Rig): FitRecord {
  const { report } = record;
  const withName = <T extends { bone: string }>(most: T | null) =>
    most && { ...most, bone: renamed(most.bone) };
  return {
    ...record,
    rig,
    report: report && {
      ...report,
      turns: withName(report.turns),
      joints: report.joints && {
        ...withName(report.joints)!,
        loose: report.joints.loose.map(renamed),
      },
      helpers: report.helpers.map((helper) => ({
        ...helper,
        name: renamed(helper.name),
        parent: renamed(helper.parent),
      })),
      bones: report.bones.map((bone) => ({ ...bone, name: renamed(bone.name) })),
    },
  };
}

/** The name of the artist's skeleton in lists: its file without folders. */
export const ownName = ({ file }: OwnSkeleton): string => file.split("/").at(-1) ?? file;
