/** Inverse kinematics with pins: other ends of the body stay in place while one end is dragged. */

import { distance, minus, plus, scaled } from "../../math/vectors";
import type { Pose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { type BonePoint, PosedBones } from "./posed-bones";
import { chainTo, reach } from "./reach";

/** A point of a bone that stays where it is. */
export interface Pin extends BonePoint {
  /** Its fixed place, in the coordinates of the rest pose. */
  place: Point;
}

export interface ReachAsk {
  bones: readonly Bone[];
  pose: Pose;
  /** The point that is dragged. */
  end: BonePoint;
  target: Point;
  /** How many bones turn, from the end's own bone up; 0 moves the end's bone, which must then be a root. */
  chain: number;
  pins: readonly Pin[];
  /** Whether joints with limits keep them. */
  keepLimits: boolean;
}

export interface ReachResult {
  pose: Pose;
  /** The remaining distance to the target. */
  missing: number;
  /** Whether pins held the end back. */
  heldBack: boolean;
}

/** A pin holds if its point stays this near to its place, relative to the size of the body. */
export const PIN_HOLDS = 1e-3;
/** The search for a pin's pose ends at this distance, also relative to the size of the body. */
const PIN_NEAR = 1e-4;
/** Bisection steps that find how far the pins allow the end to move. */
const HALVINGS = 7;

/**
 * The pose in which the end comes to the target, or as near as lengths, limits and pins allow. A pin below a bone that
 * turns gets a chain of its own, up to where it meets the dragged chain. A pin above the end ends the dragged chain.
 */
export function reachPinned(ask: ReachAsk): ReachResult {
  const { bones, pose, end, target, pins } = ask;
  const start = new PosedBones(bones, pose);
  const from = start.place(end);
  const whole = attempt(ask, start, target);
  const others = pins.filter(({ bone }) => bone !== end.bone);
  if (others.length === 0 || whole.holds) return { ...ended(ask, whole.posed), heldBack: false };
  let [low, high] = [0, 1];
  let best: PosedBones | null = null;
  for (let n = 0; n < HALVINGS; n++) {
    const part = (low + high) / 2;
    // The best pose so far is closer to the next one than the starting pose is.
    const tried = attempt(ask, best ?? start, plus(from, scaled(minus(target, from), part)));
    if (tried.holds) [low, best] = [part, tried.posed];
    else high = part;
  }
  return best
    ? { ...ended(ask, best), heldBack: true }
    : { pose, missing: distance(from, target), heldBack: true };
}

const ended = ({ end, target, pose }: ReachAsk, posed: PosedBones) => ({
  pose: posed.toPose(pose.name),
  missing: distance(posed.place(end), target),
});

const isBelow = (bones: readonly Bone[], j: number, above: number): boolean => {
  for (let at = j; at >= 0; at = bones[at].parent) if (at === above) return true;
  return false;
};

function attempt(ask: ReachAsk, start: PosedBones, target: Point): { posed: PosedBones; holds: boolean } {
  const { bones, end, chain, pins, keepLimits } = ask;
  const posed = start.copy();
  const others = pins.filter(({ bone }) => bone !== end.bone);
  const above = others.filter(({ bone }) => isBelow(bones, end.bone, bone)).map(({ bone }) => bone);
  // If several pins are above, the nearest has all others above it.
  const stop = above.find((bone) => above.every((other) => isBelow(bones, bone, other))) ?? -1;
  if (chain === 0) posed.shift(end.bone, minus(target, posed.place(end)));
  else reach(posed, chainTo(bones, end.bone, chain, stop), end, target, keepLimits);
  const size = Math.max(...others.map((pin) => distance(pin.place, start.heads[end.bone])), 1e-12);
  for (const pin of others) {
    if (above.includes(pin.bone)) continue;
    const meets = meeting(bones, pin.bone, end.bone);
    const own = chainTo(bones, pin.bone, bones.length, meets);
    if (own.length > 0) reach(posed, own, pin, pin.place, keepLimits, PIN_NEAR * size);
    if (distance(posed.place(pin), pin.place) > PIN_HOLDS * size) return { posed, holds: false };
  }
  return { posed, holds: true };
}

/** The lowest common ancestor of two bones; −1 if they have none. */
function meeting(bones: readonly Bone[], a: number, b: number): number {
  let at = a;
  while (at >= 0 && !isBelow(bones, b, at)) at = bones[at].parent;
  return at;
}

/** The result of swinging the bend of a chain. */
export interface Swivel {
  pose: Pose;
  /** The angle of the swing, in radians. */
  angle: number;
  /** Whether the first joint's limits stopped it. */
  stopped: boolean;
}

/**
 * Swings the bends of a chain about the line from its first joint to its end, which both stay in place. This decides
 * where an elbow or a knee points. Only the first joint turns, so its limits may stop the swing.
 * @param towards the direction from the first joint in which the bend should lie.
 * @param step rounds the angle to multiples of it, in radians; 0 for any angle.
 */
export function swivelled(
  { bones, pose, end, keepLimits }: Pick<ReachAsk, "bones" | "pose" | "end" | "keepLimits">,
  chain: readonly number[],
  joint: number,
  towards: Point,
  step = 0,
): Swivel {
  const posed = new PosedBones(bones, pose);
  const asked = { end: posed.place(end), bend: posed.heads[joint], towards, step };
  const found = posed.swivel(chain[0], asked, keepLimits);
  return { pose: posed.toPose(pose.name), ...found };
}
