// Refuses flags of a rig's file that would change nothing.
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportFormatId,
  exportFormatOf,
  placeOfTextures,
  TEXTURE_PLACES,
} from "../../model/files/export/export-formats";
import {
  EXPORT_TARGET_IDS,
  EXPORT_TARGETS,
  type ExportTarget,
} from "../../model/files/export/export-targets";
import type { Output } from "../output/output-set";
import { refuseCommand } from "../status";
import { type Flags, oneOf } from "./arguments";
import { EXPORT_FLAGS } from "./flag-table";

const extensions = Object.values(EXPORT_FORMATS).map(({ extension }) => extension);
const listOfRigs = `${extensions.slice(0, -1).join(", ")} or ${extensions.at(-1)}`;

/** @throws CommandError for flags of files with bones and clips if they change none of the outputs. */
export function refuseExportFlags(flags: Flags, outputs: readonly Output[]): void {
  const formats = outputs.flatMap(({ format }) => exportFormatOf(format) ?? []);
  const given = EXPORT_FLAGS.find((name) => flags[name] !== undefined);
  if (given && formats.length === 0) {
    refuseCommand(
      `--${given} has no use here`,
      `It applies to bones and animation in a ${listOfRigs}: write one, or leave it out.`,
    );
  }
  if (formats.length === 0) return;
  refuseTextures(flags, formats);
  refuseCompression(flags, formats);
  refuseHelpers(flags);
}

function refuseTextures(flags: Flags, formats: readonly ExportFormatId[]): void {
  const textures = oneOf(flags, "textures", TEXTURE_PLACES);
  if (!textures || formats.some((format) => placeOfTextures({ format, textures }) === textures)) return;
  refuseCommand(
    `--textures ${textures} has no use here`,
    "Only an .fbx has textures in either place: a .glb and a .usdz have them inside, a .usda beside it.",
  );
}

/** The target that flags ask for, or null. */
function targetOf(flags: Flags): ExportTarget | null {
  const target = oneOf(flags, "target", EXPORT_TARGET_IDS);
  return target && EXPORT_TARGETS[target];
}

function refuseCompression(flags: Flags, formats: readonly ExportFormatId[]): void {
  const { compression, precision } = flags;
  const packs = (format: ExportFormatId) => {
    const { holds }: ExportFormat = EXPORT_FORMATS[format];
    return holds.compression.length > 1;
  };
  const given = precision !== undefined ? "precision" : "compression";
  if ((precision !== undefined || (compression ?? "none") !== "none") && !formats.some(packs)) {
    refuseCommand(`--${given} has no use here`, "Only a .glb can be compressed.");
  }
  const used = compression ?? targetOf(flags)?.compression ?? "none";
  if (precision !== undefined && used === "none" && flags["max-bytes"] === undefined) {
    refuseCommand(
      "--precision has no use without compression",
      "Add --compression quantised or --compression meshopt.",
    );
  }
}

function refuseHelpers(flags: Flags): void {
  if (flags["shear-helpers"] === undefined) return;
  if ((flags.shear ?? targetOf(flags)?.shear) === "helpers") return;
  refuseCommand("--shear-helpers has no use here", "Add --shear helpers.");
}
