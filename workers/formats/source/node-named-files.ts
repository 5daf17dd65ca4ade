// Finds the files that a mesh file names: its buffers, material libraries and images.
import { open, readFile, stat } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { isImageName } from "../images/image-file";
import { parseMaterials } from "../obj/mtl";

/** How far into an OBJ its libraries are searched. Programs name them at the start. */
const OBJ_START = 65_536;
/** Larger files of text are not searched. */
const MOST_TEXT = 256e6;

/** The first bytes of a file as text; "" if it cannot be read. */
async function startOf(path: string, most: number): Promise<string> {
  const handle = await open(path, "r").catch(() => null);
  if (!handle) return "";
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(most), 0, most, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return "";
  } finally {
    await handle.close();
  }
}

/** The whole text of a file; "" if it cannot be read or is too large. */
async function textOf(path: string): Promise<string> {
  const { size } = await stat(path).catch(() => ({ size: Number.POSITIVE_INFINITY }));
  return size > MOST_TEXT ? "" : readFile(path, "utf8").catch(() => "");
}

/** A name from a file with the separators of this system. It may be percent-encoded. */
function plainName(name: string): string {
  const plain = name.replaceAll("\\", "/");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** The files with these names, seen from the folder of `from`. Only files that exist are found. */
async function existing(from: string, names: readonly string[], kind: (name: string) => boolean) {
  const paths = [...new Set(names.map(plainName).filter(kind))].map((name) => resolve(dirname(from), name));
  const found = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => null))?.isFile()));
  return paths.filter((_, n) => found[n]);
}

/** The addresses of a glTF's buffers and images. A file that is not JSON has none: its reader tells why. */
async function namesOfGltf(path: string): Promise<string[]> {
  try {
    const json = JSON.parse(await textOf(path));
    const entries: unknown[] = [json.buffers, json.images].flatMap((list) =>
      Array.isArray(list) ? list : [],
    );
    const addresses = entries.map((entry) => (entry as { uri?: unknown } | null)?.uri);
    return addresses.filter((uri) => typeof uri === "string" && !/^[a-z][a-z\d+.-]+:/i.test(uri)) as string[];
  } catch {
    return [];
  }
}

const isBuffer = (name: string) => /\.bin$/i.test(name) || isImageName(name);

async function filesOfObj(path: string): Promise<string[]> {
  const libraries = (await startOf(path, OBJ_START)).matchAll(/^mtllib[ \t]+(.+?)[ \t]*$/gm);
  // A line has one name with spaces, or several names.
  const names = Array.from(libraries, ([, line]) => [line, ...line.split(/\s+/)]).flat();
  const found = await existing(path, names, (name) => /\.mtl$/i.test(name));
  const images = found.map(async (library) => {
    const materials = [...parseMaterials(await textOf(library)).values()];
    const maps = materials.flatMap(({ maps }) => Object.values(maps).map((map) => map.path));
    return [...(await existing(library, maps, isImageName)), ...(await existing(path, maps, isImageName))];
  });
  return [...found, ...(await Promise.all(images)).flat()];
}

/** The files that a glTF or an OBJ names, by their paths: buffers, material libraries, images. */
export async function namedFiles(path: string): Promise<string[]> {
  const extension = extname(path).toLowerCase();
  if (extension === ".gltf") return existing(path, await namesOfGltf(path), isBuffer);
  return extension === ".obj" ? filesOfObj(path) : [];
}
