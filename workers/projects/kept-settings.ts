/**
 * Settings and locks stored beside a version. Each field is read separately, so a bad field does not affect the others.
 */
import { z } from "zod";
import { INITIALISERS, METHODS } from "../model/solve/methods";
import type { SolveLocks, SolveSettings } from "../model/solve/solve-settings";

const amount = z.number();
const count = z.int().min(0);

/** The valid values of each field. Unknown methods and initialisers of a later version become the default. */
const FIELDS: Record<keyof SolveSettings, z.ZodType> = {
  method: z.enum(Object.keys(METHODS) as [string, ...string[]]),
  initialiser: z.enum(Object.keys(INITIALISERS) as [string, ...string[]]).nullable(),
  parameters: z.record(z.string(), z.record(z.string(), z.union([amount, z.boolean(), z.string()]))),
  bones: count,
  knee: z.boolean(),
  errorTarget: amount.nullable(),
  influences: count,
  boneKind: z.enum(["rigid", "affine"]),
  smoothness: amount,
  iterations: amount.nullable(),
  restarts: amount.nullable(),
  seconds: amount.nullable(),
  tolerance: amount,
  patience: amount,
  connected: z.boolean(),
  patchCost: amount.nullable(),
  local: z.boolean(),
  reach: amount.min(0),
  leastPatch: amount.min(0).max(1),
  localCost: amount.nullable(),
  mirrored: z.boolean(),
  holdOut: count,
  correction: count,
  correctionFit: z.enum(["posed", "rest"]),
  correctRestPose: z.boolean(),
  seed: amount,
};

/** The valid fields, and the names of the others. */
export function readSettings(kept: unknown): { settings: Partial<SolveSettings> | null; bad: string[] } {
  if (kept === null || kept === undefined) return { settings: null, bad: [] };
  if (typeof kept !== "object") return { settings: null, bad: ["all"] };
  const settings: Record<string, unknown> = {};
  const bad: string[] = [];
  for (const [name, schema] of Object.entries(FIELDS)) {
    const value = (kept as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (schema.safeParse(value).success) settings[name] = value;
    else bad.push(name);
  }
  return { settings: settings as Partial<SolveSettings>, bad };
}

const locksSchema = z
  .object({ bones: z.array(count), boneCount: count, vertices: z.array(count), vertexCount: count })
  .refine(({ bones, boneCount }) => bones.every((j) => j < boneCount))
  .refine(({ vertices, vertexCount }) => vertices.every((i) => i < vertexCount));

export function packLocks(locks: SolveLocks): z.infer<typeof locksSchema> {
  const raised = (flags: Uint8Array) => [...flags.keys()].filter((i) => flags[i] === 1);
  return {
    bones: raised(locks.bones),
    boneCount: locks.bones.length,
    vertices: raised(locks.vertices),
    vertexCount: locks.vertices.length,
  };
}

/** @returns undefined if they cannot be read. */
export function readLocks(kept: unknown): SolveLocks | null | undefined {
  if (kept === null || kept === undefined) return null;
  const parsed = locksSchema.safeParse(kept);
  if (!parsed.success) return undefined;
  const { boneCount, vertexCount } = parsed.data;
  const locks = { bones: new Uint8Array(boneCount), vertices: new Uint8Array(vertexCount) };
  for (const j of parsed.data.bones) locks.bones[j] = 1;
  for (const i of parsed.data.vertices) locks.vertices[i] = 1;
  return locks;
}

/** A row of a comparison. Figures of later versions pass through. */
const runSchema = z.looseObject({
  settings: z.looseObject({ method: z.string(), bones: amount }),
  kind: z.enum(["rigid", "affine"]),
  report: z.looseObject({ method: z.string(), eRms: amount, bones: amount, seconds: amount }),
  wished: z.boolean().optional(),
  note: z.string().optional(),
});

/** The valid rows, and the number of the others. */
export function readRuns(kept: unknown): { runs: object[]; bad: number } {
  if (kept === null || kept === undefined) return { runs: [], bad: 0 };
  if (!Array.isArray(kept)) return { runs: [], bad: 1 };
  const runs = kept.filter((run) => runSchema.safeParse(run).success);
  return { runs, bad: kept.length - runs.length };
}

/** A message for each unreadable part of the data beside a version. */
export function readBeside(kept: { settings?: unknown; locks?: unknown; runs?: unknown }) {
  const { settings, bad } = readSettings(kept.settings);
  const locks = readLocks(kept.locks);
  const { runs, bad: badRuns } = readRuns(kept.runs);
  const dropped = [
    bad.length > 0 && `Settings of the solve could not be read and are the defaults: ${bad.join(", ")}.`,
    locks === undefined && "The locks of bones and vertices could not be read: nothing is locked.",
    badRuns > 0 && `Rows of the comparison could not be read and are left out: ${badRuns}.`,
  ].filter((sentence) => sentence !== false);
  return { settings, locks: locks ?? null, runs, dropped };
}
