import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, type Random } from "../../math/random";
import { kSvd } from "./k-svd";
import {
  type Code,
  type Dictionary,
  dotProduct,
  matchingPursuit,
  orthogonalMatchingPursuit,
  residualOf,
} from "./pursuit";

const seeds = fc.integer({ min: 1, max: 1e6 });

function unitVector(random: Random, size: number): Float64Array {
  const v = Float64Array.from({ length: size }, () => random.normal());
  const length = Math.sqrt(dotProduct(v, v));
  return v.map((x) => x / length);
}

function randomDictionary(random: Random, size: number, count: number): Dictionary {
  const atoms = new Float64Array(size * count);
  for (let j = 0; j < count; j++) atoms.set(unitVector(random, size), j * size);
  return { size, count, atoms };
}

/** Orthonormal atoms, by Gram-Schmidt. */
function orthonormal(random: Random, size: number): Dictionary {
  const dictionary = randomDictionary(random, size, size);
  for (let j = 0; j < size; j++) {
    const atom = dictionary.atoms.subarray(j * size, (j + 1) * size);
    for (let k = 0; k < j; k++) {
      const before = dictionary.atoms.subarray(k * size, (k + 1) * size);
      const share = dotProduct(atom, before);
      for (let n = 0; n < size; n++) atom[n] -= share * before[n];
    }
    const length = Math.sqrt(dotProduct(atom, atom));
    for (let n = 0; n < size; n++) atom[n] /= length;
  }
  return dictionary;
}

const square = (v: Float64Array) => dotProduct(v, v);
const sumOf = (dictionary: Dictionary, code: Code) =>
  residualOf(dictionary, new Float64Array(dictionary.size), code).map((x) => -x);

/** A code of a few atoms with coefficients away from 0. */
function randomCode(random: Random, count: number, most: number): Code {
  const order = [...Array(count).keys()].sort(() => random.next() - 0.5);
  const coefficient = () => (random.next() < 0.5 ? -1 : 1) * (0.5 + random.next());
  return new Map(order.slice(0, most).map((j) => [j, coefficient()]));
}

describe("pursuits", () => {
  it("find planted codes of an orthonormal dictionary exactly", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 4 }), (seed, most) => {
        const random = createRandom(seed);
        const dictionary = orthonormal(random, 8);
        const planted = randomCode(random, 8, most);
        const signal = sumOf(dictionary, planted);
        for (const pursue of [matchingPursuit, orthogonalMatchingPursuit]) {
          const found = pursue(dictionary, signal, most);
          expect([...found.keys()].sort()).toEqual([...planted.keys()].sort());
          for (const [j, x] of planted) expect(found.get(j)).toBeCloseTo(x, 8);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("leave a residual perpendicular to the chosen atoms, and with one atom no longer than matching pursuit does", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 5 }), (seed, most) => {
        const random = createRandom(seed);
        const dictionary = randomDictionary(random, 7, 20);
        const signal = unitVector(random, 7);
        const code = orthogonalMatchingPursuit(dictionary, signal, most);
        expect(code.size).toBeLessThanOrEqual(most);
        const rest = residualOf(dictionary, signal, code);
        for (const j of code.keys()) {
          expect(dotProduct(rest, dictionary.atoms.subarray(7 * j, 7 * j + 7))).toBeCloseTo(0, 8);
        }
        const one = residualOf(dictionary, signal, matchingPursuit(dictionary, signal, 1));
        expect(square(rest)).toBeLessThanOrEqual(square(one) + 1e-12);
        // Another atom never makes the residual longer.
        const more = residualOf(dictionary, signal, orthogonalMatchingPursuit(dictionary, signal, most + 1));
        expect(square(more)).toBeLessThanOrEqual(square(rest) + 1e-12);
      }),
      { numRuns: 50 },
    );
  });

  it("give an empty code for a signal of 0", () => {
    const dictionary = randomDictionary(createRandom(1), 4, 6);
    expect(matchingPursuit(dictionary, new Float64Array(4), 3).size).toBe(0);
    expect(orthogonalMatchingPursuit(dictionary, new Float64Array(4), 3).size).toBe(0);
  });
});

describe("K-SVD", () => {
  it("finds the atoms of a planted dictionary, and its error never rises", () => {
    const random = createRandom(11);
    const [size, count, most] = [12, 10, 2];
    const planted = randomDictionary(random, size, count);
    const signals = Array.from({ length: 150 }, () => sumOf(planted, randomCode(random, count, most)));
    // K-SVD descends to the nearest minimum, so several starts are usual.
    const tries = [5, 6, 7].map((seed) =>
      kSvd(signals, size, { count, most, rounds: 20, random: createRandom(seed) }),
    );
    const { dictionary, codes, errors } = tries.reduce((best, next) =>
      next.errors[19] < best.errors[19] ? next : best,
    );
    for (let round = 1; round < errors.length; round++) {
      expect(errors[round]).toBeLessThanOrEqual(errors[round - 1] * (1 + 1e-9) + 1e-12);
    }
    for (const code of codes) expect(code.size).toBeLessThanOrEqual(most);
    // An atom is found up to its sign.
    const found = Array.from({ length: count }, (_, j) => {
      const atom = planted.atoms.subarray(size * j, size * (j + 1));
      const alike = Array.from({ length: count }, (_none, k) =>
        Math.abs(dotProduct(atom, dictionary.atoms.subarray(size * k, size * (k + 1)))),
      );
      return Math.max(...alike);
    });
    expect(found.filter((x) => x > 0.99).length).toBeGreaterThanOrEqual(count - 1);
  });
});
