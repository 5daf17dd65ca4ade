/** Steps between two cells of a lattice, where an axis has more values than the lattice. */
import type { Cell, CellCost } from "./lattice";

/** How often the way between two values is halved. */
const HALVINGS = 4;

/** An axis whose values can lie between those of the lattice. */
export interface FineAxis {
  axis: number;
  values: readonly number[];
  /** A value between two others; one of them if there is none. */
  between(a: number, b: number): number;
  /** The place of a value on the axis, which may be a new one. */
  placeOf(value: number): number;
}

/**
 * Goes back from a cell that is small enough towards the one before it on an axis, as far as the bytes allow.
 * @returns the cell with the least error that was found, which may be the given one.
 */
export async function refine(
  cell: Cell,
  { axis, values, between, placeOf }: FineAxis,
  most: number,
  costOf: (cell: Cell) => Promise<CellCost>,
): Promise<Cell> {
  if (cell[axis] === 0) return cell;
  let [small, large] = [values[cell[axis]], values[cell[axis] - 1]];
  let [best, least] = [cell, (await costOf(cell)).error];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = between(small, large);
    if (middle === small || middle === large) break;
    const own = cell.with(axis, placeOf(middle));
    const { bytes, error } = await costOf(own);
    if (bytes > most) {
      large = middle;
      continue;
    }
    small = middle;
    if (error < least) [best, least] = [own, error];
  }
  return best;
}
