import type { KeptAbout, KeptProject, KeptVersion } from "../model/files/kept-project";
import { readAbout } from "./about";
import { LEGACY_META, type Legacy, legacyFile, readLegacy } from "./legacy";
import { picturesOf, versionOfPicture } from "./pictures";
import { filesOf, parseRecord, recordName, recordOf, type Unusable, type VersionRecord } from "./records";
import type { ProjectStorage, StoredFile } from "./storage";

/** The contents of a project's folder. This module reads them and changes nothing. */
export interface ProjectFolder {
  id: string;
  name: string;
  files: StoredFile[];
  /** Complete versions, newest first. */
  versions: KeptVersion[];
  records: ReadonlyMap<string, VersionRecord>;
  legacy: Legacy;
  about: KeptAbout;
  /** A newer Sinew wrote some of it, so nothing may be added or removed. */
  isNewer: boolean;
  /** Some of it cannot be read at the moment, so nothing may be removed. */
  isUnreadable: boolean;
  /** Versions with a truncated or damaged record or part. They are set aside. */
  damaged: string[];
  problem: string | null;
}

const PART = /^\d+\.(mesh|frames|state)$/;

type ReadRecord = VersionRecord | Unusable | "unreadable";

/** Records by folder and file. They never change, so each is read once. */
export type RecordCache = Map<string, VersionRecord>;

async function readRecord(
  storage: ProjectStorage,
  id: string,
  file: string,
  cache: RecordCache,
): Promise<ReadRecord> {
  const key = `${id}/${file}`;
  const known = cache.get(key);
  if (known) return known;
  try {
    const record = parseRecord(await (await storage.read(id, file)).text());
    if (typeof record !== "string") cache.set(key, record);
    return record;
  } catch {
    return "unreadable";
  }
}

async function readMeta(storage: ProjectStorage, id: string, files: StoredFile[]) {
  if (!files.some(({ name }) => name === LEGACY_META)) return undefined;
  return storage
    .read(id, LEGACY_META)
    .then((blob) => blob.text())
    .catch(() => null);
}

/** A version is complete if each of its files has the size in the record. */
function isComplete(record: VersionRecord, sizes: ReadonlyMap<string, number>): boolean {
  return filesOf(record.parts).every(({ file, bytes }) => sizes.get(file) === bytes);
}

export async function readFolder(
  storage: ProjectStorage,
  id: string,
  cache: RecordCache = new Map(),
): Promise<ProjectFolder> {
  const files = await storage.files(id);
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const records = new Map<string, VersionRecord>();
  const damaged: string[] = [];
  let tornName: string | null = null;
  const found = files.flatMap(({ name }) => recordOf(name) ?? []);
  const read = await Promise.all(found.map((version) => readRecord(storage, id, recordName(version), cache)));
  read.forEach((record, n) => {
    if (typeof record !== "string" && isComplete(record, sizes)) records.set(found[n], record);
    else if (record !== "newer" && record !== "unreadable") {
      damaged.push(found[n]);
      if (typeof record !== "string") tornName = record.name;
    }
  });
  const meta = await readMeta(storage, id, files);
  const legacy = readLegacy(meta, files);
  const about = await readAbout(storage, id, files);
  const pictured = new Set(files.map(({ name: file }) => versionOfPicture(file)));
  const versions = [...withBytes(records), ...legacy.versions]
    .map((version) => ({ ...version, hasPicture: pictured.has(version.id) }))
    .sort((a, b) => b.time - a.time);
  const [newest] = versions;
  const isNewer = read.includes("newer") || legacy.problem === "newer";
  const isUnreadable = read.includes("unreadable") || meta === null;
  // Damage to older versions than the latest is not reported.
  const isLatest = damaged.some((version) => !newest || Number(version) > Number(newest.id));
  return {
    id,
    name: about.name ?? (newest && records.get(newest.id)?.name) ?? tornName ?? legacy.name,
    ...{ files, versions, records, legacy, about, isNewer, isUnreadable, damaged },
    problem: problemOf(
      { isNewer, isUnreadable, isDamaged: isLatest, legacy: legacy.problem },
      versions.length > 0,
    ),
  };
}

/** The bytes of parts that versions share are added to the oldest of them, so that the sum is the space on the disk. */
function withBytes(records: ReadonlyMap<string, VersionRecord>): KeptVersion[] {
  const counted = new Set<string>();
  return [...records]
    .sort(([, a], [, b]) => a.time - b.time)
    .map(([id, { time, label, icon, parent, parts, figures, by }]) => {
      const own = filesOf(parts).filter(({ file }) => !counted.has(file));
      for (const { file } of own) counted.add(file);
      const bytes = own.reduce((sum, part) => sum + part.bytes, 0);
      return { id, time, label, icon, parent, figures, bytes, hasPicture: false, by };
    });
}

interface Findings {
  isNewer: boolean;
  isUnreadable: boolean;
  isDamaged: boolean;
  legacy: Legacy["problem"];
}

/** A message about the worst finding, which says what to do. */
function problemOf(found: Findings, hasVersions: boolean): string | null {
  const others = hasVersions ? " The versions that are offered are complete." : "";
  if (found.isNewer) {
    return hasVersions
      ? "Made by a newer Sinew. The parts that this one can read open as a copy; the project does not change."
      : "Made by a newer Sinew. Open it with the newer one; nothing is changed here.";
  }
  if (found.isUnreadable)
    return `Some of it cannot be read at the moment. Reload the page to try again.${others}`;
  if (found.isDamaged) {
    return `Its latest save is incomplete or damaged.${others}`;
  }
  if (found.legacy === "damaged") {
    return hasVersions
      ? "Its list of versions is damaged. The versions were found, but without their settings."
      : "It is damaged, and no version of it was found.";
  }
  return null;
}

/** The entry of a project in the listing; null if there is nothing to list. */
export function summaryOf(folder: ProjectFolder, isOpen: boolean): KeptProject | null {
  const { id, name, versions, problem, isNewer, about } = folder;
  if (versions.length === 0 && problem === null) return null;
  const { pinned, deleted, file } = about;
  return { id, name, versions, bytes: bytesOf(folder), isNewer, isOpen, problem, pinned, deleted, file };
}

/** The bytes of all files of a project. */
export const bytesOf = ({ files }: ProjectFolder): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Files that no version needs, from an unfinished save or a removed version. */
export function unneededFiles(folder: ProjectFolder): string[] {
  const { files, records, damaged, versions } = folder;
  // Unreadable data may need any of them.
  if (folder.isNewer || folder.isUnreadable) return [];
  const needed = new Set(
    [...records.values()].flatMap(({ parts }) => filesOf(parts).map(({ file }) => file)),
  );
  const shown = new Set(versions.map(({ id }) => id));
  const isUnneeded = (name: string) => {
    const version = versionOfPicture(name);
    return version === null ? PART.test(name) && !needed.has(name) : !shown.has(version);
  };
  return files
    .map(({ name }) => name)
    .filter(isUnneeded)
    .filter((name) => !damaged.some((version) => name.startsWith(`${version}.`)));
}

/** All files of a version, for a copy of it. The record is last. */
export function filesOfVersion(folder: ProjectFolder, version: string): string[] {
  const record = folder.records.get(version);
  if (!record) {
    const meta = folder.files.some(({ name }) => name === LEGACY_META) ? [LEGACY_META] : [];
    return [...meta, legacyFile(version)];
  }
  const parts = filesOf(record.parts).map(({ file }) => file);
  return [...parts, ...picturesOf(folder.files, version), recordName(version)];
}

/** The file whose removal removes a version. */
export const versionFile = ({ records }: ProjectFolder, version: string): string =>
  records.has(version) ? recordName(version) : legacyFile(version);

/** Bytes that only versions before the newest need. */
export function bytesOfOlder(folder: ProjectFolder): number {
  const { files, versions } = folder;
  const [newest, ...older] = versions;
  if (!newest) return 0;
  const needed = new Set(filesOfVersion(folder, newest.id));
  const all = older.flatMap(({ id }) => filesOfVersion(folder, id));
  const only = new Set(all.filter((name) => !needed.has(name)));
  return files.reduce((sum, { name, bytes }) => sum + (only.has(name) ? bytes : 0), 0);
}
