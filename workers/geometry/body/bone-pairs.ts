/**
 * Finds which bones are each other's mirror image. The tree is compared with its own mirror image from the roots down.
 * Children of a middle bone pair with each other or lie in the middle themselves. Children of a pair of bones pair
 * across. The cost of a pair is the distance of one bone from the other's image, and the differences of length and of
 * moved vertices. So limbs also pair in a rest pose that is not symmetric, such as a stride.
 */

import { distance } from "../../math/vectors";
import type { Point } from "../../model/skeleton/skeleton";
import { candidatePlanes, meshPlane, type Plane, reflected, side } from "./body-plane";
import { type BodyShape, branch } from "./body-shape";

export interface BonePairs {
  plane: Plane;
  /** The mirror image of each bone: itself in the middle, −1 if there is none. An involution. */
  partner: Int32Array;
}

/**
 * The largest distance of a middle bone from the plane, relative to the body's size: the mean of its head's distance
 * and of its vertices' middle. An extraction puts joints of the trunk beside the plane, but not what they move.
 */
const MIDDLE = 0.1;
/**
 * If the two limbs of a pair hang on different bones, they begin at least this far from the plane, relative to the
 * size.
 */
const BESIDE = 0.02;
/** The cost of a middle bone's distance from the plane, over the body's size. */
const OFF_PLANE = 4;
/** Bones in the middle that hang on the same bone without a cost, such as spine and tail. */
const MIDDLE_SIBLINGS = 2;
/**
 * The cost per bone of further branches in the middle. Without it, a flat body would lie in the plane that parts front
 * from back, with its limbs.
 */
const CROWD = 0.1;
/** The cost of a bone without a partner. Two bones pair if the pair costs less than both without partners. */
const ALONE = 0.4;
/** Costs of distances over the body's size: of the squared distance of heads, and of the distance of middles. */
const HEADS = 12;
const MIDDLES = 1.5;
/** The largest cost of a distance within a limb, and the distance that has half that cost. */
const POSED = 0.3;
const POSED_REACH = 0.05;
/** The costs of different lengths, and of different shares of vertices. */
const LENGTHS = 0.15;
const SHARES = 0.15;
/** A slanted plane wins only if it costs this much less per bone than one across an axis. */
const UPRIGHT = 0.01;

/** The cost of a bone without a partner, for comparing different pairs of the same bones. */
export const COST_OF_ONE = ALONE;

/** The best pairs and their cost, in the mesh's plane of symmetry or in the plane where the bones pair best. */
export function bonePairs(shape: BodyShape): { cost: number; pairs: BonePairs } {
  const given = meshPlane(shape);
  const planes = given ? [given] : candidatePlanes(shape);
  let best: { cost: number; pairs: BonePairs } | null = null;
  for (const plane of planes) {
    const found = new Matching(shape, plane).solve();
    const isSlanted = plane.normal.every((x) => x !== 1);
    const cost = found.cost + (isSlanted ? UPRIGHT * shape.bones.length : 0);
    if (!best || cost < best.cost - 1e-12) best = { cost, pairs: { plane, partner: found.partner } };
  }
  // There is at least one plane to try across each level axis.
  return best!;
}

interface Match {
  cost: number;
  /** Pairs of children. A child paired with itself is in the middle. */
  pairs: [number, number][];
}

const unlike = (a: number, b: number) => (a + b > 0 ? Math.abs(a - b) / (a + b) : 0);

class Matching {
  private readonly shape: BodyShape;
  private readonly plane: Plane;
  private readonly known = new Map<number, Match>();
  private readonly sizes: number[];
  /** The mirror images of heads and middles. */
  private readonly images: { head: Point; middle: Point }[];

  constructor(shape: BodyShape, plane: Plane) {
    this.shape = shape;
    this.plane = plane;
    this.sizes = shape.bones.map((_, j) => branch(shape, j).length);
    this.images = shape.bones.map(({ head }, j) => ({
      head: reflected(plane, head),
      middle: reflected(plane, shape.middles[j]),
    }));
  }

  solve(): { cost: number; partner: Int32Array } {
    const partner = new Int32Array(this.shape.bones.length).fill(-1);
    const { cost, pairs } = this.siblings(this.shape.roots);
    const follow = (a: number, b: number, below: [number, number][]) => {
      partner[a] = b;
      partner[b] = a;
      for (const [c, d] of below) follow(c, d, this.match(c, d).pairs);
    };
    for (const [a, b] of pairs) follow(a, b, this.match(a, b).pairs);
    for (const [a, b, below] of this.strays(partner)) {
      for (const j of [a, b].flatMap((each) => branch(this.shape, each))) partner[j] = -1;
      follow(a, b, below);
    }
    return { cost, partner };
  }

  /**
   * Pairs among branches of the trunk that have no partner yet or were counted as middle bones. In a skeleton that was
   * extracted or split, left and right may hang on different bones, one behind the other. The two must lie on opposite
   * sides of the plane, and each must begin and lie at the other's mirror image.
   */
  private strays(partner: Int32Array): [number, number, [number, number][]][] {
    const { bones, children, middles, size } = this.shape;
    const isTrunk = (j: number) => j >= 0 && partner[j] === j;
    const starts = [...partner.keys()].filter(
      (j) => isTrunk(bones[j].parent) && (partner[j] < 0 || isTrunk(j)),
    );
    const now = (j: number) => (partner[j] < 0 ? this.alone(j) : this.match(j, j).cost);
    const across = (j: number) => {
      const [from, to] = [side(this.plane, bones[j].head), side(this.plane, middles[j])];
      return Math.abs(from) > BESIDE * size && from * to > 0 ? from : 0;
    };
    const found = starts.flatMap((a, n) =>
      starts.slice(n + 1).flatMap((b): { a: number; b: number; below: Match["pairs"]; saved: number }[] => {
        if (across(a) * across(b) >= 0) return [];
        const { cost, pairs } = this.couples(children[a], children[b]);
        const saved = now(a) + now(b) - this.apart(a, b) - cost;
        return saved > 0 ? [{ a, b, below: pairs, saved }] : [];
      }),
    );
    const taken = new Set<number>();
    return found
      .sort((p, q) => q.saved - p.saved || p.a - q.a || p.b - q.b)
      .flatMap(({ a, b, below }): [number, number, Match["pairs"]][] => {
        if (taken.has(a) || taken.has(b)) return [];
        taken.add(a).add(b);
        return [[a, b, below]];
      });
  }

  /**
   * The cost of two bones as each other's mirror images, or of one bone as a middle bone. Infinite if they cannot pair.
   */
  private local(a: number, b: number): number {
    const { bones, middles, size } = this.shape;
    if (a === b) {
      const [from, to] = [bones[a].head, middles[a]].map((p) => Math.abs(side(this.plane, p)));
      const off = (from + to) / 2 / size;
      return off > MIDDLE ? Infinity : OFF_PLANE * off;
    }
    // The place where a limb begins does not depend on the pose. The places of its other bones do.
    if (!this.isCouple(bones[a].parent, bones[b].parent)) return this.apart(a, b);
    const [far, apart] = this.distances(a, b);
    return (POSED * (far + apart)) / (far + apart + POSED_REACH) + this.unlike(a, b);
  }

  /** The cost of two bones at which limbs begin. */
  private apart(a: number, b: number): number {
    const [far, apart] = this.distances(a, b);
    return HEADS * far * far + MIDDLES * Math.min(apart, 4 * apart * apart) + this.unlike(a, b);
  }

  /**
   * The distances of a bone's head and middle from the images of another bone's head and middle, over the body's size.
   */
  private distances(a: number, b: number): [heads: number, middles: number] {
    const { bones, middles, size } = this.shape;
    const { head, middle } = this.images[a];
    return [distance(head, bones[b].head) / size, distance(middle, middles[b]) / size];
  }

  /** The cost of different lengths and of different shares of vertices. */
  private unlike(a: number, b: number): number {
    const { bones, tips, shares } = this.shape;
    const reach = (j: number) => distance(bones[j].head, tips[j]);
    return LENGTHS * unlike(reach(a), reach(b)) + SHARES * unlike(shares[a], shares[b]);
  }

  /** Whether two different bones have two different parents. */
  private isCouple(a: number, b: number): boolean {
    return a >= 0 && b >= 0 && a !== b;
  }

  /** Matches two branches as each other's mirror images, or one branch with itself. */
  private match(a: number, b: number): Match {
    const key = Math.min(a, b) * this.shape.bones.length + Math.max(a, b);
    const found = this.known.get(key);
    if (found) return found;
    const { children } = this.shape;
    const own = this.local(a, b);
    const below =
      own === Infinity
        ? { cost: 0, pairs: [] }
        : a === b
          ? this.siblings(children[a])
          : this.couples(children[a], children[b]);
    const match = { cost: own + below.cost, pairs: below.pairs };
    this.known.set(key, match);
    return match;
  }

  private alone(j: number): number {
    return ALONE * this.sizes[j];
  }

  /** Pairs among the children of one middle bone, or among the roots. */
  private siblings(all: readonly number[]): Match {
    const choices = all.flatMap((a, n) => all.slice(n).map((b): [number, number] => [a, b]));
    const match = this.choose(choices, all);
    const inMiddle = match.pairs.filter(([a, b]) => a === b).map(([a]) => this.sizes[a]);
    const crowd = inMiddle.sort((a, b) => b - a).slice(MIDDLE_SIBLINGS);
    return { ...match, cost: match.cost + CROWD * crowd.reduce((sum, n) => sum + n, 0) };
  }

  /** Pairs between the children of two bones that are a pair. */
  private couples(left: readonly number[], right: readonly number[]): Match {
    const choices = left.flatMap((a) => right.map((b): [number, number] => [a, b]));
    return this.choose(choices, [...left, ...right]);
  }

  /** Takes choices greedily, starting with the one that saves most. Each bone is in at most one choice. */
  private choose(choices: [number, number][], all: readonly number[]): Match {
    const saving = (a: number, b: number) =>
      (a === b ? this.alone(a) : this.alone(a) + this.alone(b)) - this.match(a, b).cost;
    const sorted = choices
      .map(([a, b]) => ({ a, b, saved: saving(a, b) }))
      .filter(({ saved }) => saved > 0)
      // A pair saves the cost of two single bones.
      .sort(
        (p, q) => q.saved / (q.a === q.b ? 1 : 2) - p.saved / (p.a === p.b ? 1 : 2) || p.a - q.a || p.b - q.b,
      );
    const taken = new Set<number>();
    let cost = all.reduce((sum, j) => sum + this.alone(j), 0);
    const pairs: [number, number][] = [];
    for (const { a, b, saved } of sorted) {
      if (taken.has(a) || taken.has(b)) continue;
      taken.add(a).add(b);
      cost -= saved;
      pairs.push([a, b]);
    }
    return { cost, pairs };
  }
}
