// Weights that an artist painted or locked in a project. They stay while others are found, and the command prints a
// note.

import type { Skeleton } from "../model/skeleton/skeleton";
import { lostWeights, unmetHolds } from "../model/weights/kept-weights";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../model/weights/weight-edits";
import type { KeptWeights } from "../model/weights/weights-input";
import type { Flags } from "./flags/arguments";
import { methodsOf } from "./flags/weight-flags";
import { refuseCommand } from "./status";

/** The most names in a message; the others are counted. */
const MOST_NAMES = 5;

/** The inputs of the search for weights. */
interface Bound {
  skeleton: Skeleton;
  edits: WeightEdits;
  /** The project's weights if some of them are painted or locked. */
  kept: KeptWeights | null;
}

const isGiven = (flags: Flags): boolean => methodsOf(flags).every((method) => method === "given");

/** The artist's edits, without the painted and locked weights if the flags replace them. */
export function editsAsAsked(edits: WeightEdits, flags: Flags): WeightEdits {
  if (!flags["replace-painted"] && !isGiven(flags)) return edits;
  return { ...edits, painted: NO_WEIGHT_EDITS.painted.slice(), locked: [] };
}

/** @throws CommandError if there is nothing to replace: only a project's own mesh has painted weights. */
export function refuseReplacing(flags: Flags): void {
  if (!flags["replace-painted"]) return;
  refuseCommand(
    "--replace-painted has no use here",
    "Only a .sinew project, given alone, has painted weights.",
  );
}

/** Notes about the weights that stay, the weights that cannot stay, and edits without effect. */
export function keptNotes({ kept, edits, skeleton }: Bound, before: WeightEdits, flags: Flags): string[] {
  if (!kept) return anyPainted(before) && isGiven(flags) ? [`${flags.from} replaces painted weights.`] : [];
  const notes: string[] = [];
  const lost = lostWeights(kept, skeleton, edits.painted);
  const painted = edits.painted.length - (lost?.vertices.length ?? 0);
  const known = edits.locked.filter((name) => kept.bones.includes(name));
  const parts = [
    ...(painted > 0 ? [counted(painted, "painted vertex", "painted vertices")] : []),
    ...(known.length > 0 ? [`the locked ${named(known)}`] : []),
  ];
  if (parts.length > 0) {
    notes.push(
      `The weights of ${parts.join(" and of ")} stay the same; --replace-painted computes them again.`,
    );
  }
  if (lost) {
    const what = counted(lost.vertices.length, "painted vertex", "painted vertices");
    notes.push(
      `The weights of ${what} are computed again, because the skeleton has no ${named(lost.bones)}.`,
    );
  }
  const unmet = unmetHolds(kept, skeleton, edits).length;
  if (unmet > 0) {
    const what = counted(unmet, "vertex", "vertices");
    notes.push(
      `Holds at ${what} have no effect, because painted and locked weights leave no room for them: lower the holds, or release these weights in the studio.`,
    );
  }
  return notes;
}

/** The figures of the fixed weights in the report. */
export function keptFigures({ kept, edits, skeleton }: Bound): object {
  if (!kept) return {};
  const lost = lostWeights(kept, skeleton, edits.painted)?.vertices.length ?? 0;
  return {
    kept: {
      paintedVertices: edits.painted.length - lost,
      lostVertices: lost,
      lockedBones: edits.locked.filter((name) => kept.bones.includes(name)),
      unmetHolds: unmetHolds(kept, skeleton, edits).length,
    },
  };
}

const anyPainted = ({ painted, locked }: WeightEdits): boolean => painted.length > 0 || locked.length > 0;

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

function named(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMES).join(", ");
  const others = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  return `${names.length === 1 ? "bone" : "bones"} ${first}${others}`;
}
