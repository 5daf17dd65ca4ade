/** Mutants whose results equal the results of the source, or are as good: a handwritten list with reasons. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Spot, spotsOf } from "./spots";

/** A spot by its text. It survives when lines move, and becomes stale when its line changes. */
export interface Place {
  /** Path of the source from the root of the project, or the end of the path, so that a moved file is still found. */
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

const fits = (entry: Place, file: string, spot: Spot): boolean =>
  `/${file}`.endsWith(`/${entry.file}`) &&
  entry.line === spot.text &&
  entry.change === changeOf(spot) &&
  entry.nth === spot.nth;

export const isAmong = (entries: readonly Place[], file: string, spot: Spot): boolean =>
  entries.some((entry) => fits(entry, file, spot));

/** Entries whose spot no longer exists in any source. */
export function staleEntries(
  root: string,
  sources: readonly string[],
  entries: readonly Equivalent[],
): Equivalent[] {
  const isNamed = (file: string) => entries.some((entry) => `/${file}`.endsWith(`/${entry.file}`));
  const spots = sources
    .filter(isNamed)
    .flatMap((file) => spotsOf(readFileSync(join(root, file), "utf8")).map((spot) => ({ file, spot })));
  return entries.filter((entry) => !spots.some(({ file, spot }) => fits(entry, file, spot)));
}
