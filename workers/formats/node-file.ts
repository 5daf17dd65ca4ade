import { open, readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { SinewError } from "../model/errors";
import type { SourceFile } from "./source";

/** Reads [begin, end) of a file on disk; opened for each read, so that nothing is left open. */
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
    throw new SinewError({
      title: `${name} cannot be read`,
      body: `The system says: ${(reason as Error).message}.`,
    });
  }
}

/** A file on disk, or every file beneath a folder. Names are paths from `path`'s own folder. */
async function filesOf(path: string, name: string): Promise<SourceFile[]> {
  const info = await stat(path).catch(() => {
    throw new SinewError({ title: `${path} cannot be read`, body: "There is no such file or folder." });
  });
  if (info.isDirectory()) {
    const entries = (await readdir(path)).sort();
    return (await Promise.all(entries.map((entry) => filesOf(join(path, entry), `${name}/${entry}`)))).flat();
  }
  if (!info.isFile()) return [];
  const { size } = info;
  return [
    {
      name,
      size,
      read: (begin, end) => readRange(path, name, Math.max(0, begin), Math.min(end, size)),
    },
  ];
}

/** What a file may keep beside itself, by its extension. */
const COMPANIONS: Record<string, RegExp> = { ".obj": /\.mtl$/i, ".gltf": /\.bin$/i };

/** Materials and buffers in the folder of a file that was named alone. */
async function companionsOf(path: string): Promise<string[]> {
  const pattern = COMPANIONS[extname(path).toLowerCase()];
  if (!pattern) return [];
  const beside = await readdir(dirname(path)).catch(() => []);
  return beside.filter((name) => pattern.test(name)).map((name) => join(dirname(path), name));
}

/**
 * Files and folders of the command line, with the materials and buffers beside them. The only module here that needs
 * Node.
 * @throws SinewError for a path that does not exist.
 */
export async function nodeFiles(paths: string[]): Promise<SourceFile[]> {
  const companions = (await Promise.all(paths.map(companionsOf))).flat();
  const all = [...new Set([...paths, ...companions].map((path) => resolve(path)))];
  return (await Promise.all(all.map((path) => filesOf(path, basename(path))))).flat();
}
