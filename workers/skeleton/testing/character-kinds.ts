import type { Random } from "../../math/random";
import { unitVector } from "./limbs";

/** A bone of a character at rest. */
export interface Limb {
  parent: number;
  from: number[];
  to: number[];
  /** How far the bone slides out along its own direction, relative to its length; absent for joints that only turn. */
  slides?: number;
}

/** The characters by name. Each makes its bones at rest, parents first. */
export const CHARACTERS: Record<string, (random: Random) => Limb[]> = {
  /** A long tail of bones that shrink towards the tip. */
  tail: (random) =>
    chain([], -1, [0, 0, 0], [1, 0, 0], [2, 1.7, 1.5, 1.3, 1.1, 1, 0.9, 0.8, 0.7, 0.6], random),
  /** A body with eight legs of three bones. */
  spider: (random) => {
    const limbs = chain([], -1, [-1, 0, 0], [1, 0, 0], [2, 1.6], random, 0);
    for (let leg = 0; leg < 8; leg++) {
      const side = leg % 2 ? 1 : -1;
      const at = [-0.7 + 0.45 * (leg >> 1), 0, 0.35 * side];
      chain(limbs, 0, at, [0.4 * ((leg >> 1) - 1.5), 0.5, side], [1.1, 1.4, 1.2], random);
    }
    return limbs;
  },
  /** A palm with five fingers. */
  hand: (random) => {
    const limbs = chain([], -1, [0, 0, 0], [0, 1, 0], [2.2], random, 0);
    for (let finger = 0; finger < 5; finger++) {
      const at = finger === 0 ? [-0.7, 0.7, 0] : [-0.9 + 0.45 * finger, 2, 0];
      const way = finger === 0 ? [-1, 0.7, 0.2] : [0.12 * (finger - 2.5), 1, 0];
      const size = [0.8, 0.95, 1.05, 0.95, 0.75][finger];
      chain(limbs, 0, at, way, [size, 0.7 * size, 0.55 * size], random, 0.1);
    }
    return limbs;
  },
  /** A body with many kinds of limbs, all different. */
  beast: (random) => {
    const spine = chain([], -1, [0, 0, 0], [1, 0.1, 0], [1, 1.2, 1.1, 0.9], random);
    const head = chain(spine, 3, spine[3].to, [1, 0.8, 0], [0.6, 1.1], random);
    chain(head, 0, spine[0].from, [-1, -0.2, 0], [0.9, 0.8, 0.7, 0.6, 0.5], random);
    chain(head, 3, [2.9, 0.2, 0.3], [0.1, -1, 0.7], [1, 0.9], random);
    chain(head, 3, [2.9, 0.2, -0.3], [0.1, -1, -0.7], [1, 0.8, 0.5], random);
    chain(head, 0, [0.3, 0, 0.3], [-0.1, -1, 0.7], [1.1, 1, 0.6], random);
    return head;
  },
  /** A person with three fingers on each hand, left and right alike. */
  biped: (random) => {
    const limbs = chain([], -1, [0, 0, 0], [0, 1, 0], [0.9, 0.9, 0.8], random, 0);
    chain(limbs, 2, limbs[2].to, [0, 1, 0], [0.4, 0.8], random, 0);
    for (const side of [1, -1]) {
      chain(limbs, 0, [0.35 * side, -0.1, 0], [0.05 * side, -1, 0.05], [1.6, 1.5], random, 0);
      chain(limbs, limbs.length - 1, limbs[limbs.length - 1].to, [0, -0.25, 1], [0.7], random, 0);
      chain(limbs, 2, [0.2 * side, 2.4, 0], [side, 0, 0], [0.4, 1.2, 1.1, 0.5], random, 0);
      const hand = limbs.length - 1;
      const [x, y, z] = limbs[hand].to;
      for (let finger = -1; finger <= 1; finger++) {
        chain(limbs, hand, [x, y, z + 0.2 * finger], [side, 0, 0.3 * finger], [0.3, 0.25], random, 0);
      }
    }
    return limbs;
  },
  /** A long body that swims, with a tail fin of two halves and a fin on each side. */
  fish: (random) => {
    const limbs = chain([], -1, [0, 0, 0], [1, 0, 0], [1.2, 1, 0.9, 0.8, 0.7, 0.6], random, 0);
    const tail = limbs.length - 1;
    for (const side of [1, -1]) {
      chain(limbs, tail, limbs[tail].to, [0.7, side, 0], [0.8], random, 0);
      chain(limbs, 0, [0.8, -0.1, 0.2 * side], [0.4, -0.3, side], [0.8], random, 0);
    }
    return limbs;
  },
  /** An arm on a turning column. Its last beam slides out of the one before, and carries a hook. */
  crane: (random) => {
    const limbs = chain([], -1, [0, 0, 0], [0, 1, 0], [2.5], random, 0);
    chain(limbs, 0, limbs[0].to, [0, 1, 0], [1], random, 0);
    chain(limbs, 1, limbs[1].to, [1, 0.4, 0], [2.4, 1.8], random, 0);
    limbs[3].slides = 0.5;
    chain(limbs, 3, limbs[3].to, [0, -1, 0], [0.9, 0.5], random, 0);
    return limbs;
  },
  /** A bell with six tentacles. */
  jellyfish: (random) => {
    const limbs = chain([], -1, [0, 0, 0], [0, 1, 0], [1.4], random, 0);
    for (let n = 0; n < 6; n++) {
      const [x, z] = [Math.cos((n * Math.PI) / 3), Math.sin((n * Math.PI) / 3)];
      chain(limbs, 0, [0.5 * x, 0, 0.5 * z], [0.15 * x, -1, 0.15 * z], [0.9, 0.85, 0.8, 0.75], random, 0.15);
    }
    return limbs;
  },
  /** Bones that branch randomly. */
  bush: (random) => {
    const limbs = chain([], -1, [0, 0, 0], unitVector(random), [1.5], random);
    while (limbs.length < 14) {
      const parent = random.integer(limbs.length);
      chain(limbs, parent, limbs[parent].to, unitVector(random), [0.7 + random.next()], random);
    }
    return limbs;
  },
};

/**
 * Adds a chain of bones. Each bends a little from the one before.
 * @param bend radians.
 */
function chain(
  limbs: Limb[],
  parent: number,
  start: readonly number[],
  way: readonly number[],
  lengths: readonly number[],
  random: Random,
  bend = 0.3,
): Limb[] {
  let [from, above] = [[...start], parent];
  let along = scaledTo(way, 1);
  for (const length of lengths) {
    const aside = unitVector(random);
    along = scaledTo(
      along.map((x, c) => x + bend * aside[c]),
      1,
    );
    const to = from.map((x, c) => x + length * along[c]);
    limbs.push({ parent: above, from, to });
    [from, above] = [to, limbs.length - 1];
  }
  return limbs;
}

export function scaledTo(v: readonly number[], length: number): number[] {
  const size = Math.hypot(...v) || 1;
  return v.map((x) => (x * length) / size);
}
