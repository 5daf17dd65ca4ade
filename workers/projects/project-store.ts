import { framesPart, hasFramesPart, joinProject, meshPart, statePart } from "../formats/project/parts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop";
import { SinewError } from "../model/errors";
import type { KeptParts, KeptProject, LoadedVersion } from "../model/files/kept-project";
import type { KeepInput, KeptNow, MissingParts } from "./keep-input";
import { readBeside } from "./kept-settings";
import { legacyFile } from "./legacy";
import { bytesOf, bytesOfOlder, type ProjectFolder, unneededFiles, versionFile } from "./project-folder";
import { ProjectShelf } from "./project-shelf";
import { filesOf, partNames, type RecordParts, recordName, writeRecord } from "./records";
import { binnedProjects, mayShrink, nextToLetGo, noRoom } from "./room";
import { isQuotaExceeded, type Pieces } from "./storage";
import { thinned } from "./thinning";

/** Whether a file must stay. */
type NeededFile = (file: string) => boolean;
/** What stays while a save makes room: the files of the new version, and the versions that undo can reach. */
interface Needed {
  files: NeededFile;
  versions: readonly string[];
}

async function totalOf(pieces: Pieces): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) bytes += piece.length;
  return bytes;
}

/** Versions of the last day keep the versions that tabs have in common, so that their work can still be merged. */
const MERGED_WITHIN_MS = 24 * 3_600_000;

/** The projects in the browser, each with its versions. Tabs write versions of a project one after another. */
export class ProjectStore extends ProjectShelf {
  /**
   * Saves a state as the newest version of a project: first the new parts, then the record that names them. If the
   * browser's storage is full, old versions are removed.
   * @throws SinewError if there is no room, and nothing may be removed without asking.
   */
  keep(id: string, input: KeepInput): Promise<KeptNow | MissingParts> {
    return this.locks.whileWriting(id, () => this.add(id, input));
  }

  private async add(id: string, input: KeepInput): Promise<KeptNow | MissingParts> {
    const folder = await this.folder(id);
    const missing = missingParts(folder, input);
    if (missing.length > 0) return { missing };
    const last = folder.versions[0]?.time ?? 0;
    const time = Math.max(this.now(), last + 1, ...folder.damaged.map((version) => Number(version) + 1));
    const version = String(time);
    const sizes = new Map(folder.files.map(({ name, bytes }) => [name, bytes]));
    const { known, sequence, state } = input;
    const needed = {
      files: (file: string) => file.startsWith(`${version}.`) || Object.values(known).includes(file),
      versions: input.inUse,
    };
    let written = 0;
    const part = async (known: string | undefined, kind: keyof KeptParts, pieces: () => Pieces) => {
      if (known !== undefined) return { file: known, bytes: sizes.get(known) ?? 0 };
      const file = `${version}.${kind}`;
      const bytes = await this.write(id, needed, file, pieces);
      written += bytes;
      return { file, bytes };
    };
    // Known frames are not given again; unknown ones come with their sequence.
    const hasFrames = known.frames === undefined ? hasFramesPart(sequence!) : known.frames !== null;
    const parts: RecordParts = {
      mesh: await part(known.mesh, "mesh", () => meshPart(sequence!)),
      frames: hasFrames ? await part(known.frames ?? undefined, "frames", () => framesPart(sequence!)) : null,
      state: await part(known.state, "state", () => statePart(state!, input.sizes)),
    };
    const { label, icon, parent, figures, by } = input;
    const kept = { id: version, time, label, icon, parent, figures, bytes: written, hasPicture: false, by };
    await this.write(id, needed, recordName(version), () => [writeRecord(kept, input.name, parts, input)]);
    // The undo of another tab needs versions that only that tab knows. The next version with one tab will clean up.
    if (!(await this.isShared(id)))
      await this.tidy(id, input.inUse).catch(() => {
        // The next version will.
      });
    const ofOthers = folder.versions.find((each) => each.by?.tab !== by.tab) ?? null;
    return { version: kept, parts: partNames(parts), ofOthers };
  }

  /** Whether other tabs have the project open too. */
  private async isShared(id: string): Promise<boolean> {
    return (await this.locks.tabs(id)) > 1;
  }

  /** The projects that may lose versions, or be removed, for room for a version of `own`. */
  private async removable(own: string): Promise<KeptProject[]> {
    const [projects, isShared] = [await this.list(), await this.isShared(own)];
    return isShared ? projects.filter(({ id }) => id !== own) : projects;
  }

  /**
   * Thins out a project's versions, before its history is made of those that stay.
   * @param version the one that is about to be opened, which stays.
   */
  thin(id: string, version: string): Promise<void> {
    return this.locks.whileWriting(id, () => this.tidy(id, [version]).catch(() => {}));
  }

  /**
   * Removes versions that are too close together for their age, and files that no version needs.
   * @param inUse versions that stay.
   */
  private async tidy(id: string, inUse: readonly string[]): Promise<void> {
    const folder = await this.folder(id);
    if (folder.isNewer || folder.isUnreadable) return;
    const { versions } = folder;
    const times = versions.map(({ time }) => time);
    const young = versions.filter(({ time }) => time > this.now() - MERGED_WITHIN_MS);
    const staying = new Set([...inUse, ...young.map(({ by }) => by?.since)]);
    for (const n of thinned(times, this.now())) {
      if (!staying.has(versions[n].id)) await this.storage.remove(id, versionFile(folder, versions[n].id));
    }
    await this.removeUnneeded(id);
  }

  /** @param needs files of a version in progress, which no record names yet. */
  private async removeUnneeded(id: string, needs: NeededFile = () => false): Promise<void> {
    for (const file of unneededFiles(await this.folder(id))) {
      if (!needs(file)) await this.storage.remove(id, file);
    }
  }

  /** Writes a file of a version, and makes room as long as possible. @returns its bytes. */
  private async write(id: string, needed: Needed, file: string, pieces: () => Pieces): Promise<number> {
    for (;;) {
      let [bytes, fitted] = [0, 0];
      const counted = async function* () {
        for await (const piece of pieces()) {
          fitted = bytes;
          bytes += piece.length;
          yield piece;
          await yieldToEventLoop();
        }
      };
      try {
        await this.storage.write(id, file, counted());
        return bytes;
      } catch (error) {
        await this.storage.remove(id, file).catch(() => {});
        if (!isQuotaExceeded(error)) throw error;
        const more = (await totalOf(pieces())) - fitted;
        if (!(await this.makeRoom(id, needed, Math.max(more, 1)))) throw noRoom(await this.storage.room());
      }
    }
  }

  /**
   * Removes projects in the bin until `bytes` are free, and then old versions, starting with those of the largest
   * project.
   * @param needed what stays of `own`: its files, and its versions as long as there are others.
   * @returns false when removing every old version would not free enough; then it removes none.
   */
  private async makeRoom(own: string, needed: Needed, bytes: number): Promise<boolean> {
    const before = await this.storage.room();
    const taken = new Set<string>();
    if ((await this.mostToFree(own)) < bytes) return false;
    for (;;) {
      const { used } = await this.storage.room();
      if (before.used - used >= bytes) return true;
      const projects = await this.removable(own);
      const choice = nextToLetGo(
        projects.filter(({ id }) => !taken.has(id)),
        own,
        needed.versions,
      );
      if (!choice) return before.used > used;
      const { project, version } = choice;
      const work = () =>
        version === null
          ? this.storage.removeFolder(project)
          : this.removeVersion(project, version, project === own ? needed.files : undefined);
      if (project === own) await work();
      else if (!(await this.locks.whileFree(project, work))) taken.add(project);
    }
  }

  /** The bytes of all projects and versions that may be removed. */
  private async mostToFree(own: string): Promise<number> {
    const projects = await this.removable(own);
    let bytes = 0;
    for (const { id } of binnedProjects(projects, own)) bytes += bytesOf(await this.folder(id));
    for (const { id } of mayShrink(projects, own)) bytes += bytesOfOlder(await this.folder(id));
    return bytes;
  }

  private async removeVersion(id: string, version: string, needs?: NeededFile): Promise<void> {
    const folder = await this.folder(id);
    if (folder.versions.length < 2) return;
    await this.storage.remove(id, versionFile(folder, version));
    await this.removeUnneeded(id, needs);
  }

  /** @throws SinewError if the version is gone, or a part of it is truncated, damaged or from a newer Sinew. */
  async load(id: string, version: string): Promise<LoadedVersion> {
    const folder = await this.folder(id);
    const kept = folder.versions.find((each) => each.id === version);
    if (!kept) {
      throw new SinewError({
        title: `This version of ${folder.name} is gone`,
        body: "It was removed to make room, or it is damaged. Open another version.",
      });
    }
    const record = folder.records.get(version);
    const beside = readBeside(record ?? folder.legacy.beside);
    const view = await this.view(id);
    if (!record) {
      const file = await this.storage.read(id, legacyFile(version));
      return { version: kept, file, parts: null, view, ...beside };
    }
    const parts = partNames(record.parts);
    const [mesh, frames, state] = await Promise.all([
      this.storage.read(id, parts.mesh),
      parts.frames === null ? null : this.storage.read(id, parts.frames),
      this.storage.read(id, parts.state),
    ]);
    const file = await joinProject({ mesh, frames, state }, folder.name);
    return { version: kept, file, parts, view, ...beside };
  }
}

/** The parts that the store should have but does not have. */
function missingParts({ files, records }: ProjectFolder, { known }: KeepInput): (keyof KeptParts)[] {
  const whole = new Set([...records.values()].flatMap(({ parts }) => filesOf(parts).map(({ file }) => file)));
  const isThere = (file: string) => whole.has(file) && files.some(({ name }) => name === file);
  return (["mesh", "frames", "state"] as const).filter((kind) => {
    const file = known[kind];
    return typeof file === "string" && !isThere(file);
  });
}
