import type { ExportOptions, ExportResult, SolverClient } from "../../../../workers/client";
import { poseByName } from "../../../../workers/geometry/posing/carried-pose";
import { EXPORT_FORMATS } from "../../../../workers/model/files/export/export-formats";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { SolveReport } from "../../../../workers/model/reports/solve-report";
import type { Pose } from "../../../../workers/model/rig/pose";
import type { Rig } from "../../../../workers/model/rig/rig";
import { download, safeFileName } from "../../../common/download";
import type { MeasuredLevel } from "../levels/levels-job";
import { saveWhole } from "../save-whole";

/** What is saved beside the file of a rig. */
export interface SavedRig {
  sequence: OpenedSequence;
  rig: Rig;
  file: ExportResult;
  /** The options that the file was written with. */
  options: ExportOptions;
  /** The kept poses in the file, as clips. */
  poses: readonly Pose[];
  /** A second file has the rig and this report as JSON; null for no such file. */
  json: { report: SolveReport | null } | null;
  /** Each level is a file of its own. */
  levels: readonly MeasuredLevel[];
}

/** Saves a rig's file, and the files beside it, under a name without an extension. @returns the name of the file. */
export async function saveRig(client: SolverClient, name: string, saved: SavedRig): Promise<string> {
  const { sequence, rig, file, options, poses, json, levels } = saved;
  const { extension, mediaType } = EXPORT_FORMATS[options.format ?? "glb"];
  const safe = safeFileName(name);
  await saveWhole(client, file, `${safe}${extension}`, mediaType);
  if (json) {
    const bytes = await client.exportRigJson({ sequence, rig, ...json }).result;
    download(bytes, `${safe}.rig.json`, "application/json");
  }
  for (const level of levels) {
    const own = { ...options, poses: poses.map((pose) => poseByName(pose, rig.bones, level.rig.bones)) };
    const made = await client.exportFile({ sequence, rig: level.rig, options: own }).result;
    await saveWhole(client, made, `${safe}-${level.report.bones}${extension}`, mediaType);
  }
  return `${safe}${extension}`;
}
