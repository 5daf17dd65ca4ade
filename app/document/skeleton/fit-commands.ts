import type { FitFigures, FitRecord, OwnSkeleton } from "../../../workers/model/reports/fit-record";
import type { Measures, SolveReport } from "../../../workers/model/reports/solve-report";
import type { Rig } from "../../../workers/model/rig/rig";
import type { FitBone, FitSettings, FitSolve } from "../../../workers/model/skeleton/fit/fit-settings";
import { plural } from "../../common/format";
import { keepColours } from "../bone-colours";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import { fittingDeform, overNewBones, patch } from "../patch";
import type { Stores } from "../stores";
import { measuredReport } from "./measured-report";
import { type LockKind, lockedNames, ownName } from "./own-skeleton";

/** A rig with the artist's bones, and everything that is measured on it. */
export interface FittedRig {
  rig: Rig;
  record: FitRecord;
  /** The report that the panels of all workspaces show for the rig. */
  report: SolveReport;
}

/** A rig with the figures of its fit, or of its import if nothing is fitted yet. */
export function fittedRig(rig: Rig, figures: FitFigures, measures: Measures, frames: number): FittedRig {
  const { report: fit } = figures;
  const report = measuredReport(measures, rig, frames, {
    method: fit ? "Fit" : "Imported",
    bonesAsked: null,
    seconds: fit?.seconds ?? 0,
    secondsPerPhase: {},
    seed: 0,
  });
  return { rig, record: { ...figures, rig }, report };
}

function putRig(stores: Stores, { rig, record, report }: FittedRig): Partial<DocumentState> {
  const { rig: before } = stores.document.getState();
  const sameBones = before?.bones.every(({ name }, j) => name === rig.bones[j]?.name);
  const coloured = before && sameBones ? keepColours(rig, before.bones) : rig;
  return {
    rig: coloured,
    report,
    fitRecord: { ...record, rig: coloured },
    skeletonReport: null,
    locks: null,
    ...overNewBones(stores, coloured, report),
    ...fittingDeform(stores, coloured.bones),
  };
}

/** Replaces the rig in the scene by the artist's skeleton. Forgets the locks for another skeleton. */
export function bringSkeleton(stores: Stores, ownSkeleton: OwnSkeleton, imported: FittedRig): Command {
  const { fitting } = stores.document.getState();
  const names = new Set(ownSkeleton.skeleton.bones.map(({ name }) => name));
  const bones = Object.fromEntries(Object.entries(fitting.bones).filter(([name]) => names.has(name)));
  return patch(stores, `Use ${ownName(ownSkeleton)}`, "bone", {
    ...putRig(stores, imported),
    ownSkeleton,
    fitting: { ...fitting, bones },
  });
}

const VERBS: Record<FitSolve, string> = { weights: "Fit weights", motion: "Fit motion", both: "Fit both" };

/** Replaces the rig in the scene by the result of a fit. */
export function showFit(stores: Stores, fitted: FittedRig, label?: string): Command {
  const { report } = fitted.record;
  const words = report ? VERBS[report.solve] : "Show the import";
  return patch(
    stores,
    label ?? `${words}, ${plural(fitted.rig.bones.length, "bone")}`,
    "align",
    putRig(stores, fitted),
    { partial: null, partialLocks: null },
  );
}

const NAMES: Partial<Record<keyof FitSettings, string>> = {
  solve: "Change",
  helpers: "Helpers",
  influences: "Fit influences",
  root: "Root",
  joints: "Bone lengths",
  rest: "Rest pose",
  limits: "Limits",
};

/** Changes settings of the fit in one step. */
export function setFitting(stores: Stores, change: Partial<FitSettings>): Command {
  const { fitting } = stores.document.getState();
  const [key] = Object.keys(change) as (keyof FitSettings)[];
  const label = `${NAMES[key] ?? key} ${String(fitting[key])} → ${String(change[key])}`;
  return patch(stores, label, "sliders", { fitting: { ...fitting, ...change } });
}

/** Changes the permissions of fits for a bone, in one step. */
export function setFitBone(stores: Stores, name: string, change: FitBone): Command {
  const { fitting } = stores.document.getState();
  const own: FitBone = { ...fitting.bones[name], ...change };
  return patch(stores, `Fit options of ${name}`, "sliders", {
    fitting: { ...fitting, bones: { ...fitting.bones, [name]: own } },
  });
}

const LOCKED: Record<LockKind, string> = { lockWeights: "weights", lockMotion: "motion" };

/** Locks or unlocks the weights or the motion of bones, by name, for fits. */
export function lockForFit(
  stores: Stores,
  names: readonly string[],
  kind: LockKind,
  locked: boolean,
): Command {
  const { fitting } = stores.document.getState();
  const bones: Record<string, FitBone> = { ...fitting.bones };
  for (const name of names) {
    const { [kind]: _, ...others } = bones[name] ?? {};
    const own: FitBone = locked ? { ...others, [kind]: true } : others;
    if (Object.keys(own).length > 0) bones[name] = own;
    else delete bones[name];
  }
  const what = names.length === 1 ? names[0] : plural(names.length, "bone");
  const label = `${locked ? "Lock" : "Unlock"} ${LOCKED[kind]} of ${what}`;
  return patch(stores, label, locked ? "lock" : "unlock", { fitting: { ...fitting, bones } });
}

/** Unlocks the weights or the motion of all bones. */
export function unlockForFit(stores: Stores, kind: LockKind): Command {
  const { rig, fitting } = stores.document.getState();
  return lockForFit(stores, lockedNames(rig?.bones ?? [], fitting, kind), kind, false);
}
