/** How the skeleton of the rig was found. Settings and report are in the project's header. */
import { z } from "zod";
import type { SkeletonReport } from "../../../model/reports/skeleton-report";
import { EXTRACT_METHOD_NAMES } from "../../../model/skeleton/extract/extract-methods";
import {
  chosenPull,
  EXTRACT_DEFAULTS,
  type SkeletonMethod,
} from "../../../model/skeleton/extract/extract-settings";
import { isUsable } from "../../assemble/check-raw";
import type { Project } from "../project";

const finite = z.number();
const count = z.int().min(0).max(0x7fffffff);
const name = z.string();
const place = z.number().refine(isUsable);
const triple = z.tuple([place, place, place]);
const method = z.enum(EXTRACT_METHOD_NAMES as [SkeletonMethod, ...SkeletonMethod[]]);

const whole = (key: "bones" | "influences" | "holdOut" | "seed", least: number) =>
  z.int().min(least).catch(EXTRACT_DEFAULTS[key]);

/** Settings of later versions that are unknown here become the default. */
const settingsSchema = z.object({
  method: method.catch(EXTRACT_DEFAULTS.method),
  bones: whole("bones", 1),
  influences: whole("influences", 1),
  joints: z.enum(["strict", "soft"]).catch(EXTRACT_DEFAULTS.joints),
  pull: finite.min(0).catch(EXTRACT_DEFAULTS.pull),
  keepNear: z.boolean().optional().catch(undefined),
  root: name.nullable().catch(EXTRACT_DEFAULTS.root),
  splitStill: z.boolean().catch(EXTRACT_DEFAULTS.splitStill),
  thorough: z.boolean().catch(EXTRACT_DEFAULTS.thorough),
  seconds: finite.positive().nullable().catch(EXTRACT_DEFAULTS.seconds),
  holdOut: whole("holdOut", 0),
  seed: whole("seed", Number.MIN_SAFE_INTEGER),
  parameters: z
    .partialRecord(method, z.record(name, z.union([finite, name, z.boolean()])))
    .catch(EXTRACT_DEFAULTS.parameters),
});

const jointSchema = z.looseObject({
  name,
  parent: name.nullable(),
  position: triple,
  determined: z.enum(["point", "axis", "none"]),
  axis: z.tuple([finite, finite, finite]).optional(),
  distancePercent: finite,
  gapPercent: finite,
  cost: finite,
  addedPercent: finite,
  pull: finite.optional(),
});

/** A loose schema, like the schema of a solve's report: unknown fields are kept. */
const reportSchema = z.looseObject({
  version: z.literal(1),
  method,
  rmsePercent: finite,
  rmsePercentStrict: finite,
  eRms: finite,
  eRmsStrict: finite,
  bones: count,
  joints: z.array(jointSchema),
  roots: count,
  seconds: finite,
  secondsPerPhase: z.record(name, finite),
  heldOut: z.object({ frames: z.array(count), rmsePercent: finite, ratio: finite }).optional(),
  trees: z.array(z.object({ name, rmsePercent: finite })).optional(),
  notes: z.array(z.string()),
});

export const extractionSchema = z.object({
  settings: settingsSchema.nullable(),
  /** A report that cannot be read is left out, because it is only for display. */
  report: reportSchema.nullable().catch(null),
});

type ExtractionHeader = z.infer<typeof extractionSchema>;
type ExtractionExtras = Pick<Project, "extraction" | "skeletonReport">;

export function writeExtraction({ extraction, skeletonReport }: ExtractionExtras): object | null {
  if (!extraction && !skeletonReport) return null;
  return { settings: extraction ?? null, report: skeletonReport ?? null };
}

export function readExtraction({ settings, report }: ExtractionHeader): ExtractionExtras {
  return {
    // Earlier projects do not say it.
    ...(settings && { extraction: { ...chosenPull(settings.pull), ...settings } }),
    ...(report && { skeletonReport: report as SkeletonReport }),
  };
}
