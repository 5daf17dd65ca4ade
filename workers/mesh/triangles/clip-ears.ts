/** The remaining tests for the polygons of a mesh. This limits the time; beyond it, the rest is cut into fans. */
export interface TestBudget {
  tests: number;
}

const MOST_TESTS = 2e7;
const TESTS_A_CORNER = 500;

/** A constant plus some tests for each corner. Real meshes stay below it. */
export const budgetFor = (cornerCount: number): TestBudget => ({
  tests: MOST_TESTS + TESTS_A_CORNER * cornerCount,
});

/** The mean number of corners in a cell of the grid. */
const IN_A_CELL = 2;
/** A ring of fewer corners is one cell. */
const SMALL = 32;

function cross(flat: Float64Array, a: number, b: number, c: number): number {
  const ax = flat[2 * a];
  const ay = flat[2 * a + 1];
  return (flat[2 * b] - ax) * (flat[2 * c + 1] - ay) - (flat[2 * b + 1] - ay) * (flat[2 * c] - ax);
}

const coincide = (flat: Float64Array, a: number, b: number) =>
  flat[2 * a] === flat[2 * b] && flat[2 * a + 1] === flat[2 * b + 1];

/** Whether q is in the triangle or on its rim, and not at one of its corners. */
function inside(flat: Float64Array, a: number, b: number, c: number, q: number): boolean {
  if (coincide(flat, q, a) || coincide(flat, q, b) || coincide(flat, q, c)) return false;
  return cross(flat, a, b, q) >= 0 && cross(flat, b, c, q) >= 0 && cross(flat, c, a, q) >= 0;
}

/** Corners in the cells of a grid over their box. */
class CornerGrid {
  private readonly low = [Infinity, Infinity];
  private readonly scale = [0, 0];
  private readonly side: number;
  private readonly starts: Uint32Array;
  private readonly inCells: Uint32Array;

  constructor(flat: Float64Array, corners: Uint32Array) {
    this.side = corners.length < SMALL ? 1 : Math.ceil(Math.sqrt(corners.length / IN_A_CELL));
    const high = [-Infinity, -Infinity];
    for (const q of corners) {
      for (let c = 0; c < 2; c++) {
        this.low[c] = Math.min(this.low[c], flat[2 * q + c]);
        high[c] = Math.max(high[c], flat[2 * q + c]);
      }
    }
    for (let c = 0; c < 2; c++)
      if (high[c] > this.low[c]) this.scale[c] = this.side / (high[c] - this.low[c]);
    this.starts = new Uint32Array(this.side ** 2 + 1);
    const cells = Uint32Array.from(
      corners,
      (q) => this.place(flat[2 * q + 1], 1) * this.side + this.place(flat[2 * q], 0),
    );
    for (const cell of cells) this.starts[cell + 1]++;
    for (let n = 0; n < this.side ** 2; n++) this.starts[n + 1] += this.starts[n];
    const next = this.starts.slice(0, -1);
    this.inCells = new Uint32Array(corners.length);
    for (const [n, cell] of cells.entries()) this.inCells[next[cell]++] = corners[n];
  }

  private place(x: number, axis: number): number {
    return Math.min(this.side - 1, Math.max(0, Math.floor((x - this.low[axis]) * this.scale[axis])));
  }

  /** Whether a marked corner is in the triangle. Each cell and each marked corner is a test. */
  holds(
    flat: Float64Array,
    a: number,
    b: number,
    c: number,
    marked: Uint8Array,
    budget: TestBudget,
  ): boolean {
    const [x0, x1] = this.range(flat[2 * a], flat[2 * b], flat[2 * c], 0);
    const [y0, y1] = this.range(flat[2 * a + 1], flat[2 * b + 1], flat[2 * c + 1], 1);
    for (let y = y0; y <= y1; y++) {
      const [begin, end] = [this.starts[y * this.side + x0], this.starts[y * this.side + x1 + 1]];
      budget.tests -= 1 + end - begin;
      for (let n = begin; n < end; n++) {
        const q = this.inCells[n];
        if (marked[q] === 1 && q !== a && q !== c && inside(flat, a, b, c, q)) return true;
      }
    }
    return false;
  }

  private range(p: number, q: number, r: number, axis: number): [number, number] {
    return [this.place(Math.min(p, q, r), axis), this.place(Math.max(p, q, r), axis)];
  }
}

/** What is left of a polygon while its ears are cut. */
class Ring {
  count: number;
  readonly next: Uint32Array;
  readonly before: Uint32Array;
  /** 1 for corners that turn inwards or not at all: only these can be in an ear. */
  private readonly reflex: Uint8Array;
  private reflexCount = 0;
  private readonly flat: Float64Array;
  /** A corner of the ring. */
  private some = 0;
  /** The corners that turned inwards when it was made; null before the first search, and if others do since. */
  private grid: CornerGrid | null = null;
  private inGrid = 0;

  constructor(flat: Float64Array) {
    const n = flat.length / 2;
    this.flat = flat;
    this.count = n;
    this.next = Uint32Array.from({ length: n }, (_, i) => (i + 1) % n);
    this.before = Uint32Array.from({ length: n }, (_, i) => (i + n - 1) % n);
    this.reflex = new Uint8Array(n);
    for (let i = 0; i < n; i++) this.see(i);
  }

  area(b: number): number {
    return cross(this.flat, this.before[b], b, this.next[b]);
  }

  isEar(b: number, budget: TestBudget): boolean {
    if (this.reflexCount === 0) return true;
    const grid = this.grid ?? this.fillGrid(budget);
    return !grid.holds(this.flat, this.before[b], b, this.next[b], this.reflex, budget);
  }

  private see(b: number): void {
    this.mark(b, this.area(b) <= 0 ? 1 : 0);
  }

  private mark(b: number, isReflex: 0 | 1): void {
    if (isReflex > this.reflex[b]) this.grid = null;
    this.reflexCount += isReflex - this.reflex[b];
    this.reflex[b] = isReflex;
  }

  cut(b: number): void {
    const [a, c] = [this.before[b], this.next[b]];
    this.next[a] = c;
    this.before[c] = a;
    this.count--;
    this.some = c;
    this.mark(b, 0);
    this.see(a);
    this.see(c);
    // Corners that do not count any more would slow down the search.
    if (this.inGrid >= SMALL && 2 * this.reflexCount < this.inGrid) this.grid = null;
  }

  private fillGrid(budget: TestBudget): CornerGrid {
    const corners = new Uint32Array(this.reflexCount);
    for (let n = 0, at = 0, q = this.some; n < this.count; n++, q = this.next[q]) {
      if (this.reflex[q] === 1) corners[at++] = q;
    }
    budget.tests -= this.count;
    this.grid = new CornerGrid(this.flat, corners);
    this.inGrid = corners.length;
    return this.grid;
  }
}

/**
 * Corner numbers of the triangles of a flat polygon, by ear clipping (Meisters 1975). If no ear is left because it
 * crosses itself, the corner with the largest angle is cut.
 * @param flat x, y of each corner, counter-clockwise.
 * @param out three corners per triangle; its length is 3 (corners − 2).
 * @param budget the remaining tests. Used tests are subtracted.
 */
export function clipEars(flat: Float64Array, out: Uint32Array, budget: TestBudget): void {
  const ring = new Ring(flat);
  let from = 0;
  /** The first corner that is left. */
  let first = 0;
  let at = 0;
  const put = (a: number, b: number, c: number) => {
    out[at++] = a;
    out[at++] = b;
    out[at++] = c;
  };
  while (ring.count > 3 && budget.tests > 0) {
    let ear = -1;
    let [fullest, fullestArea] = [from, -Infinity];
    for (let step = 0, b = from; step < ring.count && ear < 0; step++, b = ring.next[b]) {
      budget.tests--;
      const area = ring.area(b);
      if (area > fullestArea) [fullest, fullestArea] = [b, area];
      if (area > 0 && ring.isEar(b, budget)) ear = b;
    }
    if (ear < 0) ear = fullest;
    put(ring.before[ear], ear, ring.next[ear]);
    // Continuing after the ear cuts strips instead of one long fan.
    from = ring.next[ear];
    if (ear === first) first = from;
    ring.cut(ear);
  }
  let b = ring.next[first];
  for (let n = 2; n < ring.count; n++, b = ring.next[b]) put(first, b, ring.next[b]);
}
