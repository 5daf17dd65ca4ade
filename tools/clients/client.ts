/** Programs that play files: finds out whether they are installed, and runs them. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { alembicVersion, playInAlembic } from "./alembic/alembic";
import { playInGodot } from "./godot/godot";
import type { ClientJob } from "./jobs/job";

const ROOT = new URL("../../", import.meta.url);

export interface Client {
  name: ClientJob["client"];
  /** Packages of Debian that have it. */
  packages: string;
  /** Its version, or null if it is not installed. */
  version(): string | null;
  /** Plays all jobs. @returns the program's message if it failed. */
  play(jobs: readonly ClientJob[], folder: string): Promise<string | null>;
}

/** The first line of a program's output that matches. Some programs end with an error after printing it. */
function said(command: string, args: string[], word: RegExp): string | null {
  const { stdout } = spawnSync(command, args, { encoding: "utf8" });
  return stdout?.split("\n").find((line) => word.test(line)) ?? null;
}

/** Plays all jobs with a script in one process. */
const scripted =
  (script: string, command: (script: string, list: string) => string[]): Client["play"] =>
  async (jobs, folder) => {
    const list = join(folder, `${jobs[0].client}.json`);
    const told = jobs.map(({ file, out, fps, clips, names, hasOrients = false }) => ({
      ...{ file, out, fps, clips, names, hasOrients },
    }));
    writeFileSync(list, JSON.stringify(told));
    const [program, ...args] = command(fileURLToPath(new URL(script, ROOT)), list);
    const run = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
    return run.status === 0 ? null : `${run.stdout}\n${run.stderr}`.trim().split("\n").slice(-12).join("\n");
  };

export const CLIENTS: readonly Client[] = [
  {
    name: "Blender",
    packages: "blender, python3-numpy",
    version: () => said("blender", ["--version"], /^Blender/),
    play: scripted("tools/clients/blender/play.py", (script, list) => [
      ...["blender", "--background", "--factory-startup", "--python-exit-code", "1"],
      ...["--python", script, "--", list],
    ]),
  },
  {
    name: "assimp",
    packages: "assimp-utils, python3-numpy",
    version: () => {
      const found = said("assimp", ["version"], /^Version/);
      return found && `assimp ${/[\d.]+/.exec(found)?.[0] ?? ""}`;
    },
    play: scripted("tools/clients/assimp/play.py", (script, list) => ["python3", script, list]),
  },
  {
    name: "Godot",
    packages: "godot3-server",
    version: () => {
      const found = said("godot3-server", ["--version"], /^\d/);
      return found && `Godot ${found}`;
    },
    play: playInGodot,
  },
  {
    name: "Alembic",
    packages: "g++, libimath-dev, and the Alembic library in the folder that ALEMBIC_ROOT names",
    version: alembicVersion,
    play: playInAlembic,
  },
];
