/**
 * Finds the best cell of a lattice: the one with the least error among those that are small enough.
 *
 * Every step along an axis saves bytes and costs error. So cells are visited by rising error, starting at the finest
 * (uniform-cost search, Dijkstra 1959). The first that is small enough is the best, and later cells are not visited. If
 * errors do not rise with every step, the result may be a little worse than the best.
 *
 * A cell is measured as late as possible: until then, its error is at least that of the cell before it. Errors within
 * 0.1 % count as equal. So steps that cost nearly nothing are tried before steps that take long to measure.
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

/** A cell that waits for its visit. */
interface Waiting {
  cell: Cell;
  /** Null before it is measured. */
  cost: CellCost | null;
  /** Its error in steps of `ALIKE`; before it is measured, that of the cell before it. */
  level: number;
}

/** Errors that differ by a smaller share count as equal, and so do errors below `UNSEEN` (E_RMS). */
const ALIKE = 1e-3;
const UNSEEN = 1e-3;

const levelOf = (error: number) => Math.round(Math.log(Math.max(error, UNSEEN)) / ALIKE);

const stepsOf = (cell: Cell) => cell.reduce((sum, n) => sum + n, 0);

/** The last axis along which a cell is a step away. The later the axis, the quicker a step is to measure. */
const lastAxis = (cell: Cell) => cell.findLastIndex((n) => n > 0);

/**
 * Cells with less error come first. Among equals, those that are measured, then those with fewer steps, then those
 * whose steps are quicker to measure.
 */
const isBefore = (a: Waiting, b: Waiting) =>
  a.level - b.level ||
  Number(a.cost === null) - Number(b.cost === null) ||
  stepsOf(a.cell) - stepsOf(b.cell) ||
  lastAxis(b.cell) - lastAxis(a.cell) ||
  (a.cost?.error ?? 0) - (b.cost?.error ?? 0) ||
  (a.cost?.bytes ?? 0) - (b.cost?.bytes ?? 0);

/** The cells that are one step farther along an axis. */
export const stepsFrom = (cell: Cell, lengths: readonly number[]): Cell[] =>
  lengths.flatMap((length, axis) =>
    cell[axis] + 1 < length ? [cell.map((n, a) => (a === axis ? n + 1 : n))] : [],
  );

/**
 * The cells that are small enough, by rising error.
 * @param lengths of the axes, 1 or more. Steps on later axes are measured first if it does not matter.
 * @param costOf is called once for each visited cell.
 * @param start the finest cell that may be small enough; no finer one is visited.
 */
export async function* cellsWithin(
  lengths: readonly number[],
  most: number,
  costOf: (cell: Cell) => Promise<CellCost>,
  start: Cell = lengths.map(() => 0),
): AsyncGenerator<Visited> {
  const known = new Set<string>();
  const waiting: Waiting[] = [];
  const add = (cell: Cell, level: number) => {
    if (known.has(cell.join())) return;
    known.add(cell.join());
    waiting.push({ cell, cost: null, level });
  };
  add(start, Number.NEGATIVE_INFINITY);
  while (waiting.length > 0) {
    const next = waiting.reduce((best, one) => (isBefore(one, best) < 0 ? one : best));
    const { cell, cost } = next;
    if (cost === null) {
      next.cost = await costOf(cell);
      next.level = levelOf(next.cost.error);
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    if (cost.bytes <= most) yield { cell, cost };
    for (const farther of stepsFrom(cell, lengths)) add(farther, next.level);
  }
}
