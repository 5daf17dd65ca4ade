// The axes and the unit of a file in the flags.
import { EXPORT_FORMATS, type ExportFormatId, exportFormatOf } from "../../model/files/export/export-formats";
import type { ExportOptions } from "../../model/files/export/export-options";
import type { FileUnit } from "../../model/files/export/skeleton-export";
import type { Output } from "../output/output-set";
import { refuseCommand } from "../status";
import { type Flags, oneOf } from "./arguments";

/**
 * The axes and the unit that flags ask for.
 * @throws CommandError for an axis or a unit that the format does not have.
 */
export function spaceOptions(
  flags: Flags,
  format: ExportFormatId,
): Partial<Pick<ExportOptions, "upAxis" | "unit">> {
  const upAxis = oneOf(flags, "up-axis", ["y", "z"]);
  const { unit } = flags;
  const units: readonly FileUnit[] = EXPORT_FORMATS[format].holds.units;
  const known = units.find((each) => each === unit);
  if (unit !== undefined && known === undefined) {
    refuseCommand(`--unit ${unit} cannot be used for a .${format}`, `It takes ${units.join(", ")} there.`);
  }
  return { ...(upAxis && { upAxis }), ...(known && { unit: known }) };
}

/** @throws CommandError for wrong values, and for flags that apply to no file of the run. */
export function checkSpaces(flags: Flags, outputs: readonly Output[]): void {
  const given = (["up-axis", "unit"] as const).find((name) => flags[name] !== undefined);
  if (!given) return;
  const formats = outputs.flatMap(({ format }) => exportFormatOf(format) ?? []);
  for (const format of formats) spaceOptions(flags, format);
  if (formats.length > 0) return;
  refuseCommand(
    `--${given} has no use here`,
    `It applies to files of rigs: write a ${Object.values(EXPORT_FORMATS)
      .map(({ extension }) => extension)
      .join(" or ")}, or leave it out.`,
  );
}
