import type { SolverClient } from "../../../../../workers/client";
import type { OpenedSequence } from "../../../../../workers/model/mesh/streamed-sequence";
import type { ExtractResult } from "../../../../../workers/model/reports/skeleton-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { ExtractSettings } from "../../../../../workers/model/skeleton/extract/extract-settings";
import { type Extracted, reportOf } from "../../../../document/skeleton/extract-commands";
import type { Joints } from "./extractions";

/** Both kinds of joints of a result, measured like any other rig. */
export async function bothJoints(
  client: Pick<SolverClient, "measureRig">,
  { rig, other, report: skeletonReport }: ExtractResult,
  sequence: OpenedSequence,
  asked: ExtractSettings,
): Promise<Record<Joints, Extracted>> {
  const measuredAs = async (each: Rig, joints: Joints): Promise<Extracted> => {
    const measures = await client.measureRig({ sequence, rig: each }).result;
    const settings = { ...asked, joints };
    const report = reportOf(measures, skeletonReport, each, settings, sequence.frameCount);
    return { rig: each, skeletonReport, report, settings };
  };
  const [strict, soft] = asked.joints === "strict" ? [rig, other] : [other, rig];
  return { strict: await measuredAs(strict, "strict"), soft: await measuredAs(soft, "soft") };
}
