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
  /** How many bones turn, from the end's own bone up; 0 moves the end's bone with all below it. */
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
  const { bones, pose, end, target } = ask;
  const start = new PosedBones(bones, pose);
  const from = start.place(end);
  const found = farthest<Attempt>((share, best) => {
    const to = share === 1 ? target : plus(from, scaled(minus(target, from), share));
    // The best pose so far is closer to the next one than the starting pose is.
    return attempt(ask, best?.posed ?? start, to);
  });
  return found
    ? { ...ended(ask, found.attempt.posed), heldBack: found.share < 1 }
    : { pose, missing: distance(from, target), heldBack: true };
}

interface Attempt {
  posed: PosedBones;
  /** Whether all pins are in their places. */
  holds: boolean;
}

/** The largest share of a movement for which all pins hold, by bisection; null if they do not hold for any. */
function farthest<T extends Attempt>(
  tryShare: (share: number, best: T | null) => T,
): { share: number; attempt: T } | null {
  const whole = tryShare(1, null);
  if (whole.holds) return { share: 1, attempt: whole };
  let [low, high] = [0, 1];
  let best: T | null = null;
  for (let n = 0; n < HALVINGS; n++) {
    const share = (low + high) / 2;
    const tried = tryShare(share, best);
    if (tried.holds) [low, best] = [share, tried];
    else high = share;
  }
  return best && { share: low, attempt: best };
}

const ended = ({ end, target, pose }: ReachAsk, posed: PosedBones) => ({
  pose: posed.toPose(pose.name),
  missing: distance(posed.place(end), target),
});

const isBelow = (bones: readonly Bone[], j: number, above: number): boolean => {
  for (let at = j; at >= 0; at = bones[at].parent) if (at === above) return true;
  return false;
};

function attempt(ask: ReachAsk, start: PosedBones, target: Point): Attempt {
  const { bones, end, chain, keepLimits } = ask;
  const posed = start.copy();
  const above = otherPins(ask).filter((pin) => isAbove(pin, ask));
  // If several pins are above, the nearest has all others above it.
  const stop = above.find(({ bone }) => above.every((other) => isBelow(bones, bone, other.bone)))?.bone ?? -1;
  if (chain === 0) posed.shift(end.bone, minus(target, posed.place(end)));
  else reach(posed, chainTo(bones, end.bone, chain, stop), end, target, keepLimits);
  return { posed, holds: pullToPins(ask, posed, start) };
}

type PinAsk = Pick<ReachAsk, "bones" | "end" | "pins" | "keepLimits">;

const otherPins = ({ pins, end }: Pick<ReachAsk, "pins" | "end">) =>
  pins.filter(({ bone }) => bone !== end.bone);

const isAbove = ({ bone }: Pin, { bones, end }: Pick<ReachAsk, "bones" | "end">) =>
  isBelow(bones, end.bone, bone);

/** Bends the bones between each pin and the dragged chain until the pins are back. Returns whether all are. */
function pullToPins(ask: PinAsk, posed: PosedBones, start: PosedBones): boolean {
  const { bones, end, keepLimits } = ask;
  const others = otherPins(ask);
  const size = Math.max(...others.map((pin) => distance(pin.place, start.heads[end.bone])), 1e-12);
  for (const pin of others) {
    if (isAbove(pin, ask)) continue;
    const meets = meeting(bones, pin.bone, end.bone);
    const own = chainTo(bones, pin.bone, bones.length, meets);
    if (own.length > 0) reach(posed, own, pin, pin.place, keepLimits, PIN_NEAR * size);
    if (distance(posed.place(pin), pin.place) > PIN_HOLDS * size) return false;
  }
  return true;
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
  /** Whether pins held the bend back. */
  heldBack: boolean;
}

/**
 * Swings the bends of a chain about the line from its first joint to its end, which both stay in place. This decides
 * where an elbow or a knee points. Only the first joint turns, so its limits may stop the swing. The bones that lead
 * to a pin below it bend to keep the pin in place. The swing ends where they cannot.
 * @param towards the direction from the first joint in which the bend should lie.
 * @param step rounds the angle to multiples of it, in radians; 0 for any angle.
 */
export function swivelled(
  ask: PinAsk & Pick<ReachAsk, "pose">,
  chain: readonly number[],
  joint: number,
  towards: Point,
  step = 0,
): Swivel {
  const { bones, pose, end, keepLimits } = ask;
  const start = new PosedBones(bones, pose);
  const asked = { end: start.place(end), bend: start.heads[joint], towards, step };
  const found = farthest((share) => {
    const posed = start.copy();
    const swing = posed.swivel(chain[0], { ...asked, share }, keepLimits);
    return { posed, swing, holds: pullToPins(ask, posed, start) };
  });
  if (!found) return { pose, angle: 0, stopped: false, heldBack: true };
  const { posed, swing } = found.attempt;
  return { pose: posed.toPose(pose.name), ...swing, heldBack: found.share < 1 };
}
