import { INITIALISERS, METHODS } from "../../../../workers/model/solve/methods";
import { isWanted, type SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { plural } from "../../../common/format";
import type { CompareRun, NearReference, SortKey } from "../../../document/compare/compare-state";

type Named = Pick<CompareRun, "settings" | "kind" | "intent">;

/** Name of a run in tables: its method, and the settings that are not the method's default. */
export function runName({ settings, kind, intent }: Named): string {
  const { label, boneKinds } = METHODS[settings.method];
  const parts = [label];
  if (kind !== boneKinds[0]) parts.push(kind);
  if (settings.initialiser) parts.push(INITIALISERS[settings.initialiser].label);
  if (isWanted(intent)) parts.push("guided");
  return parts.join(", ");
}

/** Name and number of bones: "SSDR, 32 bones". */
export const runTitle = (run: Named): string => `${runName(run)}, ${plural(run.settings.bones, "bone")}`;

/** A run's figure in a column; null if it has none. */
export function figureOf(run: CompareRun, key: SortKey): number | string | null {
  const { settings, report } = run;
  switch (key) {
    case "method":
      return runName(run);
    case "bones":
      return report?.bones ?? settings.bones;
    case "eRms":
    // All changes are relative to the same run, so the order is the same.
    case "change":
      return report?.eRms ?? null;
    case "largest":
      return report?.maxErrorPercent ?? null;
    case "heldOut":
      return report?.heldOut?.eRms ?? null;
    case "seconds":
      return report?.seconds ?? null;
    case "influences":
      return report?.meanInfluences ?? null;
    case "size":
      return report?.rigBytes ?? null;
    case "bits":
      return report?.bitsPerVertexFrame ?? null;
  }
}

/** Which runs the table shows. */
interface Filters {
  /** The requested number of bones; null for all. */
  count: number | null;
  like?: NearReference | null;
  /** The run that `like` compares with. Without it, all runs are shown. */
  reference?: CompareRun | null;
}

/** Whether a run's error or time differs from the reference's by no more than the filter allows. */
function isLike(run: CompareRun, reference: CompareRun, { by, percent }: NearReference): boolean {
  const [x, y] = [run, reference].map((each) => each.report?.[by] ?? NaN);
  return run === reference || Math.abs(x - y) <= (percent / 100) * Math.abs(y);
}

/** Whether a run has a result that passes the filters. */
export const passesFilters = (run: CompareRun, { count, like = null, reference = null }: Filters): boolean =>
  run.report !== null &&
  (count === null || run.settings.bones === count) &&
  (!like || !reference || isLike(run, reference, like));

/** The error of a run relative to a reference: 0.1 is 10 % more. Null if either is unknown. */
export function errorChange(run: CompareRun, reference: CompareRun | null): number | null {
  const [x, y] = [run.report?.eRms, reference?.report?.eRms];
  return x === undefined || !y ? null : x / y - 1;
}

/** The rows of the table in order. Missing figures come last in either direction. */
export function tableRows(
  runs: readonly CompareRun[],
  { key, down }: { key: SortKey; down: boolean },
  filters: Filters,
): CompareRun[] {
  const shown = runs.filter((run) => passesFilters(run, filters));
  const compare = (a: CompareRun, b: CompareRun): number => {
    const [x, y] = [figureOf(a, key), figureOf(b, key)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    const order = typeof x === "string" || typeof y === "string" ? String(x).localeCompare(String(y)) : x - y;
    return down ? -order : order;
  };
  return shown.sort((a, b) => compare(a, b) || a.settings.bones - b.settings.bones || a.id - b.id);
}

/** The requested numbers of bones, in ascending order. */
export const boneCountsOf = (runs: readonly CompareRun[]): number[] =>
  [...new Set(runs.map(({ settings }) => settings.bones))].sort((a, b) => a - b);

/** Describes the settings that all runs share: "4 influences, every fifth frame held out". */
export function commonWords(runs: readonly CompareRun[]): string {
  const shared = <T>(of: (settings: SolveSettings) => T): T | undefined => {
    const values = new Set(runs.map(({ settings }) => of(settings)));
    return values.size === 1 ? [...values][0] : undefined;
  };
  const [influences, holdOut, seed] = [
    shared((s) => s.influences),
    shared((s) => s.holdOut),
    shared((s) => s.seed),
  ];
  const words: string[] = [];
  if (influences !== undefined) words.push(influenceWords(influences));
  if (holdOut) words.push(holdOutWords(holdOut));
  if (seed !== undefined && seed !== 1) words.push(`seed ${seed}`);
  return words.join(", ");
}

const ORDINALS: Record<number, string> = { 2: "second", 3: "third", 4: "fourth", 5: "fifth", 10: "tenth" };
const ordinal = (n: number) => ORDINALS[n] ?? `${n}th`;

const influenceWords = (influences: number) =>
  influences === 0 ? "all influences" : plural(influences, "influence");
const holdOutWords = (holdOut: number) =>
  holdOut ? `every ${ordinal(holdOut)} frame held out` : "all frames fitted";

/** Runs that form one curve of error against bones: they differ only in bones and seed. */
export interface Series {
  key: string;
  name: string;
  run: CompareRun;
  /** The best run for each number of bones found, the fewest bones first. */
  points: { run: CompareRun; bones: number; eRms: number }[];
}

/** The curves of a comparison: one for each method and combination of other settings. */
export function seriesOf(runs: readonly CompareRun[]): Series[] {
  const found = new Map<string, Series>();
  for (const run of runs) {
    if (!run.report) continue;
    const { method, initialiser, influences, holdOut } = run.settings;
    const key = [method, run.kind, initialiser, influences, holdOut, isWanted(run.intent)].join("|");
    const series = found.get(key) ?? { key, name: runName(run), run, points: [] };
    found.set(key, series);
    const { bones, eRms } = run.report;
    const same = series.points.find((point) => point.bones === bones);
    if (!same) series.points.push({ run, bones, eRms });
    else if (eRms < same.eRms) Object.assign(same, { run, eRms });
  }
  for (const { points } of found.values()) points.sort((a, b) => a.bones - b.bones);
  return distinct([...found.values()]);
}

/** Adds the settings that differ to the names of curves with the same name. */
function distinct(series: Series[]): Series[] {
  const alike = (name: string) =>
    series.filter((other) => other.name === name).map(({ run }) => run.settings);
  return series.map((each) => {
    const same = alike(each.name);
    const { influences, holdOut } = each.run.settings;
    const words = [each.name];
    if (new Set(same.map((s) => s.influences)).size > 1) words.push(influenceWords(influences));
    if (new Set(same.map((s) => s.holdOut)).size > 1) words.push(holdOutWords(holdOut));
    return { ...each, name: words.join(", ") };
  });
}

/**
 * The number of bones beyond which more bones help little: the point of the curve farthest below the line between its
 * ends, on logarithmic axes. Null for curves of two points, and for curves that do not bend.
 */
export function pointAtKnee(points: Series["points"]): Series["points"][number] | null {
  const usable = points.filter(({ eRms }) => eRms > 0);
  if (usable.length < 3) return null;
  const place = ({ bones, eRms }: { bones: number; eRms: number }) => [Math.log(bones), Math.log(eRms)];
  const [x0, y0] = place(usable[0]);
  const [x1, y1] = place(usable[usable.length - 1]);
  let knee: Series["points"][number] | null = null;
  let most = 0.05;
  for (const point of usable.slice(1, -1)) {
    const [x, y] = place(point);
    const below = y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) - y;
    if (below > most) [knee, most] = [point, below];
  }
  return knee;
}
