import type { ReactNode } from "react";
import type { ExportOptions } from "../../../../workers/client";
import type { SizedExport } from "../../../../workers/model/files/export/export-options";
import type { ExportTargetId } from "../../../../workers/model/files/export/export-targets";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import textCss from "../../../ui/text/text.module.css";
import { ErrorNote } from "../ErrorNote";
import { MakingProgress } from "../MakingProgress";
import { Compromises } from "../report/Compromises";
import { FileFigures } from "../report/FileFigures";
import { SizeSteps } from "../size/SizeTarget";
import type { RigFile } from "./use-rig-file";

interface RigCostsProps extends Pick<RigFile, "file" | "made"> {
  sequence: OpenedSequence;
  rig: Rig;
  target: ExportTargetId;
  /** The options that the file was written with, with its poses. */
  options: ExportOptions;
  /** Whether the file can be made. */
  asks: boolean;
  /** The size target, bytes; null for none. */
  most: number | null;
  changeMost(most: number | null): void;
  /** The figures of levels of detail. */
  levels: ReactNode;
  /** Chooses a finer precision. */
  refine(): void;
}

/** What the file of a rig costs: its figures, the way to its size target, its levels, and what it leaves out. */
export function RigCosts(props: RigCostsProps) {
  const { sequence, rig, target, options, asks, file, made, most, changeMost, levels, refine } = props;
  const { result, busy, progress, error } = file;
  return (
    <>
      {result && <FileFigures {...{ result, sequence, rig, options, busy }} />}
      {(most !== null || !result) && asks && busy && progress && (
        <MakingProgress label={most === null ? "Measuring the file" : "Size target"} progress={progress} />
      )}
      {most !== null && made?.steps && (
        <SizeSteps sized={made as SizedExport} most={most} onChange={changeMost} />
      )}
      {levels}
      {!result && !progress && error === null && (
        <p className={textCss.secondary}>Writing the file to measure it…</p>
      )}
      {error !== null && <ErrorNote error={error} />}
      {result && error === null && (
        <Compromises
          {...{ result, sequence, target, options, busy }}
          refine={most === null ? refine : null}
        />
      )}
    </>
  );
}
