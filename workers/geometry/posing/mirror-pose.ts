/** Mirrors poses to the other side of a body, and blends poses. */

import { nearestQuaternion } from "../../math/best-rotation";
import { slerp } from "../../math/slerp";
import { minus, plus, scaled, unit } from "../../math/vectors";
import type { Pose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { type Plane, reflected, reflectedDirection } from "../body/body-plane";
import { aloneBones } from "./pose-partners";
import { after, back, NO_TURN, normalized, type Turn, turnAt, turned } from "./turns";

/** A body whose poses are mirrored. */
export interface MirroredBody {
  bones: readonly Bone[];
  /** The mirror image of each bone, itself in the middle; −1 if there is none. */
  partner: ArrayLike<number>;
  plane: Plane;
  /** The farthest point of each bone at rest. */
  tips: readonly Point[];
}

/**
 * The mirrored pose: each bone of `onto` points where the mirror image of its partner points, even if the rest pose is
 * not symmetric, such as in a stride. The axis of a rotation is a pseudo-vector, so mirroring also reverses it. Bones
 * that differ in length keep their lengths. Bones outside any hierarchy have no direction: their motion in space is
 * mirrored instead.
 * @param onto the bones that change, relative to their parents; all by default. A bone without a partner does not
 * change.
 */
export function mirroredPose(
  pose: Pose,
  body: MirroredBody,
  onto: Iterable<number> = body.bones.keys(),
): Pose {
  const { bones, partner, plane } = body;
  const rotations = pose.rotations.slice();
  const translations = pose.translations.slice();
  const isAlone = aloneBones(bones);
  for (const j of onto) {
    const from = partner[j];
    if (from < 0) continue;
    if (isAlone[j] && isAlone[from]) {
      const { turn, shift } = mirroredAlone(pose, body, j);
      rotations.set(turn, 4 * j);
      translations.set(shift, 3 * j);
      continue;
    }
    const { parent } = bones[j];
    const isAcross = parent >= 0 && partner[parent] === bones[from].parent;
    const above = back(isAcross ? restTurn(body, parent) : NO_TURN);
    const turn = after(above, after(mirroredTurn(plane, turnAt(pose.rotations, from)), restTurn(body, j)));
    rotations.set(normalized(turn), 4 * j);
    const moved = turned(above, reflectedDirection(plane, shiftAt(pose, from)));
    const isRoot = parent < 0 && bones[from].parent < 0;
    const apart = isRoot ? minus(reflected(plane, bones[from].head), bones[j].head) : NONE;
    translations.set(plus(moved, apart), 3 * j);
  }
  return { name: pose.name, rotations, translations };
}

const shiftAt = ({ translations }: Pose, j: number): Point => [
  translations[3 * j],
  translations[3 * j + 1],
  translations[3 * j + 2],
];

/**
 * S M S, with the motion M of the partner and the reflection S. Over a symmetric mesh it is as smooth as M, also if the
 * heads of the two bones are no mirror images of each other, as after a solve.
 */
function mirroredAlone(pose: Pose, { bones, partner, plane }: MirroredBody, j: number) {
  const from = partner[j];
  const turn = turnAt(pose.rotations, from);
  const { head } = bones[from];
  const reach = turned(turn, minus(reflected(plane, bones[j].head), head));
  const moved = plus(plus(head, shiftAt(pose, from)), reach);
  return { turn: mirroredTurn(plane, turn), shift: minus(reflected(plane, moved), bones[j].head) };
}

const NONE: Point = [0, 0, 0];
/** The weight of a small term that picks the smallest of all turns if the directions of a bone leave the turn open. */
const LEAST_TURN = 1e-4;

const mirroredTurn = (plane: Plane, [x, y, z, w]: Readonly<Turn>): Turn => [
  ...scaled(reflectedDirection(plane, [x, y, z]), -1),
  w,
];

/** The turn from a bone at rest to the mirror image of its partner at rest; no turn if the rest pose is symmetric. */
function restTurn({ bones, partner, plane, tips }: MirroredBody, j: number): Turn {
  const from = partner[j];
  if (from < 0) return [...NO_TURN];
  const below = [...bones.keys()].filter((c) => bones[c].parent === j && bones[partner[c]]?.parent === from);
  const ways = below.map((c) => [bones[c].head, bones[partner[c]].head]);
  if (ways.length === 0) ways.push([tips[j], tips[from]]);
  const sum = [LEAST_TURN, 0, 0, 0, LEAST_TURN, 0, 0, 0, LEAST_TURN];
  for (const [own, other] of ways) {
    const a = unit(minus(own, bones[j].head), 1e-9);
    const b = unit(reflectedDirection(plane, minus(other, bones[from].head)), 1e-9);
    if (a && b) for (let n = 0; n < 9; n++) sum[n] += b[Math.floor(n / 3)] * a[n % 3];
  }
  return [...nearestQuaternion(sum)] as Turn;
}

/** The pose between `a` and `b`: 0 is `a`, 1 is `b`. Each joint turns the shorter way. */
export function blendedPose(a: Pose, b: Pose, part: number): Pose {
  const rotations = new Float32Array(a.rotations.length);
  for (let j = 0; 4 * j < rotations.length; j++) {
    slerp(a.rotations, 4 * j, b.rotations, 4 * j, part, rotations, 4 * j);
  }
  const translations = a.translations.map((x, n) => x + part * (b.translations[n] - x));
  return { name: a.name, rotations, translations };
}
