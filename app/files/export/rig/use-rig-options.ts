import { useMemo, useState } from "react";
import type { ExportOptions } from "../../../../workers/client";
import { EXPORT_FORMATS, type ExportFormatId } from "../../../../workers/model/files/export/export-formats";
import { type ExportTargetId, targetOptions } from "../../../../workers/model/files/export/export-targets";
import type { FileUnit } from "../../../../workers/model/files/export/skeleton-export";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";

interface RigOptions {
  options: ExportOptions;
  /** The options that the target sets. */
  preset: ExportOptions;
  change(next: Partial<ExportOptions>): void;
}

/** The options of a file. They start with those of its target. A change of the target keeps the chosen clips. */
export function useRigOptions(
  sequence: SequenceMesh,
  rig: Rig,
  format: ExportFormatId,
  target: ExportTargetId,
): RigOptions {
  const units: readonly FileUnit[] = EXPORT_FORMATS[format].holds.units;
  const preset = useMemo(() => targetOptions(target, sequence, rig), [target, sequence, rig]);
  const [given, setGiven] = useState({ preset, options: preset });
  const own = given.preset === preset ? given.options : { ...preset, clips: given.options.clips };
  const unit = own.unit && units.includes(own.unit) ? own.unit : units[0];
  const options: ExportOptions = { ...own, format, unit };
  const change = (next: Partial<ExportOptions>) => setGiven({ preset, options: { ...options, ...next } });
  return { options, preset, change };
}
