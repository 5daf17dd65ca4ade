/**
 * Finds the best cell of a lattice: the one with the least error among those that are small enough.
 *
 * Every step along an axis saves bytes and costs error. So cells are visited by rising error, starting at the finest
 * (uniform-cost search, Dijkstra 1959). The first that is small enough is the best, and later cells are not visited. If
 * errors do not rise with every step, the result may be a little worse than the best.
 */

/** The number of steps from the finest along each axis. */
export type Cell = readonly number[];

export interface CellCost {
  error: number;
  bytes: number;
}

interface Visited {
  cell: Cell;
  cost: CellCost;
}

const stepsOf = (cell: Cell) => cell.reduce((sum, n) => sum + n, 0);

/** If errors are equal, the cell with fewer steps comes first, then the cell with fewer bytes. */
const isBefore = (a: Visited, b: Visited) =>
  a.cost.error - b.cost.error || stepsOf(a.cell) - stepsOf(b.cell) || a.cost.bytes - b.cost.bytes;

/** The cells that are one step farther along an axis. */
export const stepsFrom = (cell: Cell, lengths: readonly number[]): Cell[] =>
  lengths.flatMap((length, axis) =>
    cell[axis] + 1 < length ? [cell.map((n, a) => (a === axis ? n + 1 : n))] : [],
  );

/**
 * The cells that are small enough, by rising error.
 * @param lengths of the axes, 1 or more.
 * @param costOf is called once for each visited cell.
 */
export async function* cellsWithin(
  lengths: readonly number[],
  most: number,
  costOf: (cell: Cell) => Promise<CellCost>,
): AsyncGenerator<Visited> {
  const known = new Set<string>();
  const open: Visited[] = [];
  const add = async (cell: Cell) => {
    if (known.has(cell.join())) return;
    known.add(cell.join());
    open.push({ cell, cost: await costOf(cell) });
  };
  await add(lengths.map(() => 0));
  while (open.length > 0) {
    const next = open.reduce((best, one) => (isBefore(one, best) < 0 ? one : best));
    open.splice(open.indexOf(next), 1);
    if (next.cost.bytes <= most) yield next;
    for (const cell of stepsFrom(next.cell, lengths)) await add(cell);
  }
}
