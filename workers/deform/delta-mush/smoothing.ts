/**
 * Laplacian smoothing of functions on the vertices: Le & Lewis 2019, eq. 2, with the per-vertex strengths of section
 * 3.3.
 *
 * L is symmetric and positive semi-definite with zero row sums, D_L its diagonal, D the strengths, S = D_L⁻¹ D. A
 * function is a column b (the paper smooths rows of U from the right, which is this transposed):
 *   implicit, p times: (I + λ S L) x = b, solved as (S⁻¹ + λ L) x = S⁻¹ b, which is symmetric and positive definite;
 *   explicit, p times: x = b − λ S L b, stable for λ D ≤ 1. Both keep constants, because L does.
 */
import { SinewError } from "../../model/errors";
import { addDiagonal, type Csc, multiply } from "../../sparse/csc";

/** x ← A⁻¹ diag(scale) x in place, `steps` times, for functions side by side: x[row · columns + column]. */
export type SolveSteps = (
  x: Float64Array,
  columns: number,
  scale: Float64Array,
  steps: number,
) => void | Promise<void>;

/** Factors a symmetric positive definite matrix that has both triangles. */
export type Factorise = (matrix: Csc) => SolveSteps | Promise<SolveSteps>;

export interface SmoothingSettings {
  scheme: "implicit" | "explicit";
  /** p, at least 0. */
  iterations: number;
  /** λ (or κ), not negative; at most 1 when explicit. */
  step: number;
  /** Diagonal of D, V, not negative; null for 1 everywhere. */
  strengths: ArrayLike<number> | null;
}

/** Smooths `columns` functions in place: values[vertex · columns + column]. */
export type Smoother = (values: Float64Array, columns: number) => void | Promise<void>;

/**
 * The least strength of the implicit scheme: a vertex painted to zero moves by this share of a step, far below anything
 * visible. So its row stays in the symmetric system.
 */
const LEAST_STRENGTH = 1e-12;

/**
 * Factors the system once, if there is one to factor.
 * @throws SinewError for explicit steps that would grow without bound.
 */
export async function createSmoother(
  laplacian: Csc,
  { iterations, step, scheme, strengths }: SmoothingSettings,
  factorise: Factorise,
): Promise<Smoother> {
  if (iterations === 0 || step === 0) return () => {};
  if (scheme === "explicit") {
    assertStable(step, strengths);
    return explicitSmoother(laplacian, strengths, step, iterations);
  }
  const stiffness = diagonalOf(laplacian).map((own, i) =>
    own > 0 ? own / Math.max(LEAST_STRENGTH, strengths ? strengths[i] : 1) : 1,
  );
  const coupling = { ...laplacian, values: laplacian.values.map((value) => step * value) };
  const solve = await factorise(addDiagonal(coupling, stiffness));
  return (x, columns) => solve(x, columns, stiffness, iterations);
}

/** @throws SinewError for explicit steps that would grow without bound. */
export function assertStable(step: number, strengths: ArrayLike<number> | null): void {
  let largest = strengths ? 0 : step;
  for (let i = 0; strengths && i < strengths.length; i++) largest = Math.max(largest, step * strengths[i]);
  if (largest <= 1) return;
  throw new SinewError({
    title: "The smoothing step is too large for explicit smoothing",
    body: `Its largest value is ${largest}; above 1 the mesh would blow up. Choose implicit smoothing, or more and smaller steps.`,
  });
}

function explicitSmoother(
  laplacian: Csc,
  strengths: ArrayLike<number> | null,
  step: number,
  iterations: number,
): Smoother {
  const pace = diagonalOf(laplacian).map((own, i) =>
    own > 0 ? (step * (strengths ? strengths[i] : 1)) / own : 0,
  );
  return (x, columns) => {
    const change = new Float64Array(x.length);
    for (let turn = 0; turn < iterations; turn++) {
      multiply(laplacian, x, columns, change);
      for (let i = 0; i < pace.length; i++) {
        for (let n = columns * i; n < columns * (i + 1); n++) x[n] -= pace[i] * change[n];
      }
    }
  };
}

/** D_L; 0 for an isolated vertex, whose row is empty. */
function diagonalOf({ columns, offsets, indices, values }: Csc): Float64Array {
  const diagonal = new Float64Array(columns);
  for (let i = 0; i < columns; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (indices[e] === i) diagonal[i] = values[e];
  }
  return diagonal;
}
