import type { SkeletonReport } from "../../../workers/model/reports/skeleton-report";
import type { Measures, SolveReport } from "../../../workers/model/reports/solve-report";
import type { Rig } from "../../../workers/model/rig/rig";
import { EXTRACT_METHODS } from "../../../workers/model/skeleton/extract/extract-methods";
import type { ExtractSettings } from "../../../workers/model/skeleton/extract/extract-settings";
import { formatPlain, plural } from "../../common/format";
import { keepColours } from "../bone-colours";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import { fittingDeform, overNewBones, patch } from "../patch";
import { movedLocks } from "../solve/bone-commands";
import type { Stores } from "../stores";
import { measuredReport } from "./measured-report";

/** A skeleton that was found, with everything that is measured on it. */
export interface Extracted {
  rig: Rig;
  skeletonReport: SkeletonReport;
  /** The report that the panels of all workspaces show for the rig. */
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
  return measuredReport(measures, rig, frames, {
    method: label,
    bonesAsked: keepsBones ? null : settings.bones,
    seconds: skeleton.seconds,
    secondsPerPhase: skeleton.secondsPerPhase,
    seed: settings.seed,
  });
}

/** B: the index of each bone's namesake in another rig; −1 for a new bone. */
const placesOf = ({ bones }: Rig, before: Rig): Int32Array =>
  Int32Array.from(bones, ({ name }) => before.bones.findIndex((bone) => bone.name === name));

/** Replaces the rig by an extracted skeleton, in one step. `verb` begins the label of the step. */
export function showExtracted(stores: Stores, extracted: Extracted, verb: string): Command {
  const { rig: before, locks } = stores.document.getState();
  const { rig, skeletonReport, report, settings } = extracted;
  const { label, keepsBones } = EXTRACT_METHODS[skeletonReport.method];
  const isSame =
    before?.bones.length === rig.bones.length &&
    before.bones.every(({ name, parent }, j) => name === rig.bones[j].name && parent === rig.bones[j].parent);
  const coloured = before && (isSame || keepsBones) ? keepColours(rig, before.bones) : rig;
  return patch(
    stores,
    `${verb} ${plural(rig.bones.length, "bone")}, ${label}`,
    "bone",
    {
      rig: coloured,
      report,
      skeletonReport,
      extraction: settings,
      locks: keepsBones && before ? movedLocks(locks, placesOf(rig, before)) : null,
      ...(keepsBones ? {} : overNewBones(stores, coloured, report)),
      ...fittingDeform(stores, rig.bones),
    },
    { partial: null, partialLocks: null },
  );
}

/** Changes the pull on the joints, and the skeleton with it, in one step. What belongs to bones stays. */
export function pullSkeleton(stores: Stores, extracted: Extracted): Command {
  const { rig: before, extraction } = stores.document.getState();
  const { rig, skeletonReport, report, settings } = extracted;
  const label =
    extraction.pull === settings.pull
      ? "Make the joints strict"
      : `Joint pull ${formatPlain(extraction.pull)} → ${formatPlain(settings.pull)}`;
  return patch(
    stores,
    label,
    "sliders",
    {
      rig: before ? keepColours(rig, before.bones) : rig,
      ...{ report, skeletonReport, extraction: settings },
    },
    { liveRig: null },
  );
}

const NAMES: Partial<Record<keyof ExtractSettings, string>> = {
  method: "Skeleton by",
  bones: "Skeleton bones",
  influences: "Skeleton influences",
  joints: "Joints",
  pull: "Joint pull",
  splitStill: "Split still joints",
  thorough: "Further searches",
};

/** Changes settings of the extraction in one step. */
export function setExtraction(
  stores: Stores,
  change: Partial<ExtractSettings>,
): Command<Partial<DocumentState>> {
  const { extraction } = stores.document.getState();
  const [key] = Object.keys(change) as (keyof ExtractSettings)[];
  const words = (value: unknown) =>
    value === null ? "automatic" : typeof value === "boolean" ? (value ? "on" : "off") : String(value);
  const label = `${NAMES[key] ?? key} ${words(extraction[key])} → ${words(change[key])}`;
  return patch(stores, label, "sliders", { extraction: { ...extraction, ...change } });
}
