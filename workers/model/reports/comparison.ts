import type { BoneKind } from "../rig/rig";
import type { Initialiser, SolveMethod } from "../solve/methods";
import type { SolveSettings } from "../solve/solve-settings";
import type { SolveReport } from "./solve-report";

/** One run of a comparison as a line of a table: its settings and its results. Missing values are null. */
export interface ComparisonRow {
  method: SolveMethod;
  /** Null for the method's own. */
  initialiser: Initialiser | null;
  bonesAsked: number;
  bones: number | null;
  kind: BoneKind;
  /** The requested K, or "all". */
  influences: number | "all";
  meanInfluences: number | null;
  eRms: number | null;
  maxErrorPercent: number | null;
  heldOutERms: number | null;
  seconds: number | null;
  /** Bytes of weights and motion. */
  bytes: number | null;
  bitsPerVertexFrame: number | null;
  correctedERms: number | null;
  seed: number;
  /** Whether the solve used painted maps or weighted frames. */
  wishes: boolean;
  /** Why there is no result. */
  error: string | null;
}

/** The columns in the order of the file. */
const COLUMNS: readonly (keyof ComparisonRow)[] = [
  "method",
  "initialiser",
  "bonesAsked",
  "bones",
  "kind",
  "influences",
  "meanInfluences",
  "eRms",
  "maxErrorPercent",
  "heldOutERms",
  "seconds",
  "bytes",
  "bitsPerVertexFrame",
  "correctedERms",
  "seed",
  "wishes",
  "error",
];

/**
 * The line of a run.
 * @param report null if the run failed.
 */
export function comparisonRow(
  settings: SolveSettings,
  kind: BoneKind,
  report: SolveReport | null,
  { wishes = false, error = null }: Partial<Pick<ComparisonRow, "wishes" | "error">> = {},
): ComparisonRow {
  return {
    method: settings.method,
    initialiser: settings.initialiser,
    bonesAsked: settings.bones,
    bones: report?.bones ?? null,
    kind,
    influences: settings.influences === 0 ? "all" : settings.influences,
    meanInfluences: report?.meanInfluences ?? null,
    eRms: report?.eRms ?? null,
    maxErrorPercent: report?.maxErrorPercent ?? null,
    heldOutERms: report?.heldOut?.eRms ?? null,
    seconds: report?.seconds ?? null,
    bytes: report?.rigBytes ?? null,
    bitsPerVertexFrame: report?.bitsPerVertexFrame ?? null,
    correctedERms: report?.corrected?.eRms ?? null,
    seed: settings.seed,
    wishes,
    error,
  };
}

/** A cell for RFC 4180: in quotes if it contains a comma, a quote or a line end. */
function cell(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A comparison as comma-separated values (RFC 4180), the first line naming the columns. */
export function comparisonCsv(rows: readonly ComparisonRow[]): string {
  const lines = [COLUMNS.join(","), ...rows.map((row) => COLUMNS.map((key) => cell(row[key])).join(","))];
  return lines.map((line) => `${line}\r\n`).join("");
}
