import type { ProjectExtras } from "../../workers/client";
import { DEFORM_DEFAULTS } from "../../workers/model/deform";
import type { MeshSequence, UpAxis } from "../../workers/model/mesh/mesh-sequence";
import { frameOf } from "../../workers/model/mesh/mesh-sequence";
import type { SolveReport } from "../../workers/model/reports/solve-report";
import type { Pose } from "../../workers/model/rig/pose";
import type { Bone, Rig } from "../../workers/model/rig/rig";
import { EXTRACT_DEFAULTS } from "../../workers/model/skeleton/extract-settings";
import { FIT_DEFAULTS } from "../../workers/model/skeleton/fit-settings";
import { METHODS, methodLabel, type SolveMethod } from "../../workers/model/solve/methods";
import {
  NO_INTENT,
  SOLVE_DEFAULTS,
  type SolveLocks,
  type SolveSettings,
} from "../../workers/model/solve/solve-settings";
import { NO_WEIGHT_EDITS } from "../../workers/model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../workers/model/weights/weight-settings";
import { formatFigure, plural } from "../common/format";
import type { IconName } from "../common/icon-names";
import { fittingPoses } from "./deform/fitting-poses";
import type { DocumentState } from "./document";
import type { Command } from "./history/history";
import { SETTING_NAMES, settingText } from "./solve/settings-text";
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

/** Nothing is brought, and nothing fitted. */
const NO_FIT = { ownSkeleton: null, fitting: FIT_DEFAULTS, fitRecord: null } as const;

const isMethod = (name: string): name is SolveMethod => Object.hasOwn(METHODS, name);

/** Replaces the project by an opened one. */
export function openSequence(
  stores: Stores,
  sequence: MeshSequence,
  rig: Rig | null,
  report: SolveReport | null,
  remembered: { settings: Partial<SolveSettings> | null; locks: SolveLocks | null } | null = null,
  { deform = DEFORM_DEFAULTS, poses = [], intent = NO_INTENT, ...bound }: ProjectExtras = {},
): Command {
  return patch(stores, `Open ${sequence.name}`, "imp", {
    sequence,
    rig,
    report,
    settings: remembered?.settings ? { ...SOLVE_DEFAULTS, ...remembered.settings } : settingsOf(rig, report),
    locks: remembered?.locks ?? null,
    intent,
    deform,
    poses,
    pose: null,
    skeletonReport: bound.skeletonReport ?? null,
    extraction: bound.extraction ?? EXTRACT_DEFAULTS,
    ...fitOf(bound, rig),
    ...boundOf(bound),
  });
}

/** The artist's own skeleton of an opened project, and the fits onto it, or empty values. */
const fitOf = (
  { ownSkeleton, fitting, fitFigures }: ProjectExtras,
  rig: Rig | null,
): Pick<DocumentState, "ownSkeleton" | "fitting" | "fitRecord"> => ({
  ownSkeleton: ownSkeleton ?? null,
  fitting: fitting ?? FIT_DEFAULTS,
  fitRecord: fitFigures && rig ? { ...fitFigures, rig } : null,
});

/** The skeleton, its clips and its weights of an opened project, or empty values. */
const boundOf = (
  bound: ProjectExtras,
): Pick<DocumentState, "skeleton" | "skeletonClips" | "weighting" | "weightEdits" | "weightReport"> => ({
  skeleton: bound.skeleton ?? null,
  skeletonClips: bound.skeletonClips ?? null,
  weighting: bound.weighting ?? WEIGHT_DEFAULTS,
  weightEdits: bound.weightEdits ?? NO_WEIGHT_EDITS,
  weightReport: bound.weightReport ?? null,
});

/**
 * The deformers' settings and poses that still fit the new bones. Settings by bone fit where the number of bones is the
 * same. Poses go with their bones; those of bones that are gone are let go.
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

/** The default settings, with those that an opened rig and its report show. */
function settingsOf(rig: Rig | null, report: SolveReport | null): SolveSettings {
  if (!rig) return SOLVE_DEFAULTS;
  // A file's own skeleton: a solve that continues from it keeps its bones.
  if (!report) return { ...SOLVE_DEFAULTS, bones: Math.min(1024, rig.bones.length), boneKind: rig.boneKind };
  return {
    ...SOLVE_DEFAULTS,
    method: isMethod(report.method) ? report.method : "auto",
    bones: report.bonesAsked ?? rig.bones.length,
    boneKind: rig.boneKind,
    seed: report.seed,
  };
}

export function closeSequence(stores: Stores): Command<Partial<DocumentState>> {
  const name = stores.document.getState().sequence?.name ?? "sequence";
  return patch(stores, `Close ${name}`, "x", {
    sequence: null,
    rig: null,
    report: null,
    locks: null,
    intent: NO_INTENT,
    deform: DEFORM_DEFAULTS,
    poses: [],
    pose: null,
    skeletonReport: null,
    extraction: EXTRACT_DEFAULTS,
    ...NO_FIT,
    ...boundOf({}),
  });
}

/** Changes one or more settings as one step. */
export function setSettings(stores: Stores, change: Partial<SolveSettings>): Command {
  const { settings } = stores.document.getState();
  const keys = Object.keys(change) as (keyof SolveSettings)[];
  const first = keys[0];
  const label =
    keys.length === 1 || first === "method"
      ? `${SETTING_NAMES[first]} ${settingText(first, settings)} → ${settingText(first, { ...settings, ...change })}`
      : `Set ${keys.map((key) => SETTING_NAMES[key].toLowerCase()).join(" and ")}`;
  return patch(stores, label, "sliders", { settings: { ...settings, ...change } });
}

/** How a solve ended. */
export interface SolveOutcome {
  keptEarly: boolean;
  continued: boolean;
  /** The locks of the result. Without them, those of the rig that the solve continued from. */
  locks?: SolveLocks | null;
  /** The number of bones that the artist asked for while it ran. */
  bones?: number | null;
}

/**
 * The result of a solve. A rig that was continued keeps its locks, because its bones come first and new ones after
 * them. A solve from nothing has other bones, and no locks.
 */
export function solveResult(
  stores: Stores,
  rig: Rig,
  report: SolveReport,
  { keptEarly, continued, locks: given, bones = null }: SolveOutcome,
): Command {
  const { locks, rig: before, settings } = stores.document.getState();
  const isSame = continued && before?.bones.every((bone, j) => bone.name === rig.bones[j]?.name);
  const method = methodLabel(report.method);
  const label = `${keptEarly ? "Keep" : continued ? "Refine" : "Solve"} ${plural(rig.bones.length, "bone")}, ${method}`;
  const followed = locks && isSame ? { ...locks, bones: padded(locks.bones, rig.bones.length) } : null;
  const kept = given === undefined ? followed : given;
  const asked = bones === null ? {} : { settings: { ...settings, bones } };
  const stays = continued ? {} : noneKept(stores);
  const result = {
    rig,
    report,
    skeletonReport: null,
    locks: kept,
    ...asked,
    ...stays,
    ...fittingDeform(stores, rig.bones),
  };
  return patch(stores, label, "bolt", result, { partial: null, partialLocks: null });
}

function padded(flags: Uint8Array, length: number): Uint8Array {
  const all = new Uint8Array(length);
  all.set(flags);
  return all;
}

/** Locks or unlocks the motion of bones. */
export function lockBones(stores: Stores, indices: number[], locked: boolean): Command {
  const rig = rigInDocument(stores);
  const locks = emptyOr(stores.document.getState().locks, rig);
  const bones = locks.bones.slice();
  for (const j of indices) bones[j] = locked ? 1 : 0;
  const what = indices.length === 1 ? rig.bones[indices[0]].name : plural(indices.length, "bone");
  return patch(stores, `${locked ? "Lock" : "Unlock"} ${what}`, locked ? "lock" : "unlock", {
    locks: orNothing({ ...locks, bones }),
  });
}

/** Locks or unlocks the weights of vertices. */
export function lockVertices(stores: Stores, indices: Iterable<number>, locked: boolean): Command {
  const rig = rigInDocument(stores);
  const locks = emptyOr(stores.document.getState().locks, rig);
  const vertices = locks.vertices.slice();
  let count = 0;
  for (const i of indices) {
    vertices[i] = locked ? 1 : 0;
    count++;
  }
  const label = `${locked ? "Lock" : "Unlock"} weights of ${plural(count, "vertex", "vertices")}`;
  return patch(stores, label, locked ? "lock" : "unlock", { locks: orNothing({ ...locks, vertices }) });
}

export function unlockAll(stores: Stores): Command {
  return patch(stores, "Unlock everything", "unlock", { locks: null });
}

/** Makes frame `k` the rest pose. Removes a rig that deforms another rest pose. */
export function setRestFrame(stores: Stores, k: number): Command {
  // Normals and tangents belong to the old rest pose. The viewport and the exporter compute new normals.
  const { tangents: _, ...sequence } = sequenceInDocument(stores);
  return patch(stores, `Rest pose from frame ${k + 1}`, "rest", {
    sequence: { ...sequence, rest: frameOf(sequence, k).slice(), normals: null },
    rig: null,
    report: null,
    skeletonReport: null,
    ...NO_FIT,
    locks: null,
    ...noneKept(stores),
    ...fittingDeform(stores, null),
  });
}

export function setUpAxis(stores: Stores, upAxis: UpAxis): Command {
  const sequence = sequenceInDocument(stores);
  return patch(stores, `Up axis ${upAxis.toUpperCase()}`, "orbit", { sequence: { ...sequence, upAxis } });
}

export function setUnit(stores: Stores, metresPerUnit: number): Command {
  const sequence = sequenceInDocument(stores);
  return patch(stores, `Unit ${formatFigure(metresPerUnit)} m`, "sliders", {
    sequence: { ...sequence, metresPerUnit },
  });
}

function sequenceInDocument(stores: Stores): MeshSequence {
  const { sequence } = stores.document.getState();
  if (!sequence) throw new Error("No sequence is open.");
  return sequence;
}

function rigInDocument(stores: Stores): Rig {
  const { rig } = stores.document.getState();
  if (!rig) throw new Error("There is no rig.");
  return rig;
}

function emptyOr(locks: SolveLocks | null, rig: Rig): SolveLocks {
  return (
    locks ?? {
      bones: new Uint8Array(rig.bones.length),
      vertices: new Uint8Array(rig.weights.offsets.length - 1),
    }
  );
}

function orNothing(locks: SolveLocks): SolveLocks | null {
  return locks.bones.includes(1) || locks.vertices.includes(1) ? locks : null;
}
