import type { Job, SolverClient } from "../../../../workers/client";
import type { FramesExportInput } from "../../../../workers/model/files/export/frames-export";
import type { DeformReport } from "../../../../workers/model/reports/deform-report";
import type { Progress } from "../../../../workers/model/task";

/** A finished file of frames. */
export interface FramesFile {
  blob: Blob;
  report: DeformReport;
}

/**
 * Makes a file of deformed frames. Each piece becomes a blob, which the browser may keep on disk, so that memory holds
 * one piece at a time.
 */
export function framesJob(
  client: Pick<SolverClient, "exportFrames">,
  input: FramesExportInput,
  type: string,
  onProgress: (progress: Progress) => void,
): Pick<Job<FramesFile>, "result" | "cancel"> {
  const job = client.exportFrames(input);
  const pieces: Blob[] = [];
  job.onProgress(onProgress);
  job.onPartial((piece) => pieces.push(new Blob([piece as Uint8Array<ArrayBuffer>])));
  const made = async (): Promise<FramesFile> => {
    const { start, report } = await job.result;
    const rest = new Blob(pieces).slice(start.length);
    return { blob: new Blob([start.slice(), rest], { type }), report };
  };
  return { result: made(), cancel: () => job.cancel() };
}
