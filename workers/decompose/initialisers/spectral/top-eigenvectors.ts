import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import type { Random } from "../../../math/random";
import { symmetricEigen } from "../../../math/symmetric-eigen";
import type { Task } from "../../../model/task";

/** Extra columns, the largest dimension of the whole space, and the numbers of its blocks. */
const SPARE = 4;
const MOST_COLUMNS = 320;
const LEAST_BLOCKS = 3;
const MOST_BLOCKS = 12;
/** The space is built again from its best vectors until |A v − λ v| is at most this for all, or this often. */
const RESIDUAL = 0.05;
const MOST_SPACES = 20;
/** The smallest remaining share of a column's squared length, at first and after orthogonalisation. */
const LEAST_LEFT = [1e-22, 0.1];

/** Columns in a block, and the number of blocks. */
function plan(n: number, k: number): { block: number; blocks: number } {
  const block = 4 * Math.ceil((k + SPARE) / 4);
  const blocks = Math.max(LEAST_BLOCKS, Math.min(MOST_BLOCKS, Math.floor(MOST_COLUMNS / block)));
  return { block, blocks: Math.min(blocks, Math.ceil(n / block) + 1) };
}

/** Arena bytes for `topEigenvectors`. */
export function eigenvectorBytes(n: number, k: number): number {
  const { block, blocks } = plan(n, k);
  const m = block * blocks;
  return 8 * (2 * n * m + m * m + (m + n) * block) + 256;
}

/**
 * Eigenvectors of the k largest eigenvalues of a symmetric n x n matrix in the arena, as n rows of k numbers, and the
 * eigenvalues. Uses Rayleigh-Ritz in a block Krylov space (Musco & Musco 2015), which finds multiple eigenvalues too.
 * Many eigenvectors leave room for few blocks, so the space is built again from the best vectors until they have
 * converged. If it is exhausted, because n or the rank is small, the missing numbers are 0.
 * @returns also the largest |A v − λ v| of any vector.
 */
export async function topEigenvectors(
  parallel: Parallel,
  matrix: Float64Array,
  n: number,
  k: number,
  random: Random,
  task: Task,
): Promise<{ vectors: Float64Array; values: Float64Array; residual: number }> {
  const { arena } = parallel;
  const { block, blocks } = plan(n, k);
  const m = block * blocks;
  const mark = arena.mark();
  const q = arena.f64(n * m).fill(0);
  const aq = arena.f64(n * m).fill(0);
  for (let r = 0; r < n; r++) for (let c = 0; c < block; c++) q[r * m + c] = random.normal();
  for (let space = 1; ; space++) {
    await spanKrylov(parallel, matrix, { q, aq, n, block, blocks }, task);
    const ritz = await ritzVectors(parallel, { q, aq, n, m }, Math.min(block, m), task);
    const wanted = Math.min(k, m);
    const residual = ritz.residuals.slice(0, wanted).reduce((a, b) => Math.max(a, b), 0);
    if (residual <= RESIDUAL || space === MOST_SPACES) {
      const vectors = new Float64Array(n * k);
      for (let r = 0; r < n; r++) {
        for (let e = 0; e < wanted; e++) vectors[r * k + e] = ritz.vectors[r * block + e];
      }
      arena.release(mark);
      return { vectors, values: ritz.values.slice(0, wanted), residual };
    }
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < block; c++) q[r * m + c] = ritz.vectors[r * block + c];
    }
  }
}

/** The blocks Q, AQ … of a Krylov space, orthonormal, and their products with the matrix. */
interface Space {
  q: Float64Array;
  aq: Float64Array;
  n: number;
  block: number;
  blocks: number;
}

/** Fills a space from its first block. */
async function spanKrylov(
  parallel: Parallel,
  matrix: Float64Array,
  { q, aq, n, block, blocks }: Space,
  task: Task,
): Promise<void> {
  const m = block * blocks;
  const { arena } = parallel;
  for (let b = 0; b < blocks; b++) {
    await orthonormaliseBlock(parallel, q, n, m, b * block, block, task);
    const to = aq.byteOffset + 8 * b * block;
    const mark = arena.mark();
    const packed = arena.f64(n * block);
    packColumns(q, n, m, b * block, block, packed);
    await parallel.run(task, kernels.product, n, 32, {
      a: matrix,
      aRow: n,
      aDepth: 1,
      b: packed,
      ldB: block,
      depth: n,
      n: block,
      out: to,
      ldOut: m,
    });
    arena.release(mark);
    if (b + 1 === blocks) break;
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < block; c++) q[r * m + (b + 1) * block + c] = aq[r * m + b * block + c];
    }
  }
}

/** Rayleigh-Ritz: the best `count` eigenvectors within the space as n rows, with |A v − λ v| of each. */
async function ritzVectors(
  parallel: Parallel,
  { q, aq, n, m }: { q: Float64Array; aq: Float64Array; n: number; m: number },
  count: number,
  task: Task,
): Promise<{ vectors: Float64Array; values: Float64Array; residuals: Float64Array }> {
  const { arena } = parallel;
  const mark = arena.mark();
  const small = arena.f64(m * m);
  await parallel.run(task, kernels.product, m, 16, {
    a: q,
    aRow: 1,
    aDepth: m,
    b: aq,
    ldB: m,
    depth: n,
    n: m,
    out: small,
    ldOut: m,
  });
  const eigen = symmetricEigen(small, m);
  arena.release(mark);
  const vectors = new Float64Array(n * count);
  const squares = new Float64Array(count);
  for (let r = 0; r < n; r++) {
    for (let e = 0; e < count; e++) {
      let [sum, product] = [0, 0];
      for (let c = 0; c < m; c++) {
        sum += q[r * m + c] * eigen.vectors[e * m + c];
        product += aq[r * m + c] * eigen.vectors[e * m + c];
      }
      vectors[r * count + e] = sum;
      squares[e] += (product - eigen.values[e] * sum) ** 2;
    }
  }
  return { vectors, values: eigen.values.slice(0, count), residuals: squares.map(Math.sqrt) };
}

/**
 * Makes columns [from, from + block) orthonormal and orthogonal to those before, twice; columns that vanish become 0.
 */
async function orthonormaliseBlock(
  parallel: Parallel,
  q: Float64Array,
  n: number,
  m: number,
  from: number,
  block: number,
  task: Task,
): Promise<void> {
  const { arena } = parallel;
  const mark = arena.mark();
  const along = arena.f64(from * block);
  const inside = arena.f64(n * block);
  for (let pass = 0; pass < 2; pass++) {
    const columns = columnsOf(q, n, m, from, block);
    const sizes = columns.map((column) => dotOf(column, column));
    if (from > 0) {
      packColumns(q, n, m, from, block, inside);
      await parallel.run(task, kernels.product, from, 16, {
        a: q,
        aRow: 1,
        aDepth: m,
        b: inside,
        ldB: block,
        depth: n,
        n: block,
        out: along,
        ldOut: block,
      });
      await parallel.run(task, kernels.product, n, 32, {
        a: q,
        aRow: m,
        aDepth: 1,
        b: along,
        ldB: block,
        depth: from,
        n: block,
        out: inside,
        ldOut: block,
      });
      columns.forEach((column, c) => {
        for (let r = 0; r < n; r++) column[r] -= inside[r * block + c];
      });
    }
    for (const [c, column] of columns.entries()) {
      for (const before of columns.slice(0, c)) {
        const share = dotOf(before, column);
        for (let r = 0; r < n; r++) column[r] -= share * before[r];
      }
      const square = dotOf(column, column);
      const scale = square > LEAST_LEFT[pass] * sizes[c] ? 1 / Math.sqrt(square) : 0;
      for (let r = 0; r < n; r++) column[r] *= scale;
    }
    columns.forEach((column, c) => {
      for (let r = 0; r < n; r++) q[r * m + from + c] = column[r];
    });
  }
  arena.release(mark);
}

/** Copies some columns, n rows of `count` numbers. A product finds them in the cache; in q their rows lie far apart. */
function packColumns(
  q: Float64Array,
  n: number,
  m: number,
  from: number,
  count: number,
  out: Float64Array,
): void {
  for (let r = 0; r < n; r++) for (let c = 0; c < count; c++) out[r * count + c] = q[r * m + from + c];
}

/** Copies of some columns: numbers that follow each other are several times as fast to add up. */
const columnsOf = (q: Float64Array, n: number, m: number, from: number, count: number): Float64Array[] =>
  Array.from({ length: count }, (_, c) => {
    const column = new Float64Array(n);
    for (let r = 0; r < n; r++) column[r] = q[r * m + from + c];
    return column;
  });

function dotOf(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let r = 0; r < a.length; r++) sum += a[r] * b[r];
  return sum;
}
