import { lstat, open, readdir, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { SinewError } from "../../model/errors";
import { isImageName } from "../images/image-file";
import { systemSentence } from "../system-error";
import { namedFiles } from "./node-named-files";
import type { SourceFile } from "./source";

const cannotRead = (name: string, reason: unknown): never => {
  throw new SinewError({ title: `${name} cannot be read`, body: systemSentence(reason, "reading") });
};

/** Reads the bytes [begin, end) of a file on disk. It opens the file for each read, so no file stays open. */
async function readRange(path: string, name: string, begin: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - begin));
  try {
    const handle = await open(path, "r");
    try {
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, begin + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    } finally {
      await handle.close();
    }
  } catch (reason) {
    return cannotRead(name, reason);
  }
}

/** Information about a path. For a broken link, the error tells where it leads. */
async function infoOf(path: string, name: string) {
  try {
    return await stat(path);
  } catch (reason) {
    const link = await lstat(path).catch(() => null);
    if ((reason as NodeJS.ErrnoException).code !== "ENOENT" || !link?.isSymbolicLink()) {
      return cannotRead(name, reason);
    }
    const goal = await readlink(path);
    throw new SinewError({
      title: `${name} is a link to ${goal}, which is not there`,
      body: "Put the file there, or remove the link.",
    });
  }
}

/**
 * A file on disk, or every file below a folder. Names are paths relative to `path`'s own folder.
 * @param seen the folders so far, with links resolved. Each is read once, so links may form a circle.
 */
async function filesOf(
  path: string,
  name: string,
  seen: Set<string>,
  isNamed: boolean,
): Promise<SourceFile[]> {
  const info = await infoOf(path, isNamed ? path : name);
  if (info.isDirectory()) return filesIn(path, name, seen);
  if (!info.isFile()) {
    if (!isNamed) return [];
    throw new SinewError({
      title: `${path} is neither a file nor a folder`,
      body: "Sinew jumps back and forth in what it reads: save it as a file first.",
    });
  }
  const { size } = info;
  return [
    {
      name,
      size,
      path: resolve(path),
      read: (begin, end) => readRange(path, name, Math.max(0, begin), Math.min(end, size)),
    },
  ];
}

/** Whether a path is a hidden broken link. These are skipped, because editors use them as lock files. */
const isLock = async (path: string): Promise<boolean> =>
  basename(path).startsWith(".") && (await stat(path).catch(() => null)) === null;

async function filesIn(path: string, name: string, seen: Set<string>): Promise<SourceFile[]> {
  const place = await realpath(path);
  if (seen.has(place)) return [];
  seen.add(place);
  const entries = await readdir(path).catch((reason) => cannotRead(name, reason));
  const files: SourceFile[] = [];
  for (const entry of entries.sort()) {
    const inside = join(path, entry);
    if (await isLock(inside)) continue;
    for (const file of await filesOf(inside, `${name}/${entry}`, seen, false)) files.push(file);
  }
  return files;
}

/** For each extension, the companions of a file besides its images. */
const COMPANIONS: Record<string, RegExp | null> = {
  ".obj": /\.mtl$/i,
  ".gltf": /\.bin$/i,
  ".fbx": null,
  ".ply": null,
};
/** Names of folders in which programs put images, beside a mesh or beside its folder. */
const IMAGE_FOLDER = /^(textures?|tex|images?|maps?|materials?|sourceimages)$/i;

/** The images in a folder's subfolders for images. */
async function imagesWithin(folder: string): Promise<string[]> {
  const inner = (await readdir(folder).catch(() => [])).filter((name) => IMAGE_FOLDER.test(name));
  const found = inner.map(async (name) => {
    const images = await readdir(join(folder, name)).catch(() => []);
    return images.filter(isImageName).map((image) => join(folder, name, image));
  });
  return (await Promise.all(found)).flat();
}

/** A companion of a mesh, with its name as seen from the mesh's folder. */
interface Companion {
  path: string;
  name: string;
}

/** The name of a file that another one names, without steps up, as readers look for it. */
const nameFrom = (folder: string, path: string) =>
  relative(folder, path)
    .split(sep)
    .filter((part) => part !== "..")
    .join("/");

/** The files that a single file names, then other materials, buffers and images beside it. */
async function companionsOf(path: string): Promise<Companion[]> {
  const pattern = COMPANIONS[extname(path).toLowerCase()];
  if (pattern === undefined) return [];
  const folder = dirname(resolve(path));
  const beside = await readdir(folder).catch(() => []);
  const found = beside.filter((name) => pattern?.test(name) || isImageName(name));
  const others = [
    ...found.map((name) => join(folder, name)),
    ...(await imagesWithin(folder)),
    ...(await imagesWithin(dirname(folder))),
  ];
  return [
    ...(await namedFiles(path)).map((file) => ({ path: file, name: nameFrom(folder, file) })),
    ...others.map((file) => ({ path: file, name: basename(file) })),
  ];
}

/** @throws SinewError for a file that is given twice, under any name or inside a given folder. */
async function refuseTwice(files: SourceFile[]): Promise<void> {
  const names = new Map<string, string>();
  for (const { path = "", name } of files) {
    const place = await realpath(path);
    const other = names.get(place);
    if (other !== undefined) {
      throw new SinewError({
        title: other === name ? `${name} is given twice` : `${other} and ${name} are the same file`,
        body: "Give each file once.",
      });
    }
    names.set(place, name);
  }
}

/**
 * The files and folders of the command line, with the materials, buffers and images beside them. Only this module needs
 * Node.
 * @throws SinewError for a path that does not exist or may not be read, and for a file that is given twice.
 */
export async function nodeFiles(paths: string[]): Promise<SourceFile[]> {
  const read = async (path: string, seen: Set<string>) => filesOf(path, basename(resolve(path)), seen, true);
  const files: SourceFile[] = [];
  for (const path of paths) {
    const found = await read(path, new Set());
    if (found.length === 0) {
      throw new SinewError({
        title: `${path} has no files in it`,
        body: "Name a folder that has, or a file.",
      });
    }
    for (const file of found) files.push(file);
  }
  await refuseTwice(files);
  const known = new Set(files.map(({ path }) => path));
  // One after the other, because a sequence may have more files than a process may open at a time.
  for (const main of paths) {
    for (const { path, name } of await companionsOf(main)) {
      if (known.has(resolve(path))) continue;
      known.add(resolve(path));
      for (const file of await filesOf(path, name, new Set(), true)) files.push(file);
    }
  }
  return files;
}
