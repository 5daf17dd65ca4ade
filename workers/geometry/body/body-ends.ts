/** Finds which end of a body is its head, and where its limbs begin. */

import { cross, distance, dot, minus } from "../../math/vectors";
import { side } from "./body-plane";
import type { BodyShape } from "./body-shape";
import type { BonePairs } from "./bone-pairs";
import { height, type Limb } from "./limbs";
import { trunkEnds, trunkPath } from "./trunk";

/**
 * A limb is a leg if it comes down to at least this height and falls by at least this much: 0 is the ground, 1 the top
 * of the body.
 */
const LOW = 0.25;
const FALL = 0.15;
/** A leg falls by at least this share of its reach. A fish's fins lie level, even if the fish is flat. */
const STEEP = 0.2;
/** A body is level if its spine rises by less than this share of its length. */
const LEVEL = 0.7;

export interface BodyEnds {
  legs: Limb[];
  /** Limbs that are not legs. */
  arms: Limb[];
  /** The bone at the end of the trunk where the head is; −1 if there is none. */
  head: number;
  /** The parent of the hind legs, or of the legs of an upright body; −1 without legs. */
  pelvis: number;
  /** The parent of the front legs or of the arms; −1 without either. */
  chest: number;
}

function isLeg({ top, ground, size }: BodyShape, { lowest, baseHeight, reach }: Limb): boolean {
  const fall = baseHeight - lowest;
  return lowest < LOW && fall > FALL && fall * (top - ground) > STEEP * reach * size;
}

export function bodyEnds(shape: BodyShape, trunk: ReadonlySet<number>, limbs: readonly Limb[]): BodyEnds {
  const legs = limbs.filter((limb) => isLeg(shape, limb));
  const arms = limbs.filter((limb) => !legs.includes(limb));
  const head = headEnd(shape, trunk, legs, arms);
  const away = new Map(
    legs.map((limb) => [limb.attach, head < 0 ? 0 : wayFromHead(shape, trunk, head, limb)]),
  );
  const attached = [...away.keys()].sort((a, b) => away.get(b)! - away.get(a)!);
  const pelvis = attached[0] ?? -1;
  if (legs.length > 1) return { legs, arms, head, pelvis, chest: attached[attached.length - 1] };
  const isOnHead = ({ attach }: Limb) => attach === head;
  const upper = arms.find((limb) => limb.attach >= 0 && !isOnHead(limb) && limb.reach > 0.1);
  return { legs, arms, head, pelvis, chest: upper?.attach ?? -1 };
}

/**
 * The distance along the trunk from the head to where a limb begins. Counting bones would not do: if the trunk divides,
 * front and hind legs can be the same number of bones away.
 */
function wayFromHead(
  shape: BodyShape,
  trunk: ReadonlySet<number>,
  head: number,
  { attach, base }: Limb,
): number {
  const path = trunkPath(shape, trunk, head, attach);
  const joints = path
    .slice(1)
    .map((j, n) => shape.bones[shape.bones[j].parent === path[n] ? j : path[n]].head);
  const places = [shape.middles[head], ...joints, base];
  return places.slice(1).reduce((sum, place, n) => sum + distance(places[n], place), 0);
}

/**
 * The end that is most likely the head: high, with pairs of ears or eyes or a jaw, and heavy for its few bones. A tail
 * is the opposite.
 */
function headEnd(
  shape: BodyShape,
  trunk: ReadonlySet<number>,
  legs: readonly Limb[],
  arms: readonly Limb[],
): number {
  const bearing = new Set([...legs, ...arms.filter(({ reach }) => reach > 0.2)].map(({ attach }) => attach));
  const mean = 1 / Math.max(1, shape.shares.filter((share) => share > 0).length);
  let best = -1;
  let most = -Infinity;
  for (const end of trunkEnds(shape, trunk)) {
    const beyond = beyondLimbs(shape, trunk, end, bearing);
    const small = arms.filter(({ attach, reach }) => beyond.includes(attach) && reach < 0.35);
    const forks = beyond.some((j) => shape.children[j].filter((child) => trunk.has(child)).length > 1);
    const heaviest = Math.max(0, ...beyond.map((j) => shape.shares[j])) / mean;
    const score =
      (small.length > 0 ? 1 : 0) +
      (forks ? 0.3 : 0) +
      1.2 * Math.max(...[shape.tips[end], shape.middles[end]].map((p) => height(shape, p))) +
      0.25 * Math.min(2, heaviest) -
      0.06 * beyond.length;
    if (score > most) [best, most] = [end, score];
  }
  return best < 0 ? best : heaviestBeside(shape, trunk, best, bearing);
}

/**
 * Among the ends that branch off the way to the head, the one whose branch moves most. Otherwise ears or a crest on one
 * bone could be mistaken for the head below them.
 */
function heaviestBeside(
  shape: BodyShape,
  trunk: ReadonlySet<number>,
  end: number,
  bearing: ReadonlySet<number>,
): number {
  const beyond = beyondLimbs(shape, trunk, end, bearing);
  const neck = beyond[beyond.length - 1];
  const moved = (way: readonly number[]) => way.reduce((sum, j) => sum + shape.shares[j], 0);
  let best = end;
  let most = -Infinity;
  for (const other of trunkEnds(shape, trunk).filter((j) => j === end || !beyond.includes(j))) {
    const way = trunkPath(shape, trunk, other, neck);
    const meets = way.findIndex((j) => j !== end && beyond.includes(j));
    if (meets < 0 || way.some((j) => bearing.has(j))) continue;
    const rises = height(shape, shape.middles[other]) > height(shape, shape.bones[way[meets]].head);
    const weight = moved(way.slice(0, meets));
    if ((other === end || rises) && weight > most) [best, most] = [other, weight];
  }
  return best;
}

/** The bones from an end of the trunk up to the first that carries a limb, which is not included. */
function beyondLimbs(
  shape: BodyShape,
  trunk: ReadonlySet<number>,
  end: number,
  bearing: ReadonlySet<number>,
): number[] {
  const paths = [...bearing].map((j) => trunkPath(shape, trunk, end, j));
  if (paths.length === 0) return [...trunk];
  const shortest = paths.sort((a, b) => a.length - b.length)[0];
  return shortest.length > 1 ? shortest.slice(0, -1) : shortest;
}

/** The hind end of the body, from which it is measured towards its head; −1 without limbs. */
const hindEnd = ({ pelvis, chest }: BodyEnds): number => (pelvis >= 0 ? pelvis : chest);

/** Whether the body lies level, like a quadruped's, and not upright. */
export function isLevel(shape: BodyShape, ends: BodyEnds): boolean {
  const [head, from] = [ends.head, hindEnd(ends)];
  if (head < 0 || from < 0) return true;
  const along = minus(shape.middles[head], shape.bones[from].head);
  const rise = Math.abs(dot(shape.up, along));
  return rise < LEVEL * Math.hypot(...along);
}

/**
 * The sign by which the plane's normal points left. A level body faces from its pelvis to its head. An upright body
 * faces where its toes point. If neither is known, left is +x, as for a body that faces +z or −y.
 */
export function leftSign(shape: BodyShape, { plane }: BonePairs, ends: BodyEnds): 1 | -1 {
  const { up } = shape;
  // Left is up × forward, so forward is normal × up if the normal points left.
  const forward = cross(plane.normal, up);
  const { head, legs } = ends;
  const from = hindEnd(ends);
  if (head >= 0 && from >= 0 && isLevel(shape, ends)) {
    const way = dot(forward, minus(shape.middles[head], shape.bones[from].head));
    if (Math.abs(way) > 0.05 * shape.size) return way > 0 ? 1 : -1;
  }
  const toes = legs.reduce((sum, limb) => sum + dot(forward, toeDirection(shape, limb)), 0);
  if (Math.abs(toes) > 0.01 * shape.size) return toes > 0 ? 1 : -1;
  const largest = plane.normal.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most), 0);
  return largest > 0 ? 1 : -1;
}

/** The direction from the ankle to the foremost point of a foot. */
function toeDirection(shape: BodyShape, { chain, digits }: Limb): [number, number, number] {
  const ends = [chain[chain.length - 1], ...digits.map((digit) => digit[digit.length - 1])];
  const lowest = ends.sort((a, b) => height(shape, shape.tips[a]) - height(shape, shape.tips[b]))[0];
  const ankle = chain.length > 2 ? chain[2] : chain[chain.length - 1];
  return minus(shape.middles[lowest], shape.bones[ankle].head);
}

/** The side of the plane on which a bone of a pair lies. */
export const lateralOf = (shape: BodyShape, { plane }: BonePairs, j: number): number =>
  side(plane, shape.middles[j]);
