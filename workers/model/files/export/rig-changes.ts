/** Sentences about differences between a file and the rig in the studio that the export options cause. */
import { type ExportOptions, type ExportResult, isWorthSaying } from "./export-options";

/** What clips do with the source's own morph targets, and why. */
function shapeNote({ count, play, animated }: ExportResult["shapes"], policy: ExportOptions["shapes"]) {
  const targets = count === 1 ? "morph target" : `${count} morph targets`;
  if (!animated)
    return `The source's ${targets} ${count === 1 ? "rests" : "rest"}, as in the source's clips.`;
  const isAuto = (policy ?? "auto") === "auto";
  const [said, why] = play
    ? [`Clips play the source's ${targets}`, "because the bones do not have their motion"]
    : [`Clips leave the source's ${targets} at rest`, "because the bones have their motion"];
  return isAuto ? `${said}, ${why}.` : `${said}.`;
}

/**
 * Sentences about the correction and the source's own morph targets in a file, and how they change the error.
 * @param correction the number of shapes of the rig's correction.
 * @param figure formats an error.
 */
export function rigChanges(
  { shapes, eRmsNow, eRmsAsked }: Pick<ExportResult, "shapes" | "eRmsNow" | "eRmsAsked">,
  options: Pick<ExportOptions, "shapes" | "correction">,
  correction: number,
  figure: (eRms: number) => string,
): string[] {
  const lines: string[] = [];
  if (correction > 0 && options.correction === false) {
    const left = correction === 1 ? "shape is" : `${correction} shapes are`;
    lines.push(`The correction's ${left} left out.`);
  }
  if (shapes.count > 0) lines.push(shapeNote(shapes, options.shapes));
  if (lines.length > 0 && isWorthSaying(eRmsAsked - eRmsNow)) {
    lines.push(`This changes the error from ${figure(eRmsNow)} to ${figure(eRmsAsked)}.`);
  }
  return lines;
}
