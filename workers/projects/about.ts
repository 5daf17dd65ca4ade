/**
 * Facts about a project that belong to none of its versions: the artist's name for it, whether it is pinned or in the
 * bin, and its file. Each change writes a new small file and then removes the older ones, so a browser that is killed
 * leaves the facts from before.
 */
import { z } from "zod";
import type { KeptAbout } from "../model/files/kept-project";
import type { ProjectStorage, StoredFile } from "./storage";

const ABOUT = /^about-(\d+)\.json$/;

const aboutName = (n: number): string => `about-${n}.json`;

/** Each field is read on its own, so a bad one does not affect the others. */
const aboutSchema = z.object({
  name: z.string().min(1).nullable().catch(null),
  pinned: z.boolean().catch(false),
  deleted: z.number().nullable().catch(null),
  file: z.object({ name: z.string(), version: z.string() }).nullable().catch(null),
});

const NOTHING: KeptAbout = { name: null, pinned: false, deleted: null, file: null };

/** The numbers of the files with facts in a folder, newest first. */
const numbersOf = (files: readonly StoredFile[]): number[] =>
  files
    .flatMap(({ name }) => ABOUT.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);

/** The newest readable facts. Unreadable files are ignored. */
export async function readAbout(
  storage: ProjectStorage,
  id: string,
  files: readonly StoredFile[],
): Promise<KeptAbout> {
  for (const n of numbersOf(files)) {
    try {
      const json: unknown = JSON.parse(await (await storage.read(id, aboutName(n))).text());
      return aboutSchema.parse(json);
    } catch {
      // The browser was killed while it wrote this file. The file before it is still there.
    }
  }
  return NOTHING;
}

/** Writes changed facts. The old ones stay until the new ones are on the disk. */
export async function writeAbout(
  storage: ProjectStorage,
  id: string,
  change: Partial<KeptAbout>,
): Promise<void> {
  const files = await storage.files(id);
  const about = { ...(await readAbout(storage, id, files)), ...change };
  const earlier = numbersOf(files);
  const next = (earlier[0] ?? 0) + 1;
  await storage.write(id, aboutName(next), [new TextEncoder().encode(JSON.stringify(about))]);
  for (const n of earlier) await storage.remove(id, aboutName(n));
}
