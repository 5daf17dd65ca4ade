/** Programs that play files: whether they are installed, and how they are asked. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientJob } from "./jobs/job";

const ROOT = new URL("../../", import.meta.url);

export interface Client {
  name: ClientJob["client"];
  /** Packages of Debian that have it. */
  packages: string;
  /** Its version, or null if it is not installed. */
  version(): string | null;
  /** The command that runs a script with a list of jobs. */
  command(script: string, list: string): string[];
  script: string;
}

/** The first line that a program says which has this in it. */
function said(command: string, args: string[], word: RegExp): string | null {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8" });
  return status === 0 ? (stdout.split("\n").find((line) => word.test(line)) ?? null) : null;
}

export const CLIENTS: readonly Client[] = [
  {
    name: "Blender",
    packages: "blender, python3-numpy",
    version: () => said("blender", ["--version"], /^Blender/),
    script: "tools/clients/blender/play.py",
    command: (script, list) => [
      ...["blender", "--background", "--factory-startup", "--python-exit-code", "1"],
      ...["--python", script, "--", list],
    ],
  },
  {
    name: "assimp",
    packages: "assimp-utils, python3-numpy",
    version: () => {
      const found = said("assimp", ["version"], /^Version/);
      return found && `assimp ${/[\d.]+/.exec(found)?.[0] ?? ""}`;
    },
    script: "tools/clients/assimp/play.py",
    command: (script, list) => ["python3", script, list],
  },
];

/** Plays all jobs in one process of a client. @returns what it said if it failed. */
export function playIn(client: Client, jobs: readonly ClientJob[], folder: string): string | null {
  const list = join(folder, `${client.name}.json`);
  const told = jobs.map(({ file, out, fps, clips, names }) => ({ file, out, fps, clips, names }));
  writeFileSync(list, JSON.stringify(told));
  const [command, ...args] = client.command(fileURLToPath(new URL(client.script, ROOT)), list);
  const run = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  return run.status === 0 ? null : `${run.stdout}\n${run.stderr}`.trim().split("\n").slice(-12).join("\n");
}
