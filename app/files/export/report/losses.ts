import type { ExportResult } from "../../../../workers/client";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import { formatError, formatLength, plural } from "../../../common/format";

/** A length as a limit: "within 0.3 mm". Lengths too small to show become "1 µm". */
export const within = (metres: number) => formatLength(metres).replace(/^<\s/, "");

/** The other differences between the file and the rig. */
export function lossesOf(result: ExportResult, sequence: SequenceMesh): string[] {
  const { renamed, renamedClips, keys, eRmsAsked, eRmsInFile, helped, merged } = result;
  const lines: string[] = [];
  if (merged > 0) {
    lines.push(
      `${plural(merged, "bone is", "bones are")} merged into others, because the target supports no more. The error goes from ${formatError(eRmsAsked)} to ${formatError(eRmsInFile)}.`,
    );
  }
  if (helped > 0) {
    lines.push(
      `Rigid helpers replace ${plural(helped, "bone that shears", "bones that shear")}. The error goes from ${formatError(eRmsAsked)} to ${formatError(eRmsInFile)}.`,
    );
  }
  if (renamed > 0) {
    lines.push(`${plural(renamed, "bone is", "bones are")} renamed, because loaders would change the name.`);
  }
  if (renamedClips > 0) {
    lines.push(
      `${plural(renamedClips, "clip is", "clips are")} renamed, because loaders would change the name.`,
    );
  }
  if (keys.after < keys.before) {
    const off = within(keys.deviation * sequence.metresPerUnit);
    lines.push(
      `${plural(keys.before - keys.after, "key is", "keys are")} removed, which moves no vertex by more than ${off}.`,
    );
  }
  return lines;
}
