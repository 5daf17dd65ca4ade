/**
 * Projects of the first layout: whole .sinew files, and one project.json that lists them. They are read, never
 * rewritten.
 */
import { z } from "zod";
import type { KeptVersion } from "../model/files/kept-project";
import { isNewer } from "./records";
import type { StoredFile } from "./storage";

export const LEGACY_META = "project.json";
const LEGACY_FILE = /^(\d+)\.sinew$/;
const LEGACY_VERSION = 1;

const metaSchema = z.looseObject({
  version: z.literal(LEGACY_VERSION),
  name: z.string().catch("Project"),
  settings: z.unknown(),
  locks: z.unknown(),
  runs: z.unknown(),
});

export interface Legacy {
  name: string;
  /** Newest first. */
  versions: KeptVersion[];
  /** Data beside all of them. */
  beside: { settings?: unknown; locks?: unknown; runs?: unknown };
  problem: "newer" | "damaged" | null;
}

/** The first layout kept each version in a file with this name. */
export const legacyFile = (id: string): string => `${id}.sinew`;

/**
 * The contents of a folder in the first layout. Versions are found by their files, so an unreadable list does not lose
 * them.
 * @param meta text of project.json; undefined if there is none, null if it cannot be read.
 */
export function readLegacy(meta: string | null | undefined, files: readonly StoredFile[]): Legacy {
  const versions = files
    .flatMap(({ name, bytes }) => {
      const id = LEGACY_FILE.exec(name)?.[1];
      if (!id || bytes === 0) return [];
      const plain = { label: "Saved", icon: "clock", parent: null, figures: null, hasPicture: false };
      return [{ id, time: Number(id), bytes, ...plain, by: null }];
    })
    .sort((a, b) => b.time - a.time)
    .map((version, n, all) => ({ ...version, parent: all[n + 1]?.id ?? null }));
  if (meta === undefined) {
    return { name: "Project", versions, beside: {}, problem: versions.length > 0 ? "damaged" : null };
  }
  let json: unknown = null;
  try {
    json = JSON.parse(meta ?? "");
  } catch {
    // Reported below.
  }
  const parsed = metaSchema.safeParse(json);
  if (parsed.success) return { name: parsed.data.name, versions, beside: parsed.data, problem: null };
  const { name } = (json ?? {}) as { name?: unknown };
  return {
    name: typeof name === "string" ? name : "Project",
    versions,
    beside: {},
    problem: isNewer(json, LEGACY_VERSION) ? "newer" : "damaged",
  };
}
