import { useState } from "react";
import type { ExportOptions, ExportResult } from "../../../../workers/client";
import type { SizedExport } from "../../../../workers/model/files/export/export-options";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { Pose } from "../../../../workers/model/rig/pose";
import type { Rig } from "../../../../workers/model/rig/rig";
import { useStudio } from "../../../actions/studio";
import { firstLimit, wholeBytes } from "../size/first-limit";
import { type LatestJob, useLatestJob } from "../use-latest-job";

/** A file, with the steps that reduced its size if it has a size target. */
type Made = ExportResult & Partial<SizedExport>;

export interface RigFile {
  file: LatestJob<Made>;
  /** The last file, if it is up to date. */
  made: Made | null;
  /** The options that the last file was written with. */
  written: ExportOptions;
  /** The size of the file without a size target, and the first target to try; null before it is known. */
  whole: { bytes: number; first: number } | null;
}

interface RigFileQuestion {
  options: ExportOptions;
  /** The kept poses that the file gets as clips. */
  poses: readonly Pose[];
  /** The size target, bytes; null for none. */
  most: number | null;
  /** Whether the file can be made. */
  asks: boolean;
}

/** Makes the file of a rig again whenever its options change, to measure it. */
export function useRigFile(sequence: OpenedSequence, rig: Rig, question: RigFileQuestion): RigFile {
  const { client } = useStudio();
  const { options, poses, most, asks } = question;
  const [whole, setWhole] = useState<RigFile["whole"]>(null);
  const asked = asks ? JSON.stringify([options, most]) : null;
  const file = useLatestJob<Made>(asked, [sequence, rig, poses], () => {
    const input = { sequence, rig, options: { ...options, poses } };
    if (most !== null) return client.exportWithin({ ...input, most });
    const job = client.exportFile(input);
    const learn = (made: ExportResult) =>
      setWhole({ bytes: wholeBytes(made), first: firstLimit(made, options) });
    job.result.then(learn).catch(() => {});
    return job;
  });
  const isMade = !file.busy && file.error === null;
  return { file, made: isMade ? file.result : null, written: file.result?.options ?? options, whole };
}
