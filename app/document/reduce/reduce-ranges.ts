import { diagonalOf, distanceOfERms } from "../measure";
import type { Stores } from "../stores";
import { REDUCTION, reduceRunOf } from "./reduce-state";

/** Fits the ramps of the two views to their values: A's error, and B's difference from it. */
export function fitReduceRanges(stores: Stores): void {
  const { sequence } = stores.document.getState();
  const state = stores.of(REDUCTION).getState();
  const figures = ["a", "b"] as const;
  const [a, b] = figures.map((side) =>
    state.sides[side] === "dense"
      ? state.denseFigures
      : (reduceRunOf(state, state.sides[side])?.report ?? null),
  );
  if (!sequence || !(a ?? b)) return;
  const diagonal = diagonalOf(sequence);
  const largest = (of: typeof a, value: (figure: NonNullable<typeof a>) => number) => (of ? value(of) : 0);
  const ends = [a, b].map((of) => ({
    positions: largest(of, ({ eRms, maxErrorPercent }) =>
      Math.min((maxErrorPercent / 100) * diagonal, 6 * distanceOfERms(eRms, diagonal)),
    ),
    normals: largest(of, ({ normalErrorDegrees }) => 4 * normalErrorDegrees),
  }));
  const positions = Math.max(ends[0].positions, ends[1].positions, 1e-6 * diagonal);
  const normals = Math.max(ends[0].normals, ends[1].normals, 0.1);
  stores.view.setState(({ reduce }) => ({
    reduce: { ...reduce, positions, normals, positionsChange: positions / 2, normalsChange: normals / 2 },
  }));
}
