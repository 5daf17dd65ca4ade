/** Sections for the skeleton that the artist brought, and for the fits onto it. */
import { z } from "zod";
import type { FitFigures, OwnSkeleton } from "../../../model/reports/fit-record";
import type { FitReport } from "../../../model/reports/fit-report";
import { FIT_DEFAULTS, MOST_HELPERS } from "../../../model/skeleton/fit/fit-settings";
import { packFloats } from "../byte-planes";
import type { Project } from "../project";
import type { ProjectSections } from "../section-reader";
import { bonesSchema } from "../sections/bone-schema";
import { readWeights, writeWeights } from "./carried-weight-sections";
import { readSkeletonFile, skeletonFileSchema, writeSkeletonFile } from "./skeleton-file-sections";

const finite = z.number();
const count = z.int().min(0).max(0x7fffffff);
const name = z.string();
const point = z.tuple([finite, finite, finite]);
const solve = z.enum(["weights", "motion", "both"]);
const step = z.enum(["imported", "weights", "motion", "both", "helpers"]);

const flag = z.boolean().optional();

/** Settings of later versions that are unknown here become the default. */
const settingsSchema = z.object({
  solve: solve.catch(FIT_DEFAULTS.solve),
  helpers: z.int().min(0).max(MOST_HELPERS).catch(FIT_DEFAULTS.helpers),
  influences: z.int().min(1).catch(FIT_DEFAULTS.influences),
  root: z.enum(["free", "kept"]).catch(FIT_DEFAULTS.root),
  joints: z.enum(["kept", "refined"]).catch(FIT_DEFAULTS.joints),
  rest: z.enum(["kept", "corrected"]).catch(FIT_DEFAULTS.rest),
  spread: z.enum(["near", "anywhere"]).catch(FIT_DEFAULTS.spread),
  spreadCost: finite.min(0).nullable().catch(FIT_DEFAULTS.spreadCost),
  limits: z.boolean().catch(FIT_DEFAULTS.limits),
  pull: finite.min(0).catch(FIT_DEFAULTS.pull),
  rounds: z.int().min(1).catch(FIT_DEFAULTS.rounds),
  bones: z
    .record(name, z.object({ lockWeights: flag, lockMotion: flag, translate: flag, scale: flag }))
    .catch({}),
});

const alignmentSchema = z.object({
  scale: finite,
  turn: z.array(finite).length(9),
  shift: point,
  frames: z.object({ clip: count, first: finite, step: finite }).nullable(),
  pose: z.enum(["bind", "clip"]),
  inside: z.object({ count, of: count, outside: z.array(name) }),
  rmsePercent: finite.nullable(),
  fits: z.boolean(),
  notes: z.array(z.string()),
});

const most = z.object({ mean: finite, largest: finite, bone: name });

const reportSchema = z.looseObject({
  version: z.literal(1),
  solve,
  eRms: finite,
  rmsePercent: finite,
  largest: z.object({ distance: finite, vertex: count, frame: count }),
  stages: z.array(z.object({ step, eRms: finite, rmsePercent: finite, largest: finite })),
  turns: most.nullable(),
  joints: most.extend({ loose: z.array(name).default([]) }).nullable(),
  helpers: z.array(z.object({ name, parent: name, takes: finite })),
  nearness: z.object({ costPercent: finite, farBefore: finite, farAfter: finite }).nullable().default(null),
  bones: z.array(z.looseObject({ name, rmsePercent: finite, share: finite })),
  seconds: finite,
  notes: z.array(z.string()),
});

const ownSchema = z.object({
  file: name,
  alignment: alignmentSchema,
  bones: bonesSchema,
  hasMotion: z.boolean(),
  /** Null if it has no weights for the mesh. */
  influenceCount: count.nullable(),
  hasRest: z.boolean(),
  /** Missing in older files. */
  from: skeletonFileSchema.nullable().default(null),
});

export const fitSchema = z.object({
  settings: settingsSchema.nullable(),
  /** Figures that cannot be read are left out, because they are only for display. */
  figures: z
    .object({ stages: reportSchema.shape.stages, report: reportSchema.nullable(), goesOn: z.boolean() })
    .nullable()
    .catch(null),
  own: ownSchema.nullable(),
});

type FitHeader = z.infer<typeof fitSchema>;
type FitExtras = Pick<Project, "fitting" | "fitFigures" | "ownSkeleton">;
type Add = (section: string, bytes: Uint8Array) => void;

export function writeFit({ fitting, fitFigures, ownSkeleton }: FitExtras, add: Add): object | null {
  if (!fitting && !ownSkeleton) return null;
  return {
    settings: fitting ?? null,
    figures: fitFigures ?? null,
    own: ownSkeleton ? writeOwn(ownSkeleton, add) : null,
  };
}

function writeOwn({ file, alignment, skeleton, from }: OwnSkeleton, add: Add): object {
  const { bones, motion, weights, rest } = skeleton;
  if (motion) add("fit.motion", packFloats(motion, 12 * bones.length));
  if (weights) writeWeights("fit", weights, add);
  if (rest) add("fit.rest", packFloats(rest, 3));
  return {
    file,
    alignment,
    bones,
    hasMotion: motion !== null,
    influenceCount: weights?.bones.length ?? null,
    hasRest: rest !== null,
    from: from && writeSkeletonFile(from, add),
  };
}

/** @param sizes of the sequence. */
export function readFit(
  { settings, figures, own }: FitHeader,
  sizes: { vertices: number; frames: number },
  take: ProjectSections,
): FitExtras {
  return {
    ...(settings && { fitting: settings }),
    ...(figures && { fitFigures: { ...figures, report: figures.report as FitReport | null } as FitFigures }),
    ...(own && { ownSkeleton: readOwn(own, sizes, take) }),
  };
}

function readOwn(
  { file, alignment, bones, hasMotion, influenceCount, hasRest, from }: z.infer<typeof ownSchema>,
  { vertices, frames }: { vertices: number; frames: number },
  take: ProjectSections,
): OwnSkeleton {
  bones.forEach((bone, j) => {
    take.check(bone.parent < j, `Bone “${bone.name}” comes before its parent.`);
  });
  const size = 12 * bones.length;
  const motion = hasMotion ? take.floats("fit.motion", size * frames, size) : null;
  const counts = { entries: influenceCount ?? 0, bones: bones.length, vertices };
  const weights = influenceCount === null ? null : readWeights("fit", counts, take);
  const rest = hasRest ? take.floats("fit.rest", 3 * vertices, 3) : null;
  const skeleton = { bones, motion, weights, rest, ...(rest && !weights && { guessedRest: true as const }) };
  return { file, alignment, skeleton, from: from && readSkeletonFile(from, take) };
}
