import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, type Random } from "../../math/random";
import { numbersBetween } from "../../testing/numbers-between";
import { compose, turnAbout } from "../../testing/rigs";
import { unitVector } from "../testing/limbs";
import { softJoint, subspaceJoint } from "./joint-solve";
import { gapAt, pairMoments } from "./pair-moments";

type Point = [number, number, number];

const draw = (random: Random): Point => [random.normal(), random.normal(), random.normal()];

/** Two bones over eight frames that turn about a common point, which moves. */
function pair(random: Random, joint: Point, turn: (frame: number) => [axis: number[], angle: number]) {
  const frames = Array.from({ length: 8 }, (_, k) => {
    const first = turnAbout(unitVector(random), 2 * random.normal(), joint, draw(random));
    return [first, compose(first, turnAbout(...turn(k), joint, [0, 0, 0]))];
  });
  return Float64Array.from(frames.flat(2));
}

/** The squared gap at a rest point, summed over the frames by its definition. */
function gapByDefinition(motion: Float64Array, o: readonly number[]): number {
  let sum = 0;
  for (let frame = 0; frame < motion.length; frame += 24) {
    for (let r = 0; r < 12; r += 4) {
      const at = (bone: number) =>
        o.reduce((total, x, c) => total + motion[frame + bone + r + c] * x, motion[frame + bone + r + 3]);
      sum += (at(0) - at(12)) ** 2;
    }
  }
  return sum;
}

/** The minimum of a function of three numbers by pattern search. */
function bruteForce(f: (o: number[]) => number): number[] {
  let best = [0, 0, 0];
  for (let step = 4; step > 1e-9; ) {
    const tried = [0, 1, 2].flatMap((c) =>
      [-step, step].map((s) => best.map((x, d) => (d === c ? x + s : x))),
    );
    const next = tried.reduce((p, q) => (f(q) < f(p) ? q : p), best);
    if (next === best) step /= 2;
    best = next;
  }
  return best;
}

const distance = (p: readonly number[], q: readonly number[]) => Math.hypot(...p.map((x, c) => x - q[c]));

describe("the joint of two bones", () => {
  it("minimises equation 23", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), numbersBetween(1e-3, 10), (seed, µ) => {
        const random = createRandom(seed);
        const motion = pair(random, draw(random), () => [unitVector(random), random.normal()]);
        for (let n = 0; n < motion.length; n++) motion[n] += 0.1 * random.normal();
        const [gj, gk] = [draw(random), draw(random)];
        const middle = gj.map((x, c) => (x + gk[c]) / 2);
        const objective = (o: readonly number[]) =>
          gapByDefinition(motion, o) + µ * o.reduce((sum, x, c) => sum + (gj[c] + gk[c] - 2 * x) ** 2, 0);
        const { joint, gap } = softJoint(pairMoments(motion, 2, 0, 1, middle), µ);
        const best = bruteForce(objective);
        expect(distance(joint, best)).toBeLessThan(1e-5);
        expect(gap).toBeCloseTo(Math.sqrt(gapByDefinition(motion, joint) / 8), 10);
      }),
      { numRuns: 20, seed: 3 },
    );
  });

  it("is the centre of a ball joint, by either solver", () => {
    const random = createRandom(4);
    const truth = draw(random);
    const motion = pair(random, truth, () => [unitVector(random), random.normal()]);
    const moments = pairMoments(motion, 2, 0, 1, draw(random));
    expect(distance(softJoint(moments, 0).joint, truth)).toBeLessThan(1e-7);
    const found = subspaceJoint(moments);
    expect(found.rank).toBe(3);
    expect(distance(found.joint, truth)).toBeLessThan(1e-10);
    expect(found.gap).toBeLessThan(1e-7);
  });

  it("is the point of a hinge's axis that is nearest to the expected place", () => {
    const random = createRandom(5);
    const truth = draw(random);
    const axis: Point = [0.6, 0, 0.8];
    const motion = pair(random, truth, (k) => [axis, 0.3 * k]);
    const expected = draw(random);
    const along = axis.reduce((sum, x, c) => sum + x * (expected[c] - truth[c]), 0);
    const nearest = truth.map((x, c) => x + along * axis[c]);
    const moments = pairMoments(motion, 2, 0, 1, expected);
    const found = subspaceJoint(moments);
    expect(found.rank).toBe(2);
    expect(distance(found.joint, nearest)).toBeLessThan(1e-10);
    expect(distance(softJoint(moments, 1e-6).joint, nearest)).toBeLessThan(1e-5);
  });

  it("ignores small turns about other axes, if it is a pseudo-inverse", () => {
    const random = createRandom(8);
    const truth = draw(random);
    const wobble = (k: number): [number[], number] => [[0.6, 0.004 * (-1) ** k, 0.8], 0.3 * (1 + k)];
    const moments = pairMoments(
      pair(random, truth, wobble),
      2,
      0,
      1,
      truth.map((x, c) => x + [0.6, 0, 0.8][c]),
    );
    expect(subspaceJoint(moments).rank).toBe(2);
    expect(subspaceJoint(moments, 1e-9)).toMatchObject({ rank: 3 });
    expect(distance(subspaceJoint(moments).joint, truth)).toBeCloseTo(1, 2);
    expect(distance(subspaceJoint(moments, 1e-9).joint, truth)).toBeLessThan(1e-6);
  });

  it("stays at the expected place if the bones never move against each other", () => {
    const random = createRandom(6);
    const motion = pair(random, draw(random), () => [[1, 0, 0], 0]);
    const expected = draw(random);
    const moments = pairMoments(motion, 2, 0, 1, expected);
    expect(subspaceJoint(moments)).toMatchObject({ rank: 0, joint: expected });
    expect(distance(softJoint(moments, 0.01).joint, expected)).toBeLessThan(1e-12);
    expect(distance(softJoint(moments, 0).joint, expected)).toBeLessThan(1e-6);
  });

  it("does not depend on the reference point of its sums", () => {
    const random = createRandom(7);
    const motion = pair(random, draw(random), () => [unitVector(random), random.normal()]);
    const o = draw(random);
    for (const about of [[0, 0, 0], draw(random)]) {
      const u = o.map((x, c) => x - about[c]);
      const sum = gapAt(pairMoments(motion, 2, 0, 1, about), u);
      expect(sum).toBeCloseTo(gapByDefinition(motion, o), 9);
    }
  });
});
