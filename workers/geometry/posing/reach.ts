/**
 * Inverse kinematics of a chain: turns its joints so that a point of its last bone reaches a target. Lengths cannot
 * change, because only rotations do.
 *
 * FABRIK (Aristidou & Lasenby 2011) finds places for the joints, and each bone takes the smallest turn towards its
 * place, so that it does not twist. Joints with limits stop there. If the target is then not reached, cyclic coordinate
 * descent (Wang & Chen 1991) continues from the best pose so far, within the limits. If the target is out of reach, a
 * chain without limits stretches straight towards it.
 */

import { cross, distance, dot, minus, plus, scaled, unit } from "../../math/vectors";
import type { Point } from "../../model/skeleton/skeleton";
import type { BonePoint, PosedBones } from "./posed-bones";
import { about, after, back, turned } from "./turns";

/** A target is reached if it is nearer than this, relative to the chain's length. */
export const REACHED = 1e-5;
const FABRIK_ROUNDS = 12;
const FABRIK_PASSES = 40;
const CCD_SWEEPS = 120;
/**
 * Long chains get fewer rounds and sweeps, with about this many turns of joints in total, so that dragging stays
 * smooth.
 */
const CCD_TURNS = 1200;
const FABRIK_TURNS = 300;
/** Two places nearer than this define no line. */
const LEAST = 1e-12;
/** A chain straighter than this, relative to its length, has no direction of bending. It is bent by this much. */
const STRAIGHT = 1e-3;
/** The angle of that bend, in radians. */
const BEND = 0.05;

/** The bones from the first that turns to the one that carries the point. Each is the parent of the next. */
export type Chain = readonly number[];

/**
 * The chain of `count` bones that ends in `bone`. It is shorter if it comes to a root, or to `stop`, which is not
 * included.
 */
export function chainTo(bones: PosedBones["bones"], bone: number, count: number, stop = -1): number[] {
  const chain: number[] = [];
  for (let j = bone; j >= 0 && j !== stop && chain.length < count; j = bones[j].parent) chain.unshift(j);
  return chain;
}

/**
 * Turns the chain's joints, in place.
 * @param enough the search ends at this distance, if it is larger than the usual tolerance.
 * @returns the remaining distance between the point and the target.
 */
export function reach(
  posed: PosedBones,
  chain: Chain,
  end: BonePoint,
  target: Point,
  keepLimits: boolean,
  enough = 0,
): number {
  const lengths = jointPlaces(posed, chain, end).map((p, n, all) => (n === 0 ? 0 : distance(p, all[n - 1])));
  const total = lengths.reduce((sum, x) => sum + x, 0);
  const near = Math.max(enough, REACHED * total);
  const missing = () => distance(posed.place(end), target);
  if (missing() <= near || total === 0) return missing();
  const isFree = !keepLimits || chain.every((j) => !posed.bones[j].limits);
  const isFar = distance(posed.heads[chain[0]], target) >= total;
  if (isFree && isFar) {
    follow(posed, chain, end, () => target, keepLimits);
    posed.refresh(posed.branch(chain[0]));
    return missing();
  }
  bend(posed, chain, end, target, total, keepLimits);
  let best = { missing: missing(), local: chain.map((j) => posed.local[j]) };
  const better = () => {
    const now = missing();
    if (now < best.missing) best = { missing: now, local: chain.map((j) => posed.local[j]) };
    return best.missing <= near;
  };
  const rounds = Math.min(FABRIK_ROUNDS, Math.ceil(FABRIK_TURNS / chain.length));
  for (let round = 0; round < rounds && !better(); round++) {
    const places = fabrik(jointPlaces(posed, chain, end), lengths, target, near);
    follow(posed, chain, end, (n) => places[n + 1], keepLimits);
  }
  if (!better()) {
    set(posed, chain, best.local);
    const sweeps = Math.min(CCD_SWEEPS, Math.ceil(CCD_TURNS / chain.length));
    for (let sweep = 0; sweep < sweeps && !better(); sweep++) descend(posed, chain, end, target, keepLimits);
  }
  set(posed, chain, best.local);
  return missing();
}

function set(posed: PosedBones, chain: Chain, local: readonly PosedBones["local"][number][]): void {
  chain.forEach((j, n) => {
    posed.local[j] = local[n];
  });
  posed.setLocal(chain[0], local[0], false, posed.branch(chain[0]));
}

/** The heads of the chain's bones and the place of its point. */
const jointPlaces = (posed: PosedBones, chain: Chain, end: BonePoint): Point[] => [
  ...chain.map((j) => posed.heads[j]),
  posed.place(end),
];

/** Places of joints with the given lengths between them. The first stays, and the last reaches the target. */
function fabrik(from: readonly Point[], lengths: readonly number[], target: Point, near: number): Point[] {
  const places = from.map((p): Point => [...p]);
  const last = places.length - 1;
  for (let pass = 0; pass < FABRIK_PASSES && distance(places[last], target) > near / 2; pass++) {
    places[last] = [...target];
    for (let n = last - 1; n > 0; n--) pull(places[n], places[n + 1], lengths[n + 1]);
    for (let n = 1; n <= last; n++) pull(places[n], places[n - 1], lengths[n]);
  }
  return places;
}

/** Moves a place, in the array, along the line to another place until it has a given distance from it. */
function pull(place: Point, from: Point, far: number): void {
  const [x, y, z] = [place[0] - from[0], place[1] - from[1], place[2] - from[2]];
  const size = Math.sqrt(x * x + y * y + z * z);
  const by = size > LEAST ? far / size : 0;
  place[0] = from[0] + by * x;
  place[1] = from[1] + (by > 0 ? by * y : far);
  place[2] = from[2] + by * z;
}

/**
 * Points each bone of the chain, from the first on, at the place that `at` gives for its end. Other bones are not
 * updated.
 */
function follow(
  posed: PosedBones,
  chain: Chain,
  end: BonePoint,
  at: (n: number) => Point,
  keepLimits: boolean,
): void {
  chain.forEach((j, n) => {
    const tip = n + 1 < chain.length ? posed.heads[chain[n + 1]] : posed.place(end);
    // The next joint needs its new head and end. Joints beyond are updated when it is their turn.
    posed.aim(j, tip, at(n), keepLimits, chain.slice(n, n + 3));
  });
}

/**
 * Turns each joint, the last one first, so that the chain's point comes as near to the target as possible. Other bones
 * are not updated.
 */
function descend(posed: PosedBones, chain: Chain, end: BonePoint, target: Point, keepLimits: boolean): void {
  let place = posed.place(end);
  for (const j of [...chain].reverse()) {
    const before = back(posed.world[j]);
    posed.aim(j, place, target, keepLimits, [j]);
    // Everything below turns with the joint. The joints above only need the new place of the end.
    const turn = after(posed.world[j], before);
    place = plus(posed.heads[j], turned(turn, minus(place, posed.heads[j])));
  }
  posed.refresh(chain);
}

/** Bends a straight chain a little, if it must bend to reach a target on its own line. */
function bend(
  posed: PosedBones,
  chain: Chain,
  end: BonePoint,
  target: Point,
  total: number,
  keepLimits: boolean,
): void {
  const places = jointPlaces(posed, chain, end);
  const line = unit(minus(places[places.length - 1], places[0]));
  if (!line || chain.length < 2) return;
  const off = (p: Point) => {
    const from = minus(p, places[0]);
    return distance(from, scaled(line, dot(line, from)));
  };
  if ([...places, target].some((p) => off(p) > STRAIGHT * total)) return;
  const least = line.map(Math.abs).indexOf(Math.min(...line.map(Math.abs)));
  const axis = unit(cross(line, [0, 1, 2].map((c) => (c === least ? 1 : 0)) as Point))!;
  chain.forEach((j, n) => {
    const own = keepLimits ? posed.openTurn(j, BEND) : null;
    posed.turn(j, own ?? about(axis, (n % 2 === 0 ? 1 : -2) * BEND), keepLimits, posed.branch(chain[0]));
  });
}
