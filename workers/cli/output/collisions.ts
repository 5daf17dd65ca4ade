// Finds outputs that are the same file as another output or an input.
import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { refuseCommand } from "../status";
import type { Target } from "./target";

/** An identifier that is the same for all names of a file, including links of both kinds. */
async function identityOf(path: string): Promise<string> {
  const info = await stat(path, { bigint: true }).catch(() => null);
  // Some disks do not number files.
  if (info && info.ino !== 0n) return `${info.dev}:${info.ino}`;
  return realpath(path).catch(() => resolve(path));
}

async function keyOf(target: Target): Promise<string | null> {
  if (target.kind === "open") return `open ${target.descriptor}`;
  // A device accepts any number of writes.
  return target.kind === "file" ? identityOf(target.path) : null;
}

/**
 * @param inputs paths of all files that are read.
 * @throws CommandError for an output that is written twice, or that is also an input.
 */
export async function checkCollisions(targets: readonly Target[], inputs: readonly string[]): Promise<void> {
  const read = new Set(await Promise.all(inputs.map(identityOf)));
  const written = new Map<string, string>();
  for (const target of targets) {
    const { name } = target;
    const key = await keyOf(target);
    if (key === null) continue;
    if (read.has(key)) {
      refuseCommand(
        `${name} is read and written`,
        "It would be replaced while it is read: write to another file.",
      );
    }
    const other = written.get(key);
    if (other !== undefined) {
      const both = other === name ? `${name} is` : `${other} and ${name} are the same file and`;
      refuseCommand(`${both} written twice`, "Give each file a name of its own.");
    }
    written.set(key, name);
  }
}
