/** Makes a cage around a mesh: the outside of the cells of a coarse grid that it fills, cut into triangles. */
import { SinewError } from "../../model/errors";
import type { MakeCageInput } from "../../model/files/cage-source";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import type { CageShape } from "../../model/reduce/reduce-report";
import type { Task } from "../../model/task";

/** The room between the mesh and the outside of its cells, in cells: vertices never lie on the cage. */
const MARGIN = 0.12;
/** Triangles are sampled this densely, in cells. */
const SPACING = 0.2;
export const [FEWEST_CELLS, MOST_CELLS] = [2, 16];

/** A grid of cells, x first; 1 is filled. The outermost cells are always empty. */
class Cells {
  readonly counts: number[];
  readonly filled: Uint8Array;

  constructor(counts: number[]) {
    this.counts = counts;
    this.filled = new Uint8Array(counts[0] * counts[1] * counts[2]);
  }

  at(x: number, y: number, z: number): number {
    return (z * this.counts[1] + y) * this.counts[0] + x;
  }

  each(visit: (x: number, y: number, z: number) => void): void {
    const [nx, ny, nz] = this.counts;
    for (let z = 0; z < nz; z++) for (let y = 0; y < ny; y++) for (let x = 0; x < nx; x++) visit(x, y, z);
  }
}

/**
 * @throws SinewError for a number of cells that is out of range, or a mesh without extent; CancelledError
 */
export async function makeCage(
  { positions, triangles, cells }: MakeCageInput,
  task: Task,
): Promise<CageShape> {
  if (!(Number.isInteger(cells) && cells >= FEWEST_CELLS && cells <= MOST_CELLS)) {
    throw new SinewError({
      title: `A cage cannot have ${cells} cells along its longest side`,
      body: `It takes a whole number from ${FEWEST_CELLS} to ${MOST_CELLS}.`,
    });
  }
  const [x0, y0, z0, x1, y1, z1] = boundsOf(positions);
  const longest = Math.max(x1 - x0, y1 - y0, z1 - z0);
  if (!(longest > 0 && Number.isFinite(longest))) {
    throw new SinewError({
      title: "The mesh has no size",
      body: "All its vertices are at the same place. A cage needs a mesh with an extent.",
    });
  }
  const step = longest / (cells - 2 * MARGIN);
  const lengths = [x1 - x0, y1 - y0, z1 - z0];
  // Centred, with an empty cell on each side.
  const counts = lengths.map((length) => Math.ceil(length / step + 2 * MARGIN) + 2);
  const origin = [x0, y0, z0].map((low, c) => low + lengths[c] / 2 - (step * counts[c]) / 2);
  const grid = new Cells(counts);
  task.progress({ phase: "Making a cage", done: null, detail: "" });
  fillSurface(grid, positions, triangles, origin, step);
  await task.checkpoint();
  fillInside(grid);
  while (fillPinches(grid)) await task.checkpoint();
  return outsideOf(grid, origin, step);
}

/** Fills all cells within the margin of the surface. */
function fillSurface(
  grid: Cells,
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  origin: number[],
  step: number,
): void {
  const [from, to] = [new Int32Array(3), new Int32Array(3)];
  const mark = (p: readonly number[]) => {
    for (let c = 0; c < 3; c++) {
      const at = (p[c] - origin[c]) / step;
      from[c] = Math.max(1, Math.floor(at - MARGIN));
      to[c] = Math.min(grid.counts[c] - 2, Math.floor(at + MARGIN));
    }
    for (let z = from[2]; z <= to[2]; z++)
      for (let y = from[1]; y <= to[1]; y++)
        for (let x = from[0]; x <= to[0]; x++) grid.filled[grid.at(x, y, z)] = 1;
  };
  const point = (i: number) => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
  for (let i = 0; i < positions.length / 3; i++) mark(point(i));
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => point(triangles[t + n]));
    const away = (p: number[], q: number[]) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    const parts = Math.ceil(Math.max(away(a, b), away(b, c), away(c, a)) / (SPACING * step));
    for (let u = 0; u <= parts; u++) {
      for (let v = 0; u + v <= parts; v++) {
        mark(a.map((x, n) => x + ((b[n] - x) * u + (c[n] - x) * v) / parts));
      }
    }
  }
}

/** Fills the cells that cannot be reached from outside. */
function fillInside(grid: Cells): void {
  const [nx, ny, nz] = grid.counts;
  const outside = new Uint8Array(grid.filled.length);
  const stack = [[0, 0, 0]];
  outside[0] = 1;
  for (let next = stack.pop(); next; next = stack.pop()) {
    for (let axis = 0; axis < 3; axis++) {
      for (const way of [-1, 1]) {
        const [x, y, z] = next.map((n, c) => (c === axis ? n + way : n));
        if (x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz) continue;
        const at = grid.at(x, y, z);
        if (grid.filled[at] || outside[at]) continue;
        outside[at] = 1;
        stack.push([x, y, z]);
      }
    }
  }
  for (let n = 0; n < outside.length; n++) if (!outside[n]) grid.filled[n] = 1;
}

/**
 * Fills cells where the outside would pinch itself: where filled cells, or empty ones, meet around a corner of the grid
 * without a common face. Returns whether it filled any.
 */
function fillPinches(grid: Cells): boolean {
  let found = false;
  grid.each((x, y, z) => {
    if (x === 0 || y === 0 || z === 0) return;
    const around = Array.from({ length: 8 }, (_, n) =>
      grid.at(x - 1 + (n & 1), y - 1 + ((n >> 1) & 1), z - 1 + (n >> 2)),
    );
    const sets = [1, 0].map((value) => [...around.keys()].filter((n) => grid.filled[around[n]] === value));
    if (sets.every(isOnePiece)) return;
    // Corners of the grid next to its outermost cells have empty ones that must stay so.
    const free = sets[1].filter((n) =>
      isInner(grid, x - 1 + (n & 1), y - 1 + ((n >> 1) & 1), z - 1 + (n >> 2)),
    );
    if (free.length === 0) return;
    grid.filled[around[free[0]]] = 1;
    found = true;
  });
  return found;
}

const isInner = ({ counts }: Cells, ...place: number[]) => place.every((n, c) => n > 0 && n < counts[c] - 1);

/** Whether cells of a 2x2x2 block (bits of x, y and z) hang together by faces. */
function isOnePiece(cells: number[]): boolean {
  if (cells.length === 0) return true;
  const reached = new Set([cells[0]]);
  for (const n of reached) {
    for (const bit of [1, 2, 4]) if (cells.includes(n ^ bit)) reached.add(n ^ bit);
  }
  return reached.size === cells.length;
}

/** The faces between filled and empty cells, outwards. */
function outsideOf(grid: Cells, origin: number[], step: number): CageShape {
  const index = new Map<number, number>();
  const positions: number[] = [];
  const triangles: number[] = [];
  const vertex = (p: number[]) => {
    const key = grid.at(p[0], p[1], p[2]);
    let found = index.get(key);
    if (found === undefined) {
      found = index.size;
      index.set(key, found);
      positions.push(...p.map((n, c) => origin[c] + step * n));
    }
    return found;
  };
  grid.each((x, y, z) => {
    if (!grid.filled[grid.at(x, y, z)]) return;
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [0, 1]) {
        const beyond = [x, y, z];
        beyond[axis] += side === 1 ? 1 : -1;
        if (grid.filled[grid.at(beyond[0], beyond[1], beyond[2])]) continue;
        const corner = (u: number, v: number) => {
          const p = [x, y, z];
          p[axis] += side;
          p[(axis + 1) % 3] += u;
          p[(axis + 2) % 3] += v;
          return vertex(p);
        };
        const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        triangles.push(...(side === 1 ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
      }
    }
  });
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}
