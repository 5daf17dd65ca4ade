import { kernels } from "../kernels/kernels.generated";
import type { Checkpoints, Parallel } from "../kernels/parallel";
import type { Csc } from "./csc";
import { type Factor, NotPositiveError, PIVOT_FLOOR } from "./ldlt";
import { analyse, type Symbolic } from "./symbolic";
import { firstRow, type SparseVector, UPDATE_RANK, updateScratch } from "./update";
import { updateFactor } from "./update-factor";

/** Repeated steps in one solve: X ← (A⁻¹·diag(scale))^steps · X. */
export interface SolveOptions {
  /** n factors by which the rows are multiplied before each step. Default: none. */
  scale?: ArrayLike<number>;
  /** Default 1. */
  steps?: number;
}

const UNWATCHED: Checkpoints = { async checkpoint() {} };
/** Right-hand sides that a kernel solves side by side. */
const PANEL = 8;
/** The most entries of L that one kernel call visits, in about 20 ms. A cancel is then noticed soon. */
const MOST_VISITS = 1e7;
const ROWS_AT_ONCE = 128;
const CHECKPOINT_MS = 30;

/**
 * A sparse symmetric positive definite matrix, factorised once for many solves. The kernels (assembly/sparse/) compute
 * P·A·Pᵀ = L·D·Lᵀ. Its memory is in the arena and is freed with the arena's mark.
 */
export class SparseLdlt {
  readonly symbolic: Symbolic;
  /** Views into the arena. */
  readonly factor: Factor;
  private readonly parallel: Parallel;
  private readonly upperValues: Float64Array;
  private readonly next: Uint32Array;
  private readonly y: Float64Array;
  private readonly panels: number;
  /** Scratch memory of updates: the rows that kernels gather, then a small Gram matrix. */
  private readonly scratch: Float64Array;
  /** Pointers of order and of the patterns. */
  private readonly pattern: {
    order: number;
    upperOffsets: number;
    upperIndices: number;
    rowOffsets: number;
    rowIndices: number;
    columnOffsets: number;
    columnIndices: number;
  };
  private whole = false;

  private constructor(parallel: Parallel, symbolic: Symbolic) {
    const { arena, threads } = parallel;
    const { n } = symbolic;
    const size = symbolic.rowIndices.length;
    const bring = (array: Uint32Array) => {
      const copy = arena.u32(array.length);
      copy.set(array);
      return copy.byteOffset;
    };
    this.parallel = parallel;
    this.symbolic = symbolic;
    this.pattern = {
      order: bring(symbolic.order),
      upperOffsets: bring(symbolic.upperOffsets),
      upperIndices: bring(symbolic.upperIndices),
      rowOffsets: bring(symbolic.rowOffsets),
      rowIndices: bring(symbolic.rowIndices),
      columnOffsets: bring(symbolic.columnOffsets),
      columnIndices: bring(symbolic.columnIndices),
    };
    this.factor = {
      columnValues: arena.f64(size),
      diagonal: arena.f64(n),
      inverse: arena.f64(n),
    };
    this.upperValues = arena.f64(symbolic.upperIndices.length);
    this.next = arena.u32(n);
    this.y = arena.f64(n);
    this.scratch = arena.f64(updateScratch(symbolic));
    this.panels = 64 * Math.ceil(arena.f64(PANEL * (n * threads + 1)).byteOffset / 64);
  }

  /** Arena bytes for a factor, and for a solve with right-hand sides outside the arena. */
  static bytes(symbolic: Symbolic, threads: number, columns: number): number {
    const { n, rowIndices, upperIndices } = symbolic;
    const fixed = 16 * rowIndices.length + 12 * upperIndices.length + 8 * updateScratch(symbolic);
    return fixed + (64 + 64 * threads + 8 * columns) * n + 1024;
  }

  /**
   * Analyses and factorises.
   * @param matrix a symmetric matrix; only its upper triangle is read.
   * @param symbolic the analysis of a matrix with the same pattern, if it is known.
   * @throws NotPositiveError; RangeError if the matrix is not square or lacks a diagonal entry.
   */
  static async create(
    parallel: Parallel,
    matrix: Csc,
    task: Checkpoints = UNWATCHED,
    symbolic: Symbolic = analyse(matrix),
  ): Promise<SparseLdlt> {
    const made = new SparseLdlt(parallel, symbolic);
    await made.refactor(matrix.values, task);
    return made;
  }

  /** Room for a factor of this pattern; `refactor` computes it. */
  static empty(parallel: Parallel, symbolic: Symbolic): SparseLdlt {
    return new SparseLdlt(parallel, symbolic);
  }

  /**
   * Factorises again with other numbers in the same pattern.
   * @param values the new values, in the order of the analysed matrix.
   * @throws NotPositiveError. Nothing can then be solved until a `refactor` succeeds.
   */
  async refactor(values: ArrayLike<number>, task: Checkpoints = UNWATCHED): Promise<void> {
    const { n, upperEntry, columnOffsets, order } = this.symbolic;
    const { pattern, factor } = this;
    this.whole = false;
    for (let t = 0; t < upperEntry.length; t++) this.upperValues[t] = values[upperEntry[t]];
    this.next.set(columnOffsets.subarray(0, n));
    this.y.fill(0);
    let last = performance.now();
    for (let begin = 0; begin < n; begin += ROWS_AT_ONCE) {
      const failed = this.parallel.call(kernels.sparseFactor, {
        begin,
        end: Math.min(begin + ROWS_AT_ONCE, n),
        upperOffsets: pattern.upperOffsets,
        upperIndices: pattern.upperIndices,
        upperValues: this.upperValues,
        rowOffsets: pattern.rowOffsets,
        rowIndices: pattern.rowIndices,
        columnOffsets: pattern.columnOffsets,
        columnIndices: pattern.columnIndices,
        columnValues: factor.columnValues,
        diagonal: factor.diagonal,
        inverse: factor.inverse,
        next: this.next,
        y: this.y,
        floor: PIVOT_FLOOR,
      });
      if (failed >= 0) throw new NotPositiveError(order[failed], factor.diagonal[failed]);
      if (performance.now() - last > CHECKPOINT_MS) {
        await task.checkpoint();
        last = performance.now();
      }
    }
    this.whole = true;
  }

  /**
   * X ← A⁻¹X in place, or several such steps: see `SolveOptions`. Equal bits on any number of threads.
   * @param rhs x[i·columns + c] is row i of right-hand side c. It is fastest in the arena.
   */
  async solve(
    rhs: Float64Array,
    columns: number,
    task: Checkpoints = UNWATCHED,
    { scale, steps = 1 }: SolveOptions = {},
  ): Promise<void> {
    const { n } = this.symbolic;
    this.assertWhole();
    if (rhs.length !== n * columns)
      throw new RangeError(`${rhs.length} numbers for ${columns} vectors of ${n}`);
    if (scale && scale.length !== n) throw new RangeError(`${scale.length} scales for ${n} rows`);
    const { arena } = this.parallel;
    const mark = arena.mark();
    try {
      const inside = rhs.buffer === arena.memory.buffer;
      const x = inside ? rhs : arena.f64(rhs.length);
      if (!inside) x.set(rhs);
      const factors = scale ? arena.f64(n) : null;
      factors?.set(scale!);
      if (columns === 1 && steps === 1 && !scale) {
        this.solveOne(x);
        await task.checkpoint();
      } else await this.runSteps(x.byteOffset, columns, task, factors?.byteOffset ?? 0, steps);
      if (!inside) rhs.set(x);
    } finally {
      arena.release(mark);
    }
  }

  /** x ← A⁻¹x for one vector in the arena, synchronously: about 10 ms for ten million entries of L. */
  solveOne(x: Float64Array): void {
    this.assertWhole();
    const { parallel, symbolic, pattern, factor, y } = this;
    parallel.call(kernels.sparseSolveOne, {
      n: symbolic.n,
      order: pattern.order,
      columnOffsets: pattern.columnOffsets,
      columnIndices: pattern.columnIndices,
      columnValues: factor.columnValues,
      inverse: factor.inverse,
      y,
      x,
    });
  }

  private async runSteps(x: number, columns: number, task: Checkpoints, scale: number, steps: number) {
    const { n, rowIndices } = this.symbolic;
    const { pattern, factor } = this;
    const atOnce = Math.max(1, Math.floor(MOST_VISITS / (2 * rowIndices.length + n)));
    for (let done = 0; done < steps; done += atOnce) {
      await this.parallel.run(task, kernels.sparseSolve, Math.ceil(columns / PANEL), 1, {
        n,
        order: pattern.order,
        columnOffsets: pattern.columnOffsets,
        columnIndices: pattern.columnIndices,
        columnValues: factor.columnValues,
        inverse: factor.inverse,
        scratch: this.panels,
        rhs: x,
        columns,
        scale,
        steps: Math.min(atOnce, steps - done),
      });
    }
  }

  /**
   * A ← A ± w·wᵀ, in time proportional to the changed columns. If it throws, the factor is unchanged.
   * @param rows the rows of A where w is not zero. A must couple all of them with one another (like the ends of an edge
   * in a Laplacian), because the pattern of L stays.
   * @param values the values of w in these rows.
   * @throws NotPositiveError if a downdate leaves no positive definite matrix; RangeError for a w that does not fit.
   */
  update(rows: ArrayLike<number>, values: ArrayLike<number>, sign: 1 | -1): void {
    this.assertWhole();
    const first = firstRow(this.symbolic, { rows, values });
    if (first < this.symbolic.n) this.updateTogether([{ rows, values }], [first], sign);
  }

  /**
   * A ← A ± Σ w·wᵀ, with eight vectors in each pass over the columns that change. This is several times faster than one
   * by one.
   * @throws as `update` does; CancelledError. After the first eight, nothing can be solved until `refactor` succeeds.
   */
  async updateMany(
    vectors: readonly SparseVector[],
    sign: 1 | -1,
    task: Checkpoints = UNWATCHED,
  ): Promise<void> {
    this.assertWhole();
    const { n } = this.symbolic;
    const ordered = vectors
      .map((vector) => ({ vector, first: firstRow(this.symbolic, vector) }))
      .filter(({ first }) => first < n)
      .sort((a, b) => a.first - b.first);
    for (let at = 0; at < ordered.length; at += UPDATE_RANK) {
      const some = ordered.slice(at, at + UPDATE_RANK);
      this.whole = at === 0;
      this.updateTogether(some.map(({ vector }) => vector), some.map(({ first }) => first), sign); // biome-ignore format: one call
      this.whole = false;
      await task.checkpoint();
    }
    this.whole = true;
  }

  private updateTogether(vectors: readonly SparseVector[], firsts: readonly number[], sign: 1 | -1): void {
    const { parallel, symbolic, pattern, factor, next, scratch, panels } = this;
    updateFactor(
      parallel,
      symbolic,
      { pattern, factor, path: next, scratch, rows: panels },
      vectors,
      firsts,
      sign,
    );
  }

  private assertWhole(): void {
    if (!this.whole) throw new Error("There is no factor: the last factorisation failed or was stopped");
  }
}
