/** The skeleton on screen with the joints of another pull, and what is then known of it. */
import type { PullResult, SkeletonReport } from "../../../../../workers/model/reports/skeleton-report";
import type { Measures } from "../../../../../workers/model/reports/solve-report";
import { chosenPull } from "../../../../../workers/model/skeleton/extract/extract-settings";
import type { Extracted } from "../../../../document/skeleton/extract-commands";
import { stillTrue } from "../../../../document/solve/bone-commands";
import type { Stores } from "../../../../document/stores";
import { extractionOutcome, type Joints } from "./extractions";

/** A skeleton with soft joints: itself, or the other result of its run; null if that is not known. */
export function softOf(stores: Stores, shown: Extracted): Extracted | null {
  if (shown.settings.joints === "soft") return shown;
  const outcome = extractionOutcome(stores, shown.settings.method);
  const both = outcome && "found" in outcome ? outcome.found : {};
  return both.strict?.rig.motion === shown.rig.motion ? (both.soft ?? null) : null;
}

/** The report with the joints of another pull. Held-out frames were not measured again. */
export function pulledReport(shown: Extracted, result: PullResult, soft: Extracted | null): SkeletonReport {
  const { heldOut: _, edited, ...rest } = shown.skeletonReport;
  const gaps = new Map(rest.joints.map(({ name, gapPercent }) => [name, gapPercent]));
  const joints = result.joints.map((joint) =>
    soft ? joint : { ...joint, gapPercent: gaps.get(joint.name) ?? 0 },
  );
  // With the soft joints of this skeleton, both errors are known again.
  return {
    ...rest,
    ...(edited && !soft && { edited }),
    joints,
    rmsePercentStrict: result.rmsePercent,
    eRmsStrict: result.eRms,
  };
}

/** Both kinds of joints after another pull. Sliding bones move as before, so their figures stay. */
export function pulledBoth(
  shown: Extracted,
  soft: Extracted | null,
  result: PullResult,
  measures: Measures,
  pull: number,
): Partial<Record<Joints, Extracted>> {
  const skeletonReport = pulledReport(shown, result, soft);
  const as = (joints: Joints) => ({
    skeletonReport,
    settings: { ...shown.settings, ...chosenPull(pull), joints },
  });
  const report = { ...stillTrue(shown.report), ...measures };
  const strict = { ...as("strict"), rig: result.rig, report };
  return soft ? { strict, soft: { ...as("soft"), rig: result.soft, report: soft.report } } : { strict };
}
