/** Limbs: branches that come in pairs, left and right of the trunk. */

import { distance, dot } from "../../math/vectors";
import type { Point } from "../../model/skeleton/skeleton";
import { side } from "./body-plane";
import { type BodyShape, branch, movesVertices } from "./body-shape";
import type { BonePairs } from "./bone-pairs";

/** A pair of branches. It lists the bones on the positive side of the plane; the other side has their partners. */
export interface Limb {
  /** The bones from the trunk to the limb's end, or to where it divides into digits. */
  chain: number[];
  /** Fingers or toes, each from its base to its end. */
  digits: number[][];
  /** All other bones of the branch in chains, like a wing's feathers. */
  others: number[][];
  /** The bone of the trunk that is its parent; the nearest one for a limb without such a parent. */
  attach: number;
  base: Point;
  /** How far it reaches from its base, relative to the body's size. */
  reach: number;
  /** Heights of its lowest point and of its base: 0 on the ground, 1 at the top of the body. */
  lowest: number;
  baseHeight: number;
}

/** A limb continues another one if it begins this near to the other's end, relative to the body's size. */
const CONTINUES = 0.06;

export const height = ({ up, ground, top }: BodyShape, p: Point): number =>
  (dot(up, p) - ground) / (top - ground || 1);

/** The number of bones in the longest chain from `j` down, including `j`. */
const depth = (shape: BodyShape, j: number): number =>
  1 + Math.max(0, ...shape.children[j].map((child) => depth(shape, child)));

/**
 * Follows a branch to its end. The chain ends where a side branch is as deep as the main one or one bone less deep.
 * Both are then digits.
 */
function follow(shape: BodyShape, start: number): Pick<Limb, "chain" | "digits" | "others"> {
  const chain = [start];
  const others: number[][] = [];
  for (;;) {
    const at = chain[chain.length - 1];
    const all = shape.children[at];
    const next = (all.some((j) => movesVertices(shape, j)) ? all.filter((j) => movesVertices(shape, j)) : all)
      .map((j) => ({ j, depth: depth(shape, j) }))
      .sort((a, b) => b.depth - a.depth || size(shape, b.j) - size(shape, a.j));
    if (next.length === 0) return { chain, digits: [], others };
    if (next.length > 1 && next[0].depth <= next[1].depth + 1) {
      return { chain, digits: next.map(({ j }) => longest(shape, j)), others };
    }
    chain.push(next[0].j);
    others.push(...next.slice(1).map(({ j }) => longest(shape, j)));
  }
}

const size = (shape: BodyShape, j: number) => distance(shape.bones[j].head, shape.tips[j]);

/** Chains of the bones of a branch that are in no chain yet. */
function remaining(
  shape: BodyShape,
  start: number,
  { chain, digits, others }: Pick<Limb, "chain" | "digits" | "others">,
): number[][] {
  const known = new Set([...chain, ...digits.flat(), ...others.flat()]);
  const found: number[][] = [];
  for (const j of branch(shape, start)) {
    if (known.has(j)) continue;
    const next = longest(shape, j).filter((each) => !known.has(each));
    for (const each of next) known.add(each);
    found.push(next);
  }
  return found;
}

/** The deepest chain below a bone, starting with the bone itself. */
function longest(shape: BodyShape, start: number): number[] {
  const chain = [start];
  for (let at = start; shape.children[at].length > 0; chain.push(at)) {
    at = [...shape.children[at]].sort(
      (a, b) => depth(shape, b) - depth(shape, a) || size(shape, b) - size(shape, a),
    )[0];
  }
  return chain;
}

/** The trunk's bone whose middle is nearest to a point; −1 without a trunk. */
const nearest = (shape: BodyShape, trunk: ReadonlySet<number>, p: Point): number =>
  [...trunk].reduce(
    (best, j) => (best < 0 || distance(shape.middles[j], p) < distance(shape.middles[best], p) ? j : best),
    -1,
  );

/** All limbs, the largest first. */
export function findLimbs(
  shape: BodyShape,
  { plane, partner }: BonePairs,
  trunk: ReadonlySet<number>,
): Limb[] {
  const { bones } = shape;
  const isPaired = (j: number) => j >= 0 && partner[j] >= 0 && partner[j] !== j;
  const lateral = (j: number) => side(plane, shape.middles[j]) - side(plane, shape.middles[partner[j]]);
  const starts = [...bones.keys()].filter((j) => {
    if (!isPaired(j) || isPaired(bones[j].parent)) return false;
    return lateral(j) > 0 || (lateral(j) === 0 && j < partner[j]);
  });
  const limbs = starts.map((start): Limb => {
    const parts = follow(shape, start);
    parts.others.push(...remaining(shape, start, parts));
    const both = [...branch(shape, start), ...branch(shape, partner[start])];
    const heights = both.flatMap((j) => [bones[j].head, shape.tips[j]]).map((p) => height(shape, p));
    const base = bones[start].head;
    const { parent } = bones[start];
    return {
      ...parts,
      attach: trunk.has(parent) ? parent : nearest(shape, trunk, base),
      base,
      reach: Math.max(...branch(shape, start).map((j) => distance(base, shape.tips[j]))) / shape.size,
      lowest: Math.min(...heights),
      baseHeight: height(shape, base),
    };
  });
  return joined(shape, limbs).sort((a, b) => b.reach - a.reach || a.chain[0] - b.chain[0]);
}

/**
 * Joins each limb to the one that ends where it begins. Feet are often children of the root, so that they can be
 * planted.
 */
function joined(shape: BodyShape, limbs: Limb[]): Limb[] {
  const gone = new Set<Limb>();
  for (const limb of limbs) {
    const before = limbs.find((other) => {
      const end = other.chain[other.chain.length - 1];
      const near = other !== limb && distance(shape.tips[end], limb.base) < CONTINUES * shape.size;
      return near && !gone.has(other) && other.digits.length === 0 && other.reach > limb.reach;
    });
    if (!before || !movesVertices(shape, limb.chain[0])) continue;
    gone.add(limb);
    before.chain.push(...limb.chain);
    before.digits = limb.digits;
    before.lowest = Math.min(before.lowest, limb.lowest);
  }
  return limbs.filter((limb) => !gone.has(limb));
}
