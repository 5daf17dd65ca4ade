/**
 * The least error that any weights with at most k influences can have, under the bones, motion and rest pose of a rig.
 * No method can be below it. It tries every set of bones at every vertex, so the rig must have few bones.
 */
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { residualGram } from "../../workers/reduce/residual-gram";
import { eRmsOf } from "../../workers/skeleton/report/residuals";

/** More sets of bones than this would take more than a few minutes. */
const MOST_SETS = 60_000;
/** A smaller pivot, as a share of the diagonal, means that fewer bones reach the same error. */
const SINGULAR = 1e-10;

/**
 * @returns E_RMS over all frames, or null if there are too many sets of bones.
 */
export function leastERms(sequence: MeshSequence, rig: Rig, influences: number): number | null {
  const bones = rig.bones.map((_, j) => j);
  const sets = setsOf(bones.length, influences);
  if (sets.length > MOST_SETS) return null;
  const V = sequence.vertexCount;
  const frames = Array.from({ length: sequence.frameCount }, (_, f) => f);
  const posed = {
    rest: rig.rest,
    motion: frames.map((f) => rig.motion.subarray(12 * bones.length * f, 12 * bones.length * (f + 1))),
    targets: frames.map((f) => sequence.frames.subarray(3 * V * f, 3 * V * (f + 1))),
  };
  let error = 0;
  for (let i = 0; i < V; i++) error += leastOfVertex(residualGram(posed, i, bones), bones.length, sets);
  return eRmsOf(error, sequence);
}

/** The sets of 1 to k of B bones. */
function setsOf(B: number, k: number): number[][] {
  const sets: number[][] = [];
  const add = (set: number[], from: number) => {
    for (let j = from; j < B && sets.length <= MOST_SETS; j++) {
      const larger = [...set, j];
      sets.push(larger);
      if (larger.length < k) add(larger, j + 1);
    }
  };
  add([], 0);
  return sets;
}

/**
 * The least wᵀGw over all sets, with w ≥ 0 and Σw = 1. At the best weights all bones in use have the same slope, so
 * G w = λ on them: each set is solved for that alone, and counts if no weight is negative.
 */
function leastOfVertex(G: Float64Array, B: number, sets: readonly (readonly number[])[]): number {
  let least = Infinity;
  for (const set of sets) {
    const y = solvedForOnes(G, B, set);
    if (!y) continue;
    const sum = y.reduce((a, b) => a + b, 0);
    // With w = y / Σy the error is 1 / Σy.
    if (sum > 0 && y.every((x) => x >= 0)) least = Math.min(least, 1 / sum);
  }
  // A vertex whose Gram matrix is singular for every set reaches its target exactly.
  return least === Infinity ? 0 : least;
}

/** Solves G y = 1 on a set of bones by Cholesky factors; null if G is singular there. */
function solvedForOnes(G: Float64Array, B: number, set: readonly number[]): number[] | null {
  const n = set.length;
  const L: number[][] = [];
  const y = new Array<number>(n);
  for (let r = 0; r < n; r++) {
    L[r] = [];
    let ahead = 1;
    for (let c = 0; c <= r; c++) {
      let rest = G[B * set[r] + set[c]];
      for (let k = 0; k < c; k++) rest -= L[r][k] * L[c][k];
      if (c < r) {
        L[r][c] = rest / L[c][c];
        ahead -= L[r][c] * y[c];
      } else {
        if (!(rest > SINGULAR * G[B * set[r] + set[r]])) return null;
        L[r][r] = Math.sqrt(rest);
        y[r] = ahead / L[r][r];
      }
    }
  }
  for (let r = n - 1; r >= 0; r--) {
    for (let k = r + 1; k < n; k++) y[r] -= L[k][r] * y[k];
    y[r] /= L[r][r];
  }
  return y;
}
