/**
 * Finds the parts of a body: a trunk from tail to head, and limbs left and right of it. They follow from the tree of
 * bones, its symmetry and the rest pose. Names only tell which side is left.
 */
import type { UpAxis } from "../../model/mesh/mesh-sequence";
import type { Bone, Rig } from "../../model/rig/rig";
import { type Side, sideOf } from "../../model/side-names";
import { type BodyEnds, bodyEnds, isLevel, lateralOf, leftSign } from "./body-ends";
import type { BodyShape } from "./body-shape";
import type { BonePairs } from "./bone-pairs";
import { findLimbs, type Limb } from "./limbs";
import { pairedBody } from "./paired-body";
import { trunkBones } from "./trunk";

export type BodyKind = "biped" | "quadruped" | "many-legged" | "limbless";

export interface BodyPlan {
  kind: BodyKind;
  /** The rig's bones with their own parents. */
  bones: readonly Bone[];
  /** The body as a tree. If the rig's root lies in a limb, the tree has another root. */
  shape: BodyShape;
  pairs: BonePairs;
  trunk: ReadonlySet<number>;
  limbs: readonly Limb[];
  ends: BodyEnds;
  /** The side of each bone; null in the middle and for a bone without a counterpart. */
  sides: readonly (Side | null)[];
}

/** Finds the plan of a body. The time grows with V and with B². */
export function bodyPlan(rig: Rig, upAxis: UpAxis): BodyPlan {
  const { shape, pairs } = pairedBody(rig, upAxis);
  const trunk = trunkBones(shape, pairs);
  const limbs = findLimbs(shape, pairs, trunk);
  const ends = bodyEnds(shape, trunk, limbs);
  return {
    kind: kindOf(shape, ends),
    bones: rig.bones,
    shape,
    pairs,
    trunk,
    limbs,
    ends,
    sides: sidesOf(shape, pairs, ends),
  };
}

function kindOf(shape: BodyShape, ends: BodyEnds): BodyKind {
  const pairs = ends.legs.length;
  if (pairs > 2) return "many-legged";
  if (pairs === 2) return "quadruped";
  if (pairs === 1) return "biped";
  return ends.arms.length > 0 && ends.chest >= 0 && !isLevel(shape, ends) ? "biped" : "limbless";
}

function sidesOf(shape: BodyShape, pairs: BonePairs, ends: BodyEnds): (Side | null)[] {
  const { partner } = pairs;
  const sign = namedSign(shape, pairs) || leftSign(shape, pairs, ends);
  return shape.bones.map((_, j) => {
    if (partner[j] < 0 || partner[j] === j) return null;
    const lateral = lateralOf(shape, pairs, j) - lateralOf(shape, pairs, partner[j]);
    return sign * lateral > 0 ? "L" : "R";
  });
}

/** The sign that agrees with the names of most pairs; 0 if the names do not tell. */
function namedSign({ bones, ...shape }: BodyShape, pairs: BonePairs): number {
  let votes = 0;
  pairs.partner.forEach((other, j) => {
    const named = other >= 0 && other !== j ? sideOf(bones[j].name) : null;
    if (named === null || sideOf(bones[other].name) === named) return;
    const lateral = lateralOf({ bones, ...shape }, pairs, j) - lateralOf({ bones, ...shape }, pairs, other);
    votes += Math.sign(lateral) * (named === "L" ? 1 : -1);
  });
  return Math.sign(votes);
}

/**
 * The side of each bone, by its name or otherwise by its place; null in the middle. Call it once for a rig and keep the
 * result: the time grows with V and with B².
 */
export function boneSides(rig: Rig, upAxis: UpAxis): (Side | null)[] {
  const { sides } = bodyPlan(rig, upAxis);
  return rig.bones.map(({ name }, j) => sideOf(name) ?? sides[j]);
}
