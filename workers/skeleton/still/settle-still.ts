/**
 * Handles joints of a character that a motion never uses. Bones that never move relative to each other become one, and
 * a note tells the artist where a bone bends without ever moving there. On request such bones are split there.
 */

import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { placeWords, type StillPlace } from "../../model/reports/skeleton-report";
import { idleBones } from "../../model/rig/bone-tree";
import type { Rig } from "../../model/rig/rig";
import type { ExtractSettings } from "../../model/skeleton/extract/extract-settings";
import { closeJoints } from "../strict/cut";
import { treeOfRig } from "../tree/skeleton-tree";
import { type BentBone, bentBones } from "./bent-bones";
import { faintBones, mergedInto, mergedNames, stillBones } from "./merge-still";
import { splitBent } from "./split-bent";

export interface StillSettled {
  strict: Rig;
  soft: Rig;
  /** The places where bones bend but never move, unless they were split. */
  still: StillPlace[];
  notes: string[];
}

/**
 * @param strict the strict rig.
 * @param soft the same bones in the same order, with soft joints.
 * @param error RMS error of the strict rig as a share of the diagonal.
 */
export function settleStill(
  sequence: MeshSequence,
  strict: Rig,
  soft: Rig,
  error: number,
  { splitStill, bones, influences }: Pick<ExtractSettings, "splitStill" | "bones" | "influences">,
): StillSettled {
  const diagonal = restDiagonal(sequence) || 2;
  const gone = stillBones(strict, error, diagonal);
  const idle = [...idleBones(strict), ...faintBones(strict, error, diagonal)];
  const merged = new Set([...gone, ...leavesOf(strict, idle)]);
  const rigs =
    merged.size > 0
      ? { strict: closedAgain(mergedInto(strict, merged)), soft: mergedInto(soft, merged) }
      : { strict, soft };
  if (splitStill) return { ...splitUp(rigs.strict, rigs.soft, bones, influences), still: [], notes: [] };
  const bent = error < ELASTIC ? bentBones(rigs.strict) : [];
  return {
    ...rigs,
    still: bent.map(({ bone, position }) => ({ bone: rigs.strict.bones[bone].name, position })),
    notes: [...mergedNotes(strict, gone), ...bentNotes(rigs.strict, bent)],
  };
}

const closedAgain = (rig: Rig): Rig => closeJoints(rig, treeOfRig(rig));

/** Those of the bones that have no others below them. Removing them opens no joint. */
function leavesOf(rig: Rig, bones: readonly number[]): number[] {
  const idle = new Set(bones);
  const upwards = [...rig.bones.keys()].reverse();
  return upwards.filter((j) => {
    const isNeeded = !idle.has(j) || rig.bones.some((each, k) => each.parent === j && !idle.has(k));
    if (isNeeded) idle.delete(j);
    return !isNeeded;
  });
}

/** Splits bones that bend, the most bent first, while there are fewer than `most` bones. */
function splitUp(strict: Rig, soft: Rig, most: number, influences: number): { strict: Rig; soft: Rig } {
  let rigs = { strict, soft };
  while (rigs.strict.bones.length < most) {
    const [bend] = bentBones(rigs.strict);
    if (!bend) break;
    rigs = {
      strict: splitBent(rigs.strict, bend, influences),
      soft: splitBent(rigs.soft, bend, influences),
    };
  }
  return rigs;
}

/** With more error than this share of the diagonal, the surface moves within bones, so no place in them is still. */
const ELASTIC = 0.003;

const ASK = "Ask for still joints to have a bone on either side.";

function mergedNotes({ bones }: Rig, gone: readonly number[]): string[] {
  if (gone.length === 0) return [];
  const what = gone.length > 1 ? `${gone.length} joints never move` : "One joint never moves";
  return [`${what}, so the bones on either side became one: ${mergedNames(bones, gone)}. ${ASK}`];
}

function bentNotes({ bones }: Rig, bent: readonly BentBone[]): string[] {
  return bent.map(
    ({ bone, position }) =>
      `${bones[bone].name} bends at ${placeWords(position)}, but nothing ever moves there: a joint that never moves may be at that place. ${ASK}`,
  );
}
