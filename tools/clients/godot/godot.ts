/** Godot 3 without a screen: its editor imports the files into a project, and a script plays them there. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientJob } from "../jobs/job";

const COMMAND = "godot3-server";
const PROJECT = 'config_version=4\n[application]\nconfig/name="clients"\n';
/** The longest time that the editor may spend on a file, in seconds. */
const LONGEST = 60;
const OFTEN = 500;

/** The import settings that we recommend: the clip's own rate, and all keys. By default Godot 3 samples 15 a second. */
const importSettings = (file: string, fps: number) => `[remap]
importer="scene"
type="PackedScene"
[deps]
source_file="res://${file}"
[params]
meshes/compress=false
meshes/ensure_tangents=false
animation/fps=${fps}
animation/optimizer/enabled=false
`;

/** The number of scenes that the editor has written: each has a checksum beside it once it is complete. */
function importedCount(project: string): number {
  const folder = join(project, ".import");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".md5")).length : 0;
}

const ended = (editor: ChildProcess) => editor.exitCode !== null || editor.signalCode !== null;

/** Imports all files. Without a screen, the editor keeps running when it is done, so we end it. */
async function importAll(project: string, count: number): Promise<void> {
  const editor = spawn(COMMAND, ["--path", project, "--editor", "--quit"], { stdio: "ignore" });
  const until = Date.now() + 1000 * LONGEST * count;
  try {
    while (importedCount(project) < count && !ended(editor) && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, OFTEN));
    }
  } finally {
    editor.kill("SIGKILL");
  }
}

/** Plays all jobs in one process. @returns Godot's message if it failed. */
export async function playInGodot(jobs: readonly ClientJob[], folder: string): Promise<string | null> {
  const project = join(folder, "godot");
  mkdirSync(project);
  writeFileSync(join(project, "project.godot"), PROJECT);
  const told = jobs.map(({ file, out, fps, clips }, n) => {
    copyFileSync(file, join(project, `${n}.glb`));
    writeFileSync(join(project, `${n}.glb.import`), importSettings(`${n}.glb`, fps));
    return { file: `res://${n}.glb`, out, fps, clips };
  });
  writeFileSync(join(project, "jobs.json"), JSON.stringify(told));
  copyFileSync(
    fileURLToPath(new URL("../../tools/clients/godot/play.gd", import.meta.url)),
    join(project, "play.gd"),
  );
  await importAll(project, jobs.length);
  const imported = importedCount(project);
  if (imported < jobs.length) return `Its editor imported ${imported} of ${jobs.length} files.`;
  const run = spawnSync(COMMAND, ["--path", project, "-s", "play.gd"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return run.status === 0 ? null : `${run.stdout}\n${run.stderr}`.trim().split("\n").slice(-12).join("\n");
}
