// Finds the files that a mesh file names: its buffers, material libraries and images.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { isImageName } from "../images/image-file";
import { parseMaterials } from "../obj/mtl";

/** Bytes of an OBJ that are searched at once. */
const PIECE = 1 << 20;

/** The whole text of a file; "" if it cannot be read. */
const textOf = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

/**
 * The rest of each `mtllib` line of an OBJ, wherever it is. A file that cannot be read has none: its reader tells why.
 */
async function libraryLines(path: string): Promise<string[]> {
  const lines: string[] = [];
  let open = "";
  const take = (text: string) => {
    // One byte is one letter, so that no letter is cut in two.
    for (const [, line] of text.matchAll(/^[ \t]*mtllib[ \t]+(.+?)[ \t]*$/gm)) {
      lines.push(Buffer.from(line, "latin1").toString("utf8"));
    }
  };
  try {
    for await (const piece of createReadStream(path, { encoding: "latin1", highWaterMark: PIECE })) {
      const text = open + piece;
      const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
      if (text.includes("mtllib")) take(text.slice(0, end));
      // No name is as long as a piece.
      open = text.length - end < PIECE ? text.slice(end) : "";
    }
  } catch {
    return lines;
  }
  take(open);
  return lines;
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
  // A line has one name with spaces, or several names.
  const names = (await libraryLines(path)).flatMap((line) => [line, ...line.split(/\s+/)]);
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
