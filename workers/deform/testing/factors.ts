/**
 * Solves on the whole mesh with the SIMD factorisation: the reference for meshes on which the plain solver is too slow.
 */
import type { Parallel } from "../../kernels/parallel";
import type { Task } from "../../model/task";
import { addDiagonal, type Csc } from "../../sparse/csc";
import { SparseLdlt } from "../../sparse/sparse-ldlt";
import { analyse, type Symbolic } from "../../sparse/symbolic";
import type { Factorise } from "../delta-mush/smoothing";
import { WIDEST_SOLVE } from "../direct/psi";

/** The ordering and analysis that all smoothing systems of a Laplacian share. */
export function analyseSmoothing(laplacian: Csc): SmoothingPattern {
  const matrix = addDiagonal(laplacian, 1);
  return { matrix, symbolic: analyse(matrix) };
}

export interface SmoothingPattern {
  matrix: Csc;
  symbolic: Symbolic;
}

/** Bytes of the arena for `directMoments` with `kernelFactors`: two factors and the widest right-hand side. */
export function factorBytes({ symbolic }: SmoothingPattern, threads: number): number {
  return 2 * SparseLdlt.bytes(symbolic, threads, WIDEST_SOLVE) + 8 * symbolic.n;
}

/**
 * LDLᵀ by the SIMD kernels on all threads. The factors live in the arena of `parallel`: release its mark when the
 * smoothers that were made with them are no longer needed.
 * @param pattern of the Laplacian; matrices with its pattern (λ and κ, other strengths) are not analysed again.
 */
export function kernelFactors(parallel: Parallel, task: Task, pattern: SmoothingPattern): Factorise {
  return async (matrix) => {
    const symbolic = samePattern(pattern.matrix, matrix) ? pattern.symbolic : undefined;
    const factor = await SparseLdlt.create(parallel, matrix, task, symbolic);
    return (x, columns, scale, steps) => factor.solve(x, columns, task, { scale, steps });
  };
}

function samePattern(a: Csc, b: Csc): boolean {
  const equal = (x: Uint32Array, y: Uint32Array) => x.length === y.length && x.every((v, n) => v === y[n]);
  return equal(a.offsets, b.offsets) && equal(a.indices, b.indices);
}
