// Finds the jobs of a pattern: one for each matching file or folder, with the caches that belong to it.
import { existsSync, statSync } from "node:fs";
import { extname } from "node:path";
import { glob } from "tinyglobby";
import { refuseInput } from "../status";

/** Caches that move the mesh of a file with the same name. */
const CACHES = [".pc2", ".mdd"];

/** A mesh with the caches beside it; any other path on its own. */
function withCaches(path: string): string[] {
  const ending = extname(path).toLowerCase();
  if (ending !== ".obj" && ending !== ".ply") return [path];
  const bare = path.slice(0, -ending.length);
  return [path, ...CACHES.map((cache) => bare + cache).filter((cache) => existsSync(cache))];
}

const isPlain = (pattern: string) => existsSync(pattern);

/**
 * The files of each job, in the order of names. A pattern that ends in a slash matches folders, and each is one job
 * with all of its files. A path that exists is itself, whatever characters it has.
 * @throws CommandError for a pattern that matches nothing.
 */
export async function filesOfPatterns(patterns: readonly string[]): Promise<string[][]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const matches = isPlain(pattern) ? [pattern] : await matchesOf(pattern);
    if (matches.length === 0) {
      refuseInput(
        `${pattern} matches nothing`,
        "Put patterns in quotes, so that the shell does not expand them.",
      );
    }
    for (const match of matches) found.add(match);
  }
  const jobs = [...found].map(withCaches);
  // A cache that is part of another job is not a job of its own.
  const parts = new Set(jobs.flatMap((files) => files.slice(1)));
  return jobs.filter(([first]) => !parts.has(first));
}

async function matchesOf(pattern: string): Promise<string[]> {
  const forward = process.platform === "win32" ? pattern.replaceAll("\\", "/") : pattern;
  const onlyDirectories = forward.endsWith("/");
  const matches = await glob(forward, {
    onlyDirectories,
    onlyFiles: !onlyDirectories,
    expandDirectories: false,
  });
  return matches.map((path) => path.replace(/\/$/, "")).sort((a, b) => (a < b ? -1 : 1));
}

/** Whether a path is a list of jobs: a file that ends in .json. */
export const isManifest = (path: string): boolean =>
  path.toLowerCase().endsWith(".json") && existsSync(path) && statSync(path).isFile();
