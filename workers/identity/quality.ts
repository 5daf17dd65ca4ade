/** Figures that may not get worse, and the table of their recorded values: `bench/quality.json`. */
import { readFileSync, writeFileSync } from "node:fs";

/** From the root of the project, where tests and benches run. */
export const QUALITY_FILE = "bench/quality.json";

/** How to record figures that get worse on purpose. */
export const HOW_TO_RECORD = "npm run bench -- --record";

/** The largest allowed growth of a figure. */
export const MOST_GROWTH = 0.02;

/** Values below these are rounding, and may change freely. */
const NOTHING = { E_RMS: 1e-2, strain: 1e-6, "off rest": 1e-6 } as const;

export type Figure = keyof typeof NOTHING;
export type Quality = Record<string, number>;

export const figureName = (figure: Figure, ...of: string[]): string => [figure, ...of].join(", ");

export const readQuality = (): Quality => JSON.parse(readFileSync(QUALITY_FILE, "utf8"));

/** Writes figures with the four digits that a comparison needs. */
export function writeQuality(figures: Quality): void {
  const sorted = Object.entries(figures).sort(([a], [b]) => a.localeCompare(b));
  const rounded = Object.fromEntries(sorted.map(([name, value]) => [name, Number(value.toPrecision(4))]));
  writeFileSync(QUALITY_FILE, `${JSON.stringify(rounded, null, 2)}\n`);
}

const nothingOf = (name: string): number => NOTHING[name.split(", ")[0] as Figure];

/** The growth of a figure, 0.02 for two percent; 0 if both values are rounding. */
export function growthOf(name: string, before: number, now: number): number {
  const nothing = nothingOf(name);
  if (!Number.isFinite(now)) return Infinity;
  return Math.max(now, nothing) / Math.max(before, nothing) - 1;
}

/** What is wrong if a figure is worse than allowed, or null. An unrecorded figure is reported too. */
export function slipOf(name: string, recorded: Quality, now: number): string | null {
  const before = recorded[name];
  if (before === undefined) return `${name} is not in ${QUALITY_FILE}: ${HOW_TO_RECORD}`;
  const growth = growthOf(name, before, now);
  if (growth <= MOST_GROWTH) return null;
  return `${name} was ${before} and is ${now.toPrecision(4)}, ${(100 * growth).toFixed(1)} % more`;
}
