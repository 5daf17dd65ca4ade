import { largeKnee } from "../../../../workers/model/reports/large-knee";
import { connectionWords, type SolveReport } from "../../../../workers/model/reports/solve-report";
import type { SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { formatFigure, formatShare, plural } from "../../../common/format";
import { worstFrame } from "../../../document/measure";

/** A part of a hint: text, or a link that acts at once. */
export type HintPart =
  | string
  | { label: string; set?: Partial<SolveSettings>; frame?: number; action?: string };

/** A possible improvement, and the settings that help. */
export interface Hint {
  kind: "warn" | "note";
  parts: HintPart[];
}

/** A frame stands out if its error is this many times the mean. */
const OUTSTANDING = 1.6;
/**
 * Minimum share of stray influences for a hint. `auto` leaves none by default. In other methods, many small weights
 * that lower the error a little are far from the region of their bone.
 */
const STRAY = 0.1;

/** Lists what there was no time for, with a link that removes a time limit. */
function cutShort(sentences: readonly string[], { seconds }: SolveSettings): HintPart[] {
  const said = sentences.filter(Boolean).join(" ");
  if (seconds === null) return [said];
  return [`${said} `, { label: "Solve without a time limit", set: { seconds: null } }, "."];
}

/** A link to the next number of bones, if the error at the knee of the error curve is large. */
function nextCount({ curve, bones }: SolveReport): HintPart[] {
  const next = curve && largeKnee(curve, bones)?.next;
  if (!next) return [];
  const label = `Ask for ${next.bones}`;
  return [" ", { label, set: { bones: next.bones, knee: false, errorTarget: null } }, "."];
}

/** At most two hints about a result, the most important first. */
export function hintsFor(report: SolveReport, settings: SolveSettings): Hint[] {
  const hints: Hint[] = [];
  const moreBones = Math.max(1, Math.round(report.bones / 8));
  const addBones: HintPart = {
    label: `Add ${plural(moreBones, "bone")}`,
    set: { bones: report.bones + moreBones, errorTarget: null },
  };
  const affine: HintPart[] =
    settings.boneKind === "rigid" ? [" or use ", { label: "affine bones", set: { boneKind: "affine" } }] : [];

  const isShort = report.bonesAsked !== null && report.bones !== report.bonesAsked;
  const counted = isShort ? `${report.bones} of ${plural(report.bonesAsked!, "bone")}.` : "";
  const reasons = [counted, report.bonesReason ?? ""].filter(Boolean).join(" ");
  const more = nextCount(report);
  if (report.cutShort?.length) {
    hints.push({ kind: "warn", parts: [...cutShort([reasons, ...report.cutShort], settings), ...more] });
  } else if (isShort) {
    const help: HintPart[] = [
      { label: "Allow more influences", set: { influences: Math.max(8, 2 * settings.influences) } },
      " or ",
      { label: "try more starts", set: { restarts: Math.max(4, 2 * (settings.restarts ?? 2)) } },
      ".",
    ];
    hints.push({ kind: "warn", parts: [`${reasons} `, ...help, ...more] });
  } else if (report.bonesReason) {
    hints.push({ kind: "note", parts: [report.bonesReason, ...more] });
  }

  const worst = worstFrame(report.errorPerFrame);
  const ratio = report.errorPerFrame[worst] / report.eRms;
  if (ratio > OUTSTANDING) {
    const link = { label: `frame ${worst + 1}`, frame: worst };
    hints.push({
      kind: "warn",
      parts: [
        "Around ",
        link,
        ` the error is ${formatFigure(ratio, 2)} times the mean. `,
        addBones,
        ...affine,
        ".",
      ],
    });
  }

  const patches = report.connection && connectionWords(report.connection);
  if (patches?.other === "connect") {
    hints.push({
      kind: "note",
      parts: [
        `${patches.sentence} `,
        { label: "Connect them anyway", set: { connected: true, patchCost: null } },
        ".",
      ],
    });
  } else if (patches) {
    const leave: HintPart = { label: "Leave islands", set: { connected: false } };
    hints.push({ kind: "note", parts: [`${patches.sentence} `, leave, "."] });
  } else if (report.strayInfluenceShare > STRAY) {
    hints.push({
      kind: "note",
      parts: [
        `${formatShare(report.strayInfluenceShare)} of the influences are on islands, apart from their bone's main region. `,
        { label: "Smooth the weights", set: { smoothness: Math.max(1e-4, settings.smoothness * 10) } },
        ".",
      ],
    });
  }
  return hints.slice(0, 2);
}
