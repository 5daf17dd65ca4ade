// The trajectory basis: a randomised range finder over staged frames. Y has (staged[(k·count + i)·3 + axis] −
// centre[axis]) · scale in row 3k + axis and column i.

import { gemmPacked, tile4x4 } from "../dense/gemm";
import { f64At, loadF64, storeF64 } from "../memory";
import { gatherBlock } from "./gather";

/** The scratch numbers that `projectTrajectories` needs on each thread. */
export function projectScratch(rowStride: i32): i32 {
  return 64 * rowStride;
}

/**
 * out (count x stride) = Yᵀ Q of a stage. Items are vertices. Q is packed in panels of four columns;
 * `scratch` has room for 64 trajectories of `rowStride` numbers a slot.
 * @param adds whether the products are added to `out`, for a stage of some of the frames. `norms` are those of the
 * stage.
 */
export function projectTrajectories(
  begin: i32,
  end: i32,
  slot: i32,
  staged: usize,
  count: i32,
  frames: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  scale: f64,
  packed: usize,
  columns: i32,
  out: usize,
  stride: i32,
  norms: usize,
  scratch: usize,
  rowStride: i32,
  adds: i32,
): void {
  const mine = f64At(scratch, slot * projectScratch(rowStride));
  gatherBlock(begin, end, staged, count, frames, cx, cy, cz, scale, mine, rowStride, norms);
  gemmPacked(
    mine,
    (<usize>rowStride) << 3,
    8,
    end - begin,
    3 * frames,
    packed,
    columns,
    out + ((<usize>begin * stride) << 3),
    (<usize>stride) << 3,
    adds !== 0,
  );
}

/**
 * sketch (3·frames x stride) += Y S of a stage with a sparse S: row i of S has ±1 in column signs[i·perVertex + q] >>
 * 1, with the sign of the lowest bit. Items are frames.
 */
export function sketchFrames(
  begin: i32,
  end: i32,
  _slot: i32,
  staged: usize,
  count: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  scale: f64,
  signs: usize,
  perVertex: i32,
  sketch: usize,
  stride: i32,
): void {
  const row: usize = (<usize>stride) << 3;
  for (let k = begin; k < end; k++) {
    const out0 = sketch + <usize>(3 * k) * row;
    let from = staged + <usize>k * count * 12;
    let entry = signs;
    for (let i = 0; i < count; i++) {
      const x = (<f64>load<f32>(from) - cx) * scale;
      const y = (<f64>load<f32>(from, 4) - cy) * scale;
      const z = (<f64>load<f32>(from, 8) - cz) * scale;
      from += 12;
      for (let q = 0; q < perVertex; q++) {
        const code = load<i32>(entry);
        entry += 4;
        const sign: f64 = code & 1 ? -1 : 1;
        const at = out0 + ((<usize>(code >> 1)) << 3);
        store<f64>(at, load<f64>(at) + sign * x);
        store<f64>(at + row, load<f64>(at + row) + sign * y);
        store<f64>(at + 2 * row, load<f64>(at + 2 * row) + sign * z);
      }
    }
  }
}

/** The scratch numbers that `accumulateFrames` needs on each thread. */
export function accumulateScratch(): i32 {
  return 24 * 64;
}

/**
 * sketch (3·frames x stride) += Y W of a stage. W is count x stride. Items are frames, at most 8 a block; `scratch` has
 * room for 24 x 64 numbers a slot.
 */
export function accumulateFrames(
  begin: i32,
  end: i32,
  slot: i32,
  staged: usize,
  count: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  scale: f64,
  w: usize,
  columns: i32,
  stride: i32,
  sketch: usize,
  scratch: usize,
): void {
  const mine = f64At(scratch, slot * accumulateScratch());
  const row: usize = (<usize>stride) << 3;
  const rows = 3 * (end - begin);
  for (let first = 0; first < count; first += 64) {
    const n = min(64, count - first);
    for (let k = begin; k < end; k++) {
      let from = staged + (<usize>k * count + first) * 12;
      let to = mine + ((<usize>(3 * (k - begin)) * 64) << 3);
      for (let i = 0; i < n; i++) {
        store<f64>(to, (<f64>load<f32>(from) - cx) * scale);
        store<f64>(to, (<f64>load<f32>(from, 4) - cy) * scale, 512);
        store<f64>(to, (<f64>load<f32>(from, 8) - cz) * scale, 1024);
        from += 12;
        to += 8;
      }
    }
    for (let j = 0; j < columns; j += 4) {
      const b = w + <usize>first * row + ((<usize>j) << 3);
      const c = sketch + <usize>(3 * begin) * row + ((<usize>j) << 3);
      for (let r = 0; r < rows; r += 4) {
        tile4x4(mine + ((<usize>r) << 9), 512, 8, b, row, n, c + <usize>r * row, row, rows - r, true);
      }
    }
  }
}

/**
 * Writes rows 4·panel to 4·panel + 3 of PᵀP, from column 4·panel on, over one segment of vertices. An item is
 * segment·panels + panel, with panels = columns / 4. grams[segment] is columns x columns.
 */
export function gramPanels(
  begin: i32,
  end: i32,
  _slot: i32,
  p: usize,
  count: i32,
  columns: i32,
  stride: i32,
  segment: i32,
  grams: usize,
): void {
  const panels = columns >> 2;
  const row: usize = (<usize>stride) << 3;
  for (let item = begin; item < end; item++) {
    const s = item / panels;
    const j = (item % panels) << 2;
    const first = s * segment;
    const n = min(segment, count - first);
    const from = p + <usize>first * row;
    const gram = grams + ((<usize>s * columns * columns) << 3);
    for (let c = j; c < columns; c += 4) {
      tile4x4(
        from + ((<usize>j) << 3),
        8,
        row,
        from + ((<usize>c) << 3),
        row,
        n,
        gram + ((<usize>j * columns + c) << 3),
        (<usize>columns) << 3,
        4,
        false,
      );
    }
  }
}

/** The scratch numbers that `rotateRows` needs on each thread. */
export function rotateScratch(columns: i32): i32 {
  return 64 * columns;
}

/**
 * Each row of `p` becomes its product with a packed matrix of depth x columns, in place; norms[i] is its squared
 * length. Items are vertices, at most 64 a block; `scratch` has room for 64 x columns numbers a slot.
 */
export function rotateRows(
  begin: i32,
  end: i32,
  slot: i32,
  p: usize,
  stride: i32,
  depth: i32,
  packed: usize,
  columns: i32,
  scratch: usize,
  norms: usize,
): void {
  const mine = f64At(scratch, slot * rotateScratch(columns));
  const row: usize = (<usize>stride) << 3;
  gemmPacked(
    p + <usize>begin * row,
    row,
    8,
    end - begin,
    depth,
    packed,
    columns,
    mine,
    (<usize>columns) << 3,
    false,
  );
  for (let i = 0; i < end - begin; i++) {
    let sum: f64 = 0;
    const to = p + <usize>(begin + i) * row;
    const from = mine + ((<usize>(i * columns)) << 3);
    for (let c: usize = 0; c < <usize>columns; c++) {
      const x = loadF64(from, c);
      storeF64(to, c, x);
      sum += x * x;
    }
    storeF64(norms, begin + i, sum);
  }
}

/**
 * Makes rows [begin, end) of `length` f64 orthonormal by applying Gram-Schmidt twice. The first `kept` rows are already
 * orthonormal. Rows in the span of earlier ones are dropped, and the others move to the front. residuals[row] is the
 * row's squared length outside the span of the rows kept before it. Returns the number of kept rows. `length` is a
 * multiple of 2.
 */
export function orthonormalise(
  rows: usize,
  kept: i32,
  begin: i32,
  end: i32,
  length: i32,
  residuals: usize,
): i32 {
  const bytes: usize = (<usize>length) << 3;
  for (let j = begin; j < end; j++) {
    const to = rows + <usize>kept * bytes;
    if (kept !== j) memory.copy(to, rows + <usize>j * bytes, bytes);
    const before = Math.sqrt(dotRows(to, to, length));
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < kept; i++) {
        const other = rows + <usize>i * bytes;
        const f = f64x2.splat(-dotRows(to, other, length));
        for (let c: usize = 0; c < bytes; c += 16) {
          v128.store(to + c, f64x2.add(v128.load(to + c), f64x2.mul(f, v128.load(other + c))));
        }
      }
    }
    const square = dotRows(to, to, length);
    storeF64(residuals, j, square);
    const after = Math.sqrt(square);
    if (!(after > 1e-9 * before) || after === 0) continue;
    const f = f64x2.splat(1 / after);
    for (let c: usize = 0; c < bytes; c += 16) v128.store(to + c, f64x2.mul(f, v128.load(to + c)));
    kept++;
  }
  return kept;
}

/** @inline */
function dotRows(a: usize, b: usize, length: i32): f64 {
  let s0 = f64x2.splat(0),
    s1 = s0;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    s0 = f64x2.add(s0, f64x2.mul(v128.load(a), v128.load(b)));
    s1 = f64x2.add(s1, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
    a += 32;
    b += 32;
  }
  if (i < length) s0 = f64x2.add(s0, f64x2.mul(v128.load(a), v128.load(b)));
  s0 = f64x2.add(s0, s1);
  return f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1);
}
