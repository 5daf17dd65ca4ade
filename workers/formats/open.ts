import { SinewError } from "../model/errors";
import { howMany } from "../model/reports/figures";
import type { Task } from "../model/task";
import { matchCaches, openMeshWithCaches } from "./obj/obj-cache";
import { openMdd } from "./point-cache/mdd";
import { openPc2 } from "./point-cache/pc2";
import type { PointCache } from "./point-cache/point-cache";
import { withRestFile } from "./point-cache/rest-file";
import { complaintAbout, guarded, SkeletonAlone } from "./refusals";
import { type FileKind, sniff } from "./sniff";
import { type MeshFile, readMesh } from "./source/mesh-file";
import { groupNumbered, openNumbered } from "./source/numbered";
import type { SequenceSource, SourceFile } from "./source/source";
import { baseName } from "./source/source-file";
import { openStill } from "./source/still-mesh";
import { openZip } from "./zip/zip";

/** The dropped files, sorted by kind. */
class Drop {
  readonly files: SourceFile[] = [];
  readonly byKind = new Map<FileKind, SourceFile[]>();
  readonly sources: SequenceSource[] = [];
  readonly problems: SinewError[] = [];

  of(...kinds: FileKind[]): SourceFile[] {
    return kinds.flatMap((kind) => this.byKind.get(kind) ?? []);
  }

  add(kind: FileKind, file: SourceFile): void {
    this.files.push(file);
    const others = this.byKind.get(kind);
    if (others) others.push(file);
    else this.byKind.set(kind, [file]);
  }

  refuse(title: string, body: string): void {
    this.problems.push(new SinewError({ title, body }));
  }

  /** Opens one source. Its errors do not stop the others from opening. */
  async attempt<T>(names: string, open: () => Promise<T>): Promise<T | null> {
    try {
      return await guarded(names, open);
    } catch (error) {
      if (!(error instanceof SinewError)) throw error;
      this.problems.push(error);
      return null;
    }
  }
}

const isHidden = (file: SourceFile) => /^\.|^Thumbs\.db$|^desktop\.ini$/.test(baseName(file.name));

/** Sniffs all files, including files in zips. */
async function sortFiles(
  files: SourceFile[],
  drop: Drop,
  task: Task,
  inZip: string | null = null,
): Promise<void> {
  for (const [i, file] of files.entries()) {
    task.progress({
      phase: inZip ? `Looking into ${inZip}` : "Looking at the files",
      done: i / files.length,
      detail: file.name,
    });
    await task.checkpoint();
    if (isHidden(file)) continue;
    const kind = await drop.attempt(file.name, () => sniff(file));
    if (kind === null) continue;
    if (kind === "zip" && inZip === null) {
      const inside = await drop.attempt(file.name, () => openZip(file));
      if (!inside) continue;
      if (inside.files.length === 0) drop.refuse(`${file.name} is empty`, "There is no file in it.");
      for (const name of inside.repeated) {
        drop.refuse(`${file.name} holds several files called ${name}`, "The last of them is read.");
      }
      await sortFiles(inside.files, drop, task, file.name);
    } else if (kind === "zip") {
      drop.refuse(`${file.name} is a zip in ${inZip}`, "Unpack the outer one first.");
    } else {
      drop.add(kind, file);
    }
  }
}

async function openCaches(drop: Drop): Promise<PointCache[]> {
  const caches: PointCache[] = [];
  for (const [kind, open] of [
    ["pc2", openPc2],
    ["mdd", openMdd],
  ] as const) {
    for (const file of drop.of(kind)) {
      const cache = await drop.attempt(file.name, () => open(file));
      if (cache) caches.push(cache);
    }
  }
  return caches;
}

/** Opens meshes with caches, numbered meshes, and assigns rest poses. */
async function openMeshes(drop: Drop, task: Task): Promise<void> {
  const meshFiles: MeshFile[] = [
    ...drop.of("obj").map((file): MeshFile => ({ file, format: "OBJ" })),
    ...drop.of("ply").map((file): MeshFile => ({ file, format: "PLY" })),
    ...drop.of("medit").map((file): MeshFile => ({ file, format: "MEDIT" })),
  ];
  const caches = await openCaches(drop);
  const { pairs, alone, meshes } = matchCaches(meshFiles, caches);
  for (const pair of pairs) {
    const source = await drop.attempt(pair.mesh.file.name, () => openMeshWithCaches(pair, drop.files, task));
    if (source) drop.sources.push(source);
  }
  for (const cache of alone) {
    const why =
      meshFiles.length === 0
        ? "A cache holds only positions. Drop it together with the OBJ that it was made from."
        : `None of the ${meshFiles.length} meshes has its name. Name it like its mesh, or drop the two alone.`;
    drop.refuse(`${cache.file.name} has no mesh`, why);
  }
  const groups = groupNumbered(meshes);
  for (const group of groups.filter(({ frames }) => frames.length > 1)) {
    const source = await drop.attempt(group.frames[0].file.name, () => openNumbered(group, drop.files, task));
    if (source) drop.sources.push(source);
  }
  // If a cache is broken, its mesh needs no message of its own.
  if (caches.length < drop.of("pc2", "mdd").length) return;
  await placeStillMeshes(
    groups.filter(({ frames }) => frames.length === 1).map(({ frames }) => frames[0]),
    drop,
    task,
  );
}

/** A still mesh becomes the rest pose of the only sequence if the points match. Alone it is a still mesh. */
async function placeStillMeshes(still: MeshFile[], drop: Drop, task: Task): Promise<void> {
  const moving = drop.sources.slice();
  for (const mesh of still) {
    const { name } = mesh.file;
    const read = await drop.attempt(name, () => readMesh(mesh, task));
    if (!read) continue;
    if (moving.length === 0) {
      const source = await drop.attempt(name, () => openStill(mesh, read, drop.files));
      if (source) drop.sources.push(source);
    } else if (moving.length > 1) {
      drop.refuse(`${name} was left out`, "It does not move, and several files that were opened with it do.");
    } else if (read.positions.length === 3 * moving[0].info.points) {
      drop.sources[0] = withRestFile(drop.sources[0], read);
    } else {
      drop.refuse(
        `${name} is not the rest pose of ${moving[0].info.name}`,
        `It has ${howMany(read.positions.length / 3, "point")}, the sequence ${moving[0].info.points}. It was left out.`,
      );
    }
  }
}

/** The formats with a whole scene. Their readers are loaded on demand. */
async function openScenes(drop: Drop, task: Task): Promise<void> {
  for (const file of drop.of("alembic")) {
    const source = await drop.attempt(file.name, async () => {
      const { openAlembic } = await import("./alembic/read");
      return openAlembic(file, task);
    });
    if (source) drop.sources.push(source);
  }
  for (const file of drop.of("glb", "gltf")) {
    const source = await drop.attempt(file.name, async () => {
      const { openGltf } = await import("./gltf/read/read");
      return openGltf(drop.files, file, task);
    });
    if (source) drop.sources.push(source);
  }
}

async function openFbxScenes(drop: Drop, task: Task): Promise<void> {
  for (const file of drop.of("fbx")) {
    const source = await drop.attempt(file.name, async () => {
      const { openFbx } = await import("./fbx/read");
      return openFbx(drop.files, file, task);
    });
    if (source) drop.sources.push(source);
  }
}

/** Reports for every unread file why it was not read. Companions are only reported if they belong to nothing. */
function refuseOthers(drop: Drop): void {
  for (const [kind, files] of drop.byKind) {
    const goesAlong = kind === "companion" && drop.sources.length + drop.problems.length > 0;
    const isSkeleton = (kind === "tgf" || kind === "bvh") && drop.sources.length > 0;
    if (goesAlong || isSkeleton) continue;
    for (const { name } of files) {
      const complaint = complaintAbout(kind, name);
      if (complaint) drop.refuse(complaint.title, complaint.body);
    }
  }
}

/**
 * The mesh animations in files, folders' files and zips that were dropped together. Each file is recognised by its
 * content, then by its extension. If only some can be used, the messages about the others become notes of the first
 * source.
 * @throws SinewError if nothing can be used: it is about the first file, with a row for each of the others.
 */
export async function inspect(files: SourceFile[], task: Task): Promise<SequenceSource[]> {
  const drop = new Drop();
  await sortFiles(files, drop, task);
  await openScenes(drop, task);
  await openFbxScenes(drop, task);
  await openMeshes(drop, task);
  refuseOthers(drop);
  if (drop.sources.length === 0) throw firstProblem(drop.problems);
  const [first, ...others] = drop.sources.map(guardedSource);
  const problems = drop.problems.filter((problem) => !(problem instanceof SkeletonAlone));
  if (problems.length === 0) return [first, ...others];
  const leftOut = problems.map((problem) => problem.message);
  const notes = [...first.info.notes, ...leftOut];
  return [{ ...first, info: { ...first.info, notes, leftOut } }, ...others];
}

function firstProblem(problems: SinewError[]): SinewError {
  if (problems.length === 0) {
    return new SinewError({
      title: "There is nothing to open",
      body: "Drop a mesh (glTF, FBX, OBJ, PLY, .mesh), an animation (Alembic, glTF, OBJ with its PC2 or MDD cache, numbered OBJ or PLY files), or a project.",
    });
  }
  if (problems.length === 1) return problems[0];
  const [first, ...others] = problems.map((problem) => problem.complaint);
  const rows = others.slice(0, 8).map(({ title }): [string, string] => ["Also", title]);
  return new SinewError({ ...first, facts: [...(first.facts ?? []), ...rows] });
}

/** The same source, with errors of a broken file turned into messages. */
function guardedSource(source: SequenceSource): SequenceSource {
  const name = source.info.files[0] ?? source.info.name;
  return {
    info: source.info,
    read: (options, task) =>
      guarded(name, async () => {
        const raw = await source.read(options, task);
        return { ...raw, frame: (k: number) => guarded(name, () => raw.frame(k)) };
      }),
  };
}
