/** Whether two versions of the artist's edits are equal. */
import type { AddedExemplar, VertexBoneValues, WeightEdits } from "../../../model/weights/weight-edits";

export function areSameNumbers(a: ArrayLike<number> | null, b: ArrayLike<number> | null): boolean {
  if (a === b) return true;
  if (!a || !b || a.length !== b.length) return false;
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return false;
  return true;
}

export const samePairs = (a: VertexBoneValues, b: VertexBoneValues): boolean =>
  areSameNumbers(a.vertices, b.vertices) &&
  areSameNumbers(a.bones, b.bones) &&
  areSameNumbers(a.values, b.values);

const samePose = ({ pose: a }: AddedExemplar, { pose: b }: AddedExemplar): boolean =>
  areSameNumbers(a.rotations, b.rotations) && areSameNumbers(a.translations, b.translations);

type Posed = Pick<WeightEdits, "droppedExemplars" | "addedExemplars">;

export const sameExemplars = (a: Posed, b: Posed): boolean =>
  areSameNumbers(a.droppedExemplars, b.droppedExemplars) &&
  a.addedExemplars.length === b.addedExemplars.length &&
  a.addedExemplars.every((added, n) => samePose(added, b.addedExemplars[n]));

type KeptEdits = Pick<WeightEdits, "painted" | "locked">;

/** Whether the same weights stay fixed. */
export const sameKept = (a: KeptEdits, b: KeptEdits): boolean =>
  areSameNumbers(a.painted, b.painted) &&
  a.locked.length === b.locked.length &&
  a.locked.every((name, n) => name === b.locked[n]);
