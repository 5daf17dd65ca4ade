import type { SolveReport } from "../../../../workers/model/reports/solve-report";
import { type Bone, type Rig, withoutCorrection } from "../../../../workers/model/rig/rig";
import { plural } from "../../../common/format";
import type { IconName } from "../../../common/icon-names";
import type { Command } from "../../history/history";
import type { Stores } from "../../stores";
import { withVertices } from "../painted-vertices";
import { lockedBones } from "../weight-locks";
import { gainedIn, replaceRows, rowsOf, type WeightRows } from "../weight-rows";

/** Marks a report as measured before the weights were painted. Removes the figures of the removed correction. */
function painted(report: SolveReport | null): SolveReport | null {
  if (!report) return null;
  const { corrected: _, ...plain } = report;
  return { ...plain, weightsChanged: true };
}

/** Rows of weights before or after a change, and the fields that change with them. */
interface PaintedRows {
  rows: WeightRows;
  correction: Rig["correction"] | null;
  report: SolveReport | null;
  /** The vertices that were painted by hand, ascending. */
  byHand: Uint32Array;
}

/**
 * Replaces rows of the rig's weights, and marks their vertices as painted by hand, so that the optimisation keeps them.
 * The step holds only the old and the new rows, not whole weights. Removes a correction of the rig, which fits the old
 * weights, and marks the report as outdated.
 */
export function changeWeights(
  stores: Stores,
  label: string,
  icon: IconName,
  changed: WeightRows,
): Command<PaintedRows> {
  const { rig, report, weightEdits } = stores.document.getState();
  if (!rig) throw new Error("There is no rig.");
  const { correction = null } = rig;
  const byHand = withVertices(weightEdits.painted, changed.vertices);
  return {
    label: correction ? `${label}; correction removed` : label,
    icon,
    before: { rows: rowsOf(rig.weights, changed.vertices), correction, report, byHand: weightEdits.painted },
    after: { rows: changed, correction: null, report: painted(report), byHand },
    apply: (value) => putRows(stores, value),
  };
}

function putRows(stores: Stores, { rows, correction, report, byHand }: PaintedRows): void {
  const { rig, weightEdits } = stores.document.getState();
  if (!rig) return;
  const weights = replaceRows(rig.weights, rows);
  stores.document.setState({
    rig: { ...withoutCorrection(rig), ...(correction && { correction }), weights },
    report,
    weightEdits: { ...weightEdits, painted: byHand },
  });
}

/**
 * Names at most this many bones. Skips bones that gave or received less than this fraction of the first one's share.
 */
const NAMED = 3;
const NOTABLE = 0.02;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;

const named = (bones: readonly Bone[], numbers: readonly number[]): string =>
  listed([
    ...numbers.slice(0, NAMED).map((j) => bones[j].name),
    ...(numbers.length > NAMED ? [`${numbers.length - NAMED} more`] : []),
  ]);

/** Reports which bones gave or received the weight of a change, and which are locked. */
export function tellChange(
  stores: Stores,
  rig: Rig,
  rows: WeightRows,
  bones: readonly number[],
  stuck: number,
): void {
  const gained = gainedIn(rig.weights, rows, rig.bones.length);
  const more = bones.reduce((sum, j) => sum + gained[j], 0) > 0;
  const gave = (j: number) => (more ? -gained[j] : gained[j]);
  const most = gained.reduce((all, _, j) => (bones.includes(j) ? all : Math.max(all, gave(j))), 0);
  const others = [...gained.keys()]
    .filter((j) => !bones.includes(j) && gave(j) > Math.max(1e-4, NOTABLE * most))
    .sort((a, b) => gave(b) - gave(a));
  const shut = lockedBones(stores, rig.bones);
  const locked = [...shut.keys()].filter((j) => shut[j]);
  const parts = [
    others.length > 0 && `${more ? "Taken from" : "Given to"} ${named(rig.bones, others)}`,
    locked.length > 0 && `${named(rig.bones, locked)} ${locked.length > 1 ? "are" : "is"} locked`,
    stuck > 0 && `${plural(stuck, "touch", "touches")} changed nothing: all other bones there are locked`,
  ].filter(Boolean);
  stores.paintNews.setState({ words: parts.length > 0 ? `${parts.join("; ")}.` : null });
}
