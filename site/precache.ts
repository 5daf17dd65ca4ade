import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const WORKER = "service-worker.js";
/** Placeholders in the service worker's source for the list of files and the version of the build. */
const FILES = '"%FILES%"';
const VERSION = "%VERSION%";

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/** The paths of a folder's files with the start of their SHA-256, without the service worker and source maps. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((path) => path !== WORKER && !path.endsWith(".map"))
    .sort();
  const hashes = paths.map(async (path) => [path, hashOf(await readFile(join(folder, path)))] as const);
  return Object.fromEntries(await Promise.all(hashes));
}

/** The list of files as the service worker has it, and the version of a build with these files. */
export function listOf(files: Record<string, string>): { list: string; version: string } {
  const list = JSON.stringify(files);
  return { list, version: hashOf(new TextEncoder().encode(list)) };
}

/** Writes the list of the build's files into the service worker, which keeps them for use without a network. */
export function precache(): Plugin {
  return {
    name: "sinew:precache",
    apply: "build",
    writeBundle: {
      // After everything else that writes into the build.
      order: "post",
      sequential: true,
      async handler({ dir }) {
        if (!dir) return;
        const { list, version } = listOf(await filesOf(dir));
        const worker = await readFile(join(dir, WORKER), "utf8");
        if (!worker.includes(FILES) || !worker.includes(VERSION)) {
          throw new Error(`${WORKER} has no place for the list of files.`);
        }
        await writeFile(join(dir, WORKER), worker.replace(FILES, () => list).replace(VERSION, version));
      },
    },
  };
}
