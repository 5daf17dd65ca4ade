/**
 * K-SVD (Aharon, Elad & Bruckstein 2006; Le & Deng 2014, equations 48 to 52): finds a dictionary in which signals are
 * sums of a few atoms. Codes and atoms are solved in turn. Atom k becomes the first left singular vector of E_k, the
 * remainder of its signals without the other atoms. (The text prints E_k with the sign of its sum reversed.)
 */
import type { Random } from "../../math/random";
import { type Code, type Dictionary, dotProduct, orthogonalMatchingPursuit, residualOf } from "./pursuit";

export interface KSvdOptions {
  /** The number of atoms, 1 or more. */
  count: number;
  /** The most atoms of a signal. */
  most: number;
  rounds: number;
  random: Random;
}

export interface KSvdResult {
  dictionary: Dictionary;
  codes: Code[];
  /** Σ |x − D a|² after each round. */
  errors: number[];
}

/**
 * Power steps for the first singular vector. They start from the old atom, and the gap is large once codes are right.
 */
const POWER_STEPS = 20;

function normalised(v: Float64Array): Float64Array {
  const length = Math.sqrt(dotProduct(v, v));
  return length > 0 ? v.map((x) => x / length) : v;
}

/** @param signals signals of `size` numbers each. */
export function kSvd(signals: readonly Float64Array[], size: number, options: KSvdOptions): KSvdResult {
  const { count, most, rounds, random } = options;
  const atoms = new Float64Array(count * size);
  for (let j = 0; j < count; j++) {
    const start = normalised(signals[random.integer(signals.length)]);
    atoms.set(start.some((x) => x !== 0) ? start : unit(size, j), j * size);
  }
  const dictionary = { size, count, atoms };
  let codes: Code[] = [];
  const errors: number[] = [];
  const left = (i: number) => {
    const rest = residualOf(dictionary, signals[i], codes[i]);
    return dotProduct(rest, rest);
  };
  for (let round = 0; round < rounds; round++) {
    codes = signals.map((signal, i) => betterCode(dictionary, signal, codes[i], most));
    for (let j = 0; j < count; j++) updateAtom(dictionary, j, signals, codes);
    errors.push(signals.reduce((sum, _, i) => sum + left(i), 0));
  }
  return { dictionary, codes, errors };
}

const unit = (size: number, j: number) =>
  Float64Array.from({ length: size }, (_, n) => (n === j % size ? 1 : 0));

/** A new code, or the old one if that is better. Pursuit is greedy, and the error must not rise. */
function betterCode(dictionary: Dictionary, signal: Float64Array, old: Code | undefined, most: number): Code {
  const fresh = orthogonalMatchingPursuit(dictionary, signal, most);
  if (!old) return fresh;
  const error = (code: Code) => {
    const rest = residualOf(dictionary, signal, code);
    return dotProduct(rest, rest);
  };
  return error(fresh) <= error(old) ? fresh : old;
}

/** Makes atom k and its coefficients the best rank-one part of E_k. An atom without signals takes the worst signal. */
function updateAtom(
  dictionary: Dictionary,
  k: number,
  signals: readonly Float64Array[],
  codes: Code[],
): void {
  const { size, atoms } = dictionary;
  const users = codes.flatMap((code, i) => (code.has(k) ? [i] : []));
  if (users.length === 0) {
    const rests = signals.map((signal, i) => residualOf(dictionary, signal, codes[i]));
    const worst = rests.reduce((best, rest) =>
      dotProduct(rest, rest) > dotProduct(best, best) ? rest : best,
    );
    if (dotProduct(worst, worst) > 0) atoms.set(normalised(worst), k * size);
    return;
  }
  // E_k, one row for each signal that uses the atom.
  const rows = users.map((i) => {
    const without = new Map(codes[i]);
    without.delete(k);
    return residualOf(dictionary, signals[i], without);
  });
  let atom: Float64Array = atoms.slice(k * size, (k + 1) * size);
  for (let step = 0; step < POWER_STEPS; step++) {
    const next = new Float64Array(size);
    for (const row of rows) {
      const share = dotProduct(row, atom);
      for (let n = 0; n < size; n++) next[n] += share * row[n];
    }
    if (!next.some((x) => x !== 0)) break;
    atom = normalised(next);
  }
  atoms.set(atom, k * size);
  users.forEach((i, n) => {
    codes[i].set(k, dotProduct(rows[n], atom));
  });
}
