/**
 * The factor of A ± w·wᵀ from that of A: method C1 of Gill, Golub, Murray & Saunders (1974) along the path of the
 * elimination tree that w touches (Davis & Hager 1999, "Modifying a sparse Cholesky factorization").
 */
import { type Factor, NotPositiveError, PIVOT_FLOOR } from "./ldlt";
import type { Symbolic } from "./symbolic";

/** Rows of the factor from the first that w touches up to the root. */
function pathOf({ place, parent, n }: Symbolic, rows: ArrayLike<number>): number[] {
  let first = n;
  for (let e = 0; e < rows.length; e++) first = Math.min(first, place[rows[e]]);
  const path: number[] = [];
  if (first < n) for (let k = first; k >= 0; k = parent[k]) path.push(k);
  return path;
}

/** w in the factor's order, whole. @throws RangeError where w·wᵀ does not fit L's pattern. */
function scatter(symbolic: Symbolic, path: number[], rows: ArrayLike<number>, values: ArrayLike<number>) {
  const { n, place, columnOffsets, columnIndices } = symbolic;
  const allowed = new Set<number>([path[0]]);
  for (let t = columnOffsets[path[0]]; t < columnOffsets[path[0] + 1]; t++) allowed.add(columnIndices[t]);
  const w = new Float64Array(n);
  for (let e = 0; e < rows.length; e++) {
    const k = place[rows[e]];
    if (!allowed.has(k)) {
      throw new RangeError(
        `Rows ${rows[0]} .. ${rows[e]} are not coupled in the factor: analyse the new pattern`,
      );
    }
    w[k] += values[e];
  }
  return w;
}

/**
 * A ← A ± w·wᵀ in the factor. Where it throws, the factor is as before.
 * @param rows of A where w is not zero; A has to couple all of them with one another (as the ends of an edge are in a
 * Laplacian), so that L's pattern stays.
 * @param values of w there.
 * @throws NotPositiveError when a downdate leaves no positive definite matrix; RangeError for a w that does not fit.
 */
export function updateFactor(
  symbolic: Symbolic,
  factor: Factor,
  rows: ArrayLike<number>,
  values: ArrayLike<number>,
  sign: 1 | -1,
): void {
  const { columnOffsets, columnIndices } = symbolic;
  const { diagonal, inverse, columnValues } = factor;
  const path = pathOf(symbolic, rows);
  if (path.length === 0) return;
  const w = scatter(symbolic, path, rows, values);
  const alphas = growth(symbolic, factor, path, w.slice(), sign);
  let before = 1;
  path.forEach((j, at) => {
    const alpha = alphas[at];
    const wj = w[j];
    const gamma = (sign * wj) / (alpha * diagonal[j]);
    diagonal[j] *= alpha / before;
    inverse[j] = 1 / diagonal[j];
    before = alpha;
    for (let t = columnOffsets[j]; t < columnOffsets[j + 1]; t++) {
      const i = columnIndices[t];
      w[i] -= wj * columnValues[t];
      columnValues[t] += gamma * w[i];
    }
  });
}

/**
 * 1 ± wᵀA⁻¹w, summed along the path: the part of it up to each row. Changes w.
 * @throws NotPositiveError where it falls to nothing.
 */
function growth(symbolic: Symbolic, factor: Factor, path: number[], w: Float64Array, sign: number): number[] {
  const { columnOffsets, columnIndices, order } = symbolic;
  let alpha = 1;
  return path.map((j) => {
    alpha += (sign * w[j] * w[j]) / factor.diagonal[j];
    if (!(alpha > PIVOT_FLOOR && alpha < Infinity))
      throw new NotPositiveError(order[j], alpha * factor.diagonal[j]);
    for (let t = columnOffsets[j]; t < columnOffsets[j + 1]; t++) {
      w[columnIndices[t]] -= w[j] * factor.columnValues[t];
    }
    return alpha;
  });
}
