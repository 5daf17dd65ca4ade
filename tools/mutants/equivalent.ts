/** Mutants that compute the same as the source, or as well, listed by hand with reasons. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Spot, spotsOf } from "./spots";

/** A spot by its text. It survives when lines move, and becomes stale when its line changes. */
export interface Place {
  /** Path of the source, from the root of the project. */
  file: string;
  /** The trimmed line. */
  line: string;
  /** "before → after". */
  change: string;
  /** Index, from zero, among the file's spots with this line and this change. */
  nth: number;
}

export interface Equivalent extends Place {
  reason: string;
}

/** The list, relative to the root of the project. */
export const EQUIVALENT_FILE = "tools/mutants/equivalent.json";

export const readEquivalents = (root: string): Equivalent[] =>
  JSON.parse(readFileSync(join(root, EQUIVALENT_FILE), "utf8"));

export const changeOf = ({ before, after }: Spot): string => `${before} → ${after || "nothing"}`;

export const placeOf = (file: string, spot: Spot): Place => ({
  file,
  line: spot.text,
  change: changeOf(spot),
  nth: spot.nth,
});

const fits = (entry: Place, spot: Spot): boolean =>
  entry.line === spot.text && entry.change === changeOf(spot) && entry.nth === spot.nth;

export const isAmong = (entries: readonly Place[], file: string, spot: Spot): boolean =>
  entries.some((entry) => entry.file === file && fits(entry, spot));

/** Entries whose spot no longer exists. */
export function staleEntries(root: string, entries: readonly Equivalent[]): Equivalent[] {
  const spots = new Map<string, Spot[]>();
  const spotsIn = (file: string) => {
    if (!spots.has(file)) {
      try {
        spots.set(file, spotsOf(readFileSync(join(root, file), "utf8")));
      } catch {
        spots.set(file, []);
      }
    }
    return spots.get(file)!;
  };
  return entries.filter((entry) => !spotsIn(entry.file).some((spot) => fits(entry, spot)));
}
