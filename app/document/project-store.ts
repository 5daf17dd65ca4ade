import type { SolveLocks, SolveSettings } from "../../workers/model/solve-settings";
import type { SavedProject, SavedVersion } from "../shell/shell-state";
import type { StoredRun } from "./compare/stored-runs";

/** What is kept beside the versions of a project. */
interface ProjectMeta {
  version: 1;
  name: string;
  versions: SavedVersion[];
  settings: SolveSettings | null;
  /** Of the last comparison, without rigs. */
  runs?: readonly StoredRun[];
  locks: { bones: number[]; boneCount: number; vertices: number[]; vertexCount: number } | null;
}

const FOLDER = "projects";
const META = "project.json";
const VERSIONS_KEPT = 10;
const PROJECTS_KEPT = 5;
/** Share of the browser's quota that the versions of one project may take. */
const QUOTA_SHARE = 0.25;

/** Name of the Web Lock that a tab holds on the project it has open. */
export const lockName = (id: string) => `sinew-project-${id}`;

/** Whether this browser can keep projects at all. */
export function canStore(): boolean {
  return (
    typeof navigator.storage?.getDirectory === "function" &&
    "createWritable" in (FileSystemFileHandle?.prototype ?? {})
  );
}

async function folderOf(id: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const projects = await root.getDirectoryHandle(FOLDER, { create: true });
  return projects.getDirectoryHandle(id, { create: true });
}

/** Writes through a copy: the file is the old one or the new one, never half of it. */
async function write(
  folder: FileSystemDirectoryHandle,
  name: string,
  data: Uint8Array | string,
): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  try {
    await stream.write(typeof data === "string" ? data : data.slice());
    await stream.close();
  } catch (error) {
    await stream.abort().catch(() => {});
    throw error;
  }
}

async function readMeta(folder: FileSystemDirectoryHandle): Promise<ProjectMeta | null> {
  try {
    const file = await (await folder.getFileHandle(META)).getFile();
    const meta = JSON.parse(await file.text()) as ProjectMeta;
    return meta.version === 1 && Array.isArray(meta.versions) ? meta : null;
  } catch {
    return null;
  }
}

/** Keeps a state of the project as its newest version; `bytes` null keeps only what is beside it. */
export async function storeVersion(
  id: string,
  name: string,
  bytes: Uint8Array | null,
  settings: SolveSettings,
  locks: SolveLocks | null,
  runs: readonly StoredRun[],
): Promise<void> {
  const folder = await folderOf(id);
  const meta = await readMeta(folder);
  let versions = meta?.versions ?? [];
  if (bytes) {
    const time = Date.now();
    const file = `${time}.sinew`;
    await write(folder, file, bytes);
    versions = await trimmed(folder, [{ file, time, bytes: bytes.length }, ...versions]);
  }
  const next: ProjectMeta = { version: 1, name, versions, settings, runs, locks: locks && packLocks(locks) };
  await write(folder, META, JSON.stringify(next));
}

/** Drops the oldest versions beyond the count and the room that one project may take; the newest always stays. */
async function trimmed(folder: FileSystemDirectoryHandle, versions: SavedVersion[]): Promise<SavedVersion[]> {
  const { quota = 4e9 } = await navigator.storage.estimate();
  let total = 0;
  const kept = versions.filter(({ bytes }, index) => {
    total += bytes;
    return index === 0 || (index < VERSIONS_KEPT && total <= quota * QUOTA_SHARE);
  });
  for (const version of versions) {
    if (!kept.includes(version)) await folder.removeEntry(version.file).catch(() => {});
  }
  return kept;
}

/** Projects that no tab has open, the latest first; more than a few are removed. */
export async function listProjects(): Promise<SavedProject[]> {
  const root = await navigator.storage.getDirectory();
  const projects = await root.getDirectoryHandle(FOLDER, { create: true });
  const held = new Set((await navigator.locks.query()).held?.map((lock) => lock.name));
  const found: SavedProject[] = [];
  for await (const [id, handle] of projects.entries()) {
    if (handle.kind !== "directory" || held.has(lockName(id))) continue;
    const meta = await readMeta(handle as FileSystemDirectoryHandle);
    if (meta && meta.versions.length > 0) found.push({ id, name: meta.name, versions: meta.versions });
    else await projects.removeEntry(id, { recursive: true }).catch(() => {});
  }
  found.sort((a, b) => b.versions[0].time - a.versions[0].time);
  for (const { id } of found.splice(PROJECTS_KEPT)) {
    await projects.removeEntry(id, { recursive: true }).catch(() => {});
  }
  return found;
}

/** Versions of one project, or null when it is not kept. */
export async function projectOf(id: string): Promise<SavedProject | null> {
  const meta = await readMeta(await folderOf(id));
  return meta && { id, name: meta.name, versions: meta.versions };
}

export async function loadVersion(id: string, file: string) {
  const folder = await folderOf(id);
  const meta = await readMeta(folder);
  return {
    blob: await (await folder.getFileHandle(file)).getFile(),
    settings: meta?.settings ?? null,
    runs: meta?.runs ?? [],
    locks: meta?.locks ? unpackLocks(meta.locks) : null,
  };
}

function packLocks(locks: SolveLocks): NonNullable<ProjectMeta["locks"]> {
  const raised = (flags: Uint8Array) => [...flags.keys()].filter((i) => flags[i] === 1);
  return {
    bones: raised(locks.bones),
    boneCount: locks.bones.length,
    vertices: raised(locks.vertices),
    vertexCount: locks.vertices.length,
  };
}

function unpackLocks(packed: NonNullable<ProjectMeta["locks"]>): SolveLocks {
  const locks = { bones: new Uint8Array(packed.boneCount), vertices: new Uint8Array(packed.vertexCount) };
  for (const j of packed.bones) locks.bones[j] = 1;
  for (const i of packed.vertices) locks.vertices[i] = 1;
  return locks;
}
