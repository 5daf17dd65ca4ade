import type { SkeletonReport } from "../../../workers/model/reports/skeleton-report";
import type { Measures, SolveReport } from "../../../workers/model/reports/solve-report";
import type { Rig } from "../../../workers/model/rig/rig";
import { EXTRACT_METHODS } from "../../../workers/model/skeleton/extract-methods";
import type { ExtractSettings } from "../../../workers/model/skeleton/extract-settings";
import { plural } from "../../common/format";
import { keepColours } from "../bone-colours";
import { fittingDeform, noneKept, patch } from "../commands";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import type { Stores } from "../stores";

/** A skeleton that was found, with everything that is measured on it. */
export interface Extracted {
  rig: Rig;
  skeletonReport: SkeletonReport;
  /** What the panels of all workspaces show for the rig. */
  report: SolveReport;
  settings: ExtractSettings;
}

/** The report of the extracted rig for the panels that all rigs share. */
export function reportOf(
  measures: Measures,
  skeleton: SkeletonReport,
  rig: Rig,
  settings: ExtractSettings,
  frames: number,
): SolveReport {
  const { label, keepsBones } = EXTRACT_METHODS[skeleton.method];
  return {
    version: 1,
    method: label,
    bonesAsked: keepsBones ? null : settings.bones,
    bones: rig.bones.length,
    bonesReason: null,
    vertices: rig.weights.offsets.length - 1,
    frames,
    seconds: skeleton.seconds,
    secondsPerPhase: skeleton.secondsPerPhase,
    iterations: 0,
    errorPerIteration: [],
    history: [],
    basisRank: 0,
    basisTailERms: 0,
    threads: 1,
    seed: settings.seed,
    ...measures,
  };
}

/** Puts an extracted skeleton in the place of the rig, in one step. `label` says how it came. */
export function showExtracted(stores: Stores, extracted: Extracted, verb: string): Command {
  const { rig: before } = stores.document.getState();
  const { rig, skeletonReport, report, settings } = extracted;
  const { label, keepsBones } = EXTRACT_METHODS[skeletonReport.method];
  const sameBones = keepsBones || before?.bones.every(({ name }, j) => name === rig.bones[j]?.name);
  return patch(
    stores,
    `${verb} ${plural(rig.bones.length, "bone")}, ${label}`,
    "bone",
    {
      rig: before && sameBones ? keepColours(rig, before.bones) : rig,
      report,
      skeletonReport,
      extraction: settings,
      locks: null,
      ...(keepsBones ? {} : noneKept(stores)),
      ...fittingDeform(stores, null),
    },
    { partial: null, partialLocks: null },
  );
}

const NAMES: Partial<Record<keyof ExtractSettings, string>> = {
  method: "Skeleton by",
  bones: "Bones of the skeleton",
  influences: "Influences of the skeleton",
  joints: "Joints",
  pull: "Pull of joints",
};

/** Changes settings of the extraction in one step. */
export function setExtraction(
  stores: Stores,
  change: Partial<ExtractSettings>,
): Command<Partial<DocumentState>> {
  const { extraction } = stores.document.getState();
  const [key] = Object.keys(change) as (keyof ExtractSettings)[];
  const words = (value: unknown) => (value === null ? "automatic" : String(value));
  const label = `${NAMES[key] ?? key} ${words(extraction[key])} → ${words(change[key])}`;
  return patch(stores, label, "sliders", { extraction: { ...extraction, ...change } });
}
