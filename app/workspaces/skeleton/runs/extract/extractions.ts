/** The skeletons that methods have found for the open frames, so that each can be shown again at once. */
import { createStore } from "zustand/vanilla";
import type { Complaint } from "../../../../../workers/model/errors";
import type { OpenedFrames } from "../../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type {
  ExtractSettings,
  SkeletonMethod,
} from "../../../../../workers/model/skeleton/extract/extract-settings";
import type { DocumentState } from "../../../../document/document";
import type { Extracted } from "../../../../document/skeleton/extract-commands";
import { renamedReport } from "../../../../document/skeleton/skeleton-facts";
import { type Stores, storeKey } from "../../../../document/stores";

export type Joints = ExtractSettings["joints"];

/**
 * The result of a method: the same skeleton with strict and with soft joints, or the reason why it failed. A skeleton
 * that was edited or opened with a project has one kind of joints only.
 */
export type ExtractionOutcome = { found: Partial<Record<Joints, Extracted>> } | { failure: Complaint };

/** Never undone, not kept in projects. */
interface Extractions {
  /** The frames that the results belong to. */
  frames: OpenedFrames | null;
  results: Partial<Record<SkeletonMethod, ExtractionOutcome>>;
}

export const EXTRACTIONS = storeKey(() => createStore<Extractions>()(() => ({ frames: null, results: {} })));

/** What a method has found for the open frames; undefined if nothing yet. */
export const extractionOutcome = (stores: Stores, method: SkeletonMethod): ExtractionOutcome | undefined =>
  stores.of(EXTRACTIONS).getState().results[method];

export const rememberOutcome = (stores: Stores, method: SkeletonMethod, outcome: ExtractionOutcome): void =>
  stores.of(EXTRACTIONS).setState(({ results }) => ({ results: { ...results, [method]: outcome } }));

/** Remembers the shown skeleton as it is now, so that it can be shown again after another one. */
export function rememberShown(stores: Stores): void {
  const shown = shownExtracted(stores.document.getState());
  if (!shown) return;
  const { method } = shown.settings;
  rememberOutcome(stores, method, withShown(extractionOutcome(stores, method), shown));
}

/** A method's skeleton with a kind of joints, or with the other kind if only that is known. */
export function foundBy(result: ExtractionOutcome | undefined, joints: Joints): Extracted | null {
  if (!result || "failure" in result) return null;
  return result.found[joints] ?? result.found[joints === "strict" ? "soft" : "strict"] ?? null;
}

/** The extracted skeleton that the document shows; null without one. */
export function shownExtracted({
  rig,
  report,
  skeletonReport,
  extraction,
}: Pick<DocumentState, "rig" | "report" | "skeletonReport" | "extraction">): Extracted | null {
  if (!rig || !report || !skeletonReport) return null;
  return { rig, report, skeletonReport, settings: { ...extraction, method: skeletonReport.method } };
}

/** Whether two rigs differ only in names and colours. */
const isSame = (a: Rig, b: Rig) => a.motion === b.motion && a.bones.length === b.bones.length;

/**
 * A method's result, updated with the shown skeleton. If the skeleton was only renamed, the other kind of joints gets
 * the same names. If it was edited, the other kind is dropped.
 */
function withShown(result: ExtractionOutcome | undefined, shown: Extracted): ExtractionOutcome {
  const { joints } = shown.settings;
  const before = result && "found" in result ? result.found[joints] : undefined;
  if (!before || !isSame(before.rig, shown.rig)) return { found: { [joints]: shown } };
  const kind = joints === "strict" ? "soft" : "strict";
  const other = result && "found" in result && result.found[kind];
  if (!other) return { found: { [joints]: shown } };
  return { found: { [joints]: shown, [kind]: namedAs(other, shown.rig) } as Record<Joints, Extracted> };
}

/** The skeleton with the names, colours and limits of another one with the same bones. */
function namedAs(extracted: Extracted, { bones: named }: Rig): Extracted {
  const names = new Map(extracted.rig.bones.map(({ name }, j) => [name, named[j].name]));
  const bones = extracted.rig.bones.map(({ parent, head }, j) => ({ ...named[j], parent, head }));
  return {
    ...extracted,
    rig: { ...extracted.rig, bones },
    skeletonReport: renamedReport(extracted.skeletonReport, names) ?? extracted.skeletonReport,
  };
}
