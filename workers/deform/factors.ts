/** The solvers that smoothing can be done with. */
import type { Parallel } from "../kernels/parallel";
import type { Task } from "../model/task";
import type { Csc } from "../sparse/csc";
import { factorise, solveFactored } from "../sparse/ldlt";
import { SparseLdlt } from "../sparse/sparse-ldlt";
import { analyse } from "../sparse/symbolic";
import type { Factorise, SolveSteps } from "./smoothing";

/** LDLᵀ in plain TypeScript, done when it returns: for single poses and as the reference of the kernels. */
export function plainFactors(matrix: Csc): SolveSteps {
  const symbolic = analyse(matrix);
  const factor = factorise(symbolic, matrix.values);
  return (x, columns, scale, steps) => {
    for (let step = 0; step < steps; step++) {
      for (let n = 0; n < x.length; n++) x[n] *= scale[Math.floor(n / columns)];
      solveFactored(symbolic, factor, x, columns);
    }
  };
}

/**
 * LDLᵀ by the SIMD kernels on all threads. The factors live in the arena of `parallel`: release its mark when the
 * smoothers that were made with them are no longer needed.
 */
export function kernelFactors(parallel: Parallel, task: Task): Factorise {
  return async (matrix) => {
    const factor = await SparseLdlt.create(parallel, matrix, task);
    return (x, columns, scale, steps) => factor.solve(x, columns, task, { scale, steps });
  };
}
