/** Results of the last run, so that another run tries only the survivors. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Place, placeOf } from "./equivalent";
import type { Result } from "./report";
import type { Outcome } from "./trial";

export interface Tried extends Place {
  outcome: Outcome | "equivalent";
}

const fileOf = (root: string) => join(root, "build/mutants/last.json");

export function writeLastRun(root: string, results: readonly Result[]): void {
  mkdirSync(dirname(fileOf(root)), { recursive: true });
  const tried = results.map(({ file, spot, outcome }): Tried => ({ ...placeOf(file, spot), outcome }));
  writeFileSync(fileOf(root), `${JSON.stringify(tried, null, 2)}\n`);
}

/** @throws Error if there was no run. */
export const readLastRun = (root: string): Tried[] => JSON.parse(readFileSync(fileOf(root), "utf8"));
