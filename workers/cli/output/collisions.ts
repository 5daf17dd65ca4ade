// Files that would get in each other's way: outputs with each other, and with what is read.
import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { refuse } from "../status";
import type { Target } from "./target";

/** The same for every name of one file, links of both kinds included. */
async function identityOf(path: string): Promise<string> {
  const info = await stat(path, { bigint: true }).catch(() => null);
  // Some disks number no files.
  if (info && info.ino !== 0n) return `${info.dev}:${info.ino}`;
  return realpath(path).catch(() => resolve(path));
}

async function keyOf(target: Target): Promise<string | null> {
  if (target.kind === "open") return `open ${target.descriptor}`;
  // A device takes as much as is written to it.
  return target.kind === "file" ? identityOf(target.path) : null;
}

/**
 * @param inputs paths of every file that is read.
 * @throws CommandError for an output that is written twice, or that is read.
 */
export async function checkCollisions(targets: readonly Target[], inputs: readonly string[]): Promise<void> {
  const read = new Set(await Promise.all(inputs.map(identityOf)));
  const written = new Map<string, string>();
  for (const target of targets) {
    const { name } = target;
    const key = await keyOf(target);
    if (key === null) continue;
    if (read.has(key)) {
      refuse(
        `${name} is read and written`,
        "It would be replaced while it is needed: write to another file.",
      );
    }
    const other = written.get(key);
    if (other !== undefined) {
      const both = other === name ? `${name} is` : `${other} and ${name} are one file and`;
      refuse(`${both} written twice`, "Give each of --out and --report a name of its own.");
    }
    written.set(key, name);
  }
}
