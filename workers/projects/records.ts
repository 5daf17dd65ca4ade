/**
 * The record of a version: a small file that is written once, after all its parts are on the disk. Nothing is ever
 * overwritten, so a killed browser leaves earlier versions intact.
 */
import { z } from "zod";
import type { KeptBeside, KeptParts, KeptVersion } from "../model/files/kept-project";
import { packLocks } from "./kept-settings";

/** Version 1 had one project.json for all versions; legacy.ts reads it. */
const RECORD_VERSION = 2;
const RECORD = /^(\d+)\.version\.json$/;

export const recordName = (id: string): string => `${id}.version.json`;

/** The version whose record a file is, or null. */
export const recordOf = (file: string): string | null => RECORD.exec(file)?.[1] ?? null;

const file = z.object({ file: z.string().regex(/^[\w.-]+$/), bytes: z.int().min(0) });

const figuresSchema = z.object({ bones: z.int().min(0).nullable(), eRms: z.number().nullable() });

const recordSchema = z.object({
  version: z.literal(RECORD_VERSION),
  name: z.string(),
  time: z.number(),
  label: z.string(),
  icon: z.string(),
  parent: z.string().nullable().catch(null),
  parts: z.object({ mesh: file, frames: file.nullable(), state: file }),
  // Older records have none.
  figures: figuresSchema.nullable().catch(null),
  by: z.object({ tab: z.string(), since: z.string().nullable() }).nullable().catch(null),
  settings: z.unknown(),
  locks: z.unknown(),
  runs: z.unknown(),
});

export type VersionRecord = z.infer<typeof recordSchema>;
export type RecordParts = VersionRecord["parts"];

/** A record that cannot be used: made by a newer Sinew, or damaged. */
export type Unusable = "newer" | "damaged";

export function writeRecord(
  version: Omit<KeptVersion, "id" | "bytes" | "hasPicture">,
  name: string,
  parts: RecordParts,
  { settings, locks, runs }: KeptBeside,
): Uint8Array {
  const { time, label, icon, parent, figures, by } = version;
  const record: VersionRecord = {
    ...{ version: RECORD_VERSION, name, time, label, icon, parent, parts, figures, by },
    ...{ settings, locks: locks && packLocks(locks), runs },
  };
  return new TextEncoder().encode(JSON.stringify(record));
}

/** Parses a record. The data beside the parts are checked when the version is opened. */
export function parseRecord(text: string): VersionRecord | Unusable {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "damaged";
  }
  const parsed = recordSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  return isNewer(json, RECORD_VERSION) ? "newer" : "damaged";
}

/** Whether stored data claim to be of a later version than `known`. */
export function isNewer(json: unknown, known: number): boolean {
  const { version } = (json ?? {}) as { version?: unknown };
  return typeof version === "number" && version > known;
}

/** The files that a version needs. */
export const filesOf = ({ mesh, frames, state }: RecordParts) =>
  [mesh, frames, state].filter((part) => part !== null);

export const partNames = ({ mesh, frames, state }: RecordParts): KeptParts => ({
  mesh: mesh.file,
  frames: frames?.file ?? null,
  state: state.file,
});
