/**
 * Matching pursuit and orthogonal matching pursuit (Le & Deng 2014, algorithms 5 and 6): write a signal as a sum of a
 * few atoms of a dictionary. The printed algorithm 6 fits the residual, but the coefficients must fit the signal.
 */
import { choleskySolve } from "../../math/cholesky-solve";

/** Atoms of unit length, one after another, `size` numbers each. */
export interface Dictionary {
  size: number;
  count: number;
  atoms: Float64Array;
}

/** Coefficients of the atoms that are used. */
export type Code = Map<number, number>;

const atomOf = ({ atoms, size }: Dictionary, j: number) => atoms.subarray(j * size, (j + 1) * size);

export function dotProduct(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += a[n] * b[n];
  return sum;
}

/** x − D a. */
export function residualOf(dictionary: Dictionary, signal: ArrayLike<number>, code: Code): Float64Array {
  const rest = Float64Array.from(signal);
  for (const [j, share] of code) {
    const atom = atomOf(dictionary, j);
    for (let n = 0; n < rest.length; n++) rest[n] -= share * atom[n];
  }
  return rest;
}

/** The atom with the largest product with the residual, and that product; null if all are 0. */
function mostAlike(dictionary: Dictionary, rest: Float64Array): { atom: number; product: number } | null {
  let best: { atom: number; product: number } | null = null;
  for (let j = 0; j < dictionary.count; j++) {
    const product = dotProduct(atomOf(dictionary, j), rest);
    if (product !== 0 && (!best || Math.abs(product) > Math.abs(best.product))) best = { atom: j, product };
  }
  return best;
}

/**
 * Algorithm 5: repeatedly subtracts the most similar atom from the residual.
 * @param most the most different atoms, 1 or more. An atom may be subtracted several times.
 * @param steps the most steps.
 */
export function matchingPursuit(
  dictionary: Dictionary,
  signal: ArrayLike<number>,
  most: number,
  steps = 1000,
): Code {
  const code: Code = new Map();
  const rest = Float64Array.from(signal);
  const least = 1e-12 * Math.sqrt(dotProduct(rest, rest));
  for (let step = 0; step < steps; step++) {
    const next = mostAlike(dictionary, rest);
    if (!next || Math.abs(next.product) <= least) break;
    if (!code.has(next.atom) && code.size === most) break;
    code.set(next.atom, (code.get(next.atom) ?? 0) + next.product);
    const atom = atomOf(dictionary, next.atom);
    for (let n = 0; n < rest.length; n++) rest[n] -= next.product * atom[n];
  }
  return code;
}

/** Algorithm 6: after each new atom, the coefficients of all atoms are fitted to the signal by least squares. */
export function orthogonalMatchingPursuit(
  dictionary: Dictionary,
  signal: ArrayLike<number>,
  most: number,
): Code {
  const chosen: number[] = [];
  let code: Code = new Map();
  let rest: Float64Array = Float64Array.from(signal);
  const least = 1e-12 * Math.sqrt(dotProduct(rest, rest));
  while (chosen.length < most) {
    const next = mostAlike(dictionary, rest);
    if (!next || Math.abs(next.product) <= least || chosen.includes(next.atom)) break;
    chosen.push(next.atom);
    code = leastSquares(dictionary, signal, chosen);
    rest = residualOf(dictionary, signal, code);
  }
  return code;
}

/** The coefficients of some atoms with the least squared residual. */
function leastSquares(dictionary: Dictionary, signal: ArrayLike<number>, chosen: readonly number[]): Code {
  const k = chosen.length;
  const gram = new Float64Array(k * k);
  const right = new Float64Array(k);
  for (let a = 0; a < k; a++) {
    const atom = atomOf(dictionary, chosen[a]);
    right[a] = dotProduct(atom, signal);
    for (let b = 0; b < k; b++) gram[k * a + b] = dotProduct(atom, atomOf(dictionary, chosen[b]));
    gram[k * a + a] *= 1 + 1e-13;
  }
  choleskySolve(gram, right);
  return new Map(chosen.map((j, a) => [j, right[a]]));
}
