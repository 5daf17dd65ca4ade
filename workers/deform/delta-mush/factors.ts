/** The solver for smoothing by its definition. */
import type { Csc } from "../../sparse/csc";
import { factorise, solveFactored } from "../../sparse/ldlt";
import { analyse } from "../../sparse/symbolic";
import type { SolveSteps } from "./smoothing";

/**
 * LDLᵀ in plain TypeScript, which finishes before it returns: for single poses, and as the reference for the kernels.
 */
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
