/** The Alembic library: small programs that read and write archives with it are compiled for each run. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientJob } from "../jobs/job";
import { parameterLine } from "../jobs/parameter-line";

// The bundle is in build/engine-<hash>.
const ROOT = new URL("../../", import.meta.url);

/** Folders with the library: the one that ALEMBIC_ROOT names, otherwise the usual ones. */
const prefixes = (): string[] => {
  const named = process.env["ALEMBIC_ROOT"];
  return named ? [named] : ["/usr/local", "/usr"];
};

/** The folder of the library, or null. */
const found = (): string | null =>
  prefixes().find((prefix) => existsSync(join(prefix, "include/Alembic/Abc/All.h"))) ?? null;

export function alembicVersion(): string | null {
  const prefix = found();
  if (!prefix || spawnSync("g++", ["--version"]).status !== 0) return null;
  const folder = join(prefix, "lib/cmake/Alembic");
  const file = existsSync(folder) && readdirSync(folder).find((name) => /ConfigVersion\.cmake$/.test(name));
  const told = file ? /PACKAGE_VERSION "([\d.]+)"/.exec(readFileSync(join(folder, file), "utf8")) : null;
  return `Alembic ${told?.[1] ?? ""}`.trim();
}

const failed = ({ status, stdout, stderr }: ReturnType<typeof spawnSync>): string | null =>
  status === 0 ? null : `${stdout}\n${stderr}`.trim().split("\n").slice(-12).join("\n");

/** Compiles one of our programs with the library. @returns the compiler's message if it failed. */
export function buildWithAlembic(source: string, program: string): string | null {
  const prefix = found() ?? "";
  const path = fileURLToPath(new URL(`tools/clients/alembic/${source}`, ROOT));
  return failed(
    spawnSync("g++", [
      ...["-std=c++17", "-O1", `-I${prefix}/include`, "-I/usr/include/Imath", path, "-o", program],
      ...[`-L${prefix}/lib`, `-Wl,-rpath,${prefix}/lib`, "-lAlembic", "-lImath-3_1"],
    ]),
  );
}

/** @returns the message of the compiler or of the program if it failed. */
export async function playInAlembic(jobs: readonly ClientJob[], folder: string): Promise<string | null> {
  const program = join(folder, "play-alembic");
  const trouble = buildWithAlembic("play.cpp", program);
  if (trouble) return trouble;
  const list = join(folder, "Alembic.txt");
  const lines = jobs.map(({ file, out, fps, truth }) => [file, out, fps, truth.length].join("\t"));
  writeFileSync(list, lines.join("\n"));
  const played = failed(spawnSync(program, [list], { maxBuffer: 1 << 26 }));
  if (played) return played;
  for (const { out } of jobs) {
    const told = readFileSync(`${out}.txt`, "utf8").split("\n").filter(Boolean);
    writeFileSync(`${out}.json`, JSON.stringify(told.map(lineOf)));
  }
  return null;
}

function lineOf(told: string): string {
  const [name, ...numbers] = told.split("\t");
  const [width, count, least, most] = numbers.map(Number);
  return parameterLine(name, width, count, least, most);
}
