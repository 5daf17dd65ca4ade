import { boundsOf } from "../../../model/mesh/mesh-sequence";

/**
 * The least size of a sample: vertices for each bone, vertices in total, and positions over all frames. This is enough
 * to find a tree, joints and motion. With few frames, fewer vertices would fit their own noise.
 */
const FOR_EACH_BONE = 80;
const LEAST = 2400;
const POSITIONS = 50_000;
/** A mesh smaller than this multiple of the sample is used whole, because a sample would save little. */
const WORTH = 1.5;
/** Cells of the curve along each axis. */
const CELLS = 1024;

/** The number of vertices that the search uses; 0 for all. */
export function sampleSize(
  { vertexCount, frameCount }: { vertexCount: number; frameCount: number },
  bones: number,
): number {
  const wanted = Math.max(LEAST, FOR_EACH_BONE * bones, Math.ceil(POSITIONS / frameCount));
  return vertexCount > WORTH * wanted ? wanted : 0;
}

/**
 * Evenly spread vertices: every n-th along a Morton curve through the rest pose. So each part of the body has the same
 * share of the sample as of all vertices.
 * @param rest 3V.
 * @returns `count` vertices, ascending.
 */
export function sampleVertices(rest: ArrayLike<number>, count: number): Int32Array {
  const along = alongCurve(rest);
  return Int32Array.from(
    { length: count },
    (_, n) => along[Math.floor(((n + 0.5) * along.length) / count)],
  ).sort();
}

/**
 * Vertices spread along the same curve, but closer where shares are larger.
 * @param rest 3V.
 * @param shares V, positive: how likely a vertex is taken, relative to the others.
 * @returns `count` different vertices, ascending.
 */
export function sampleUnevenly(
  rest: ArrayLike<number>,
  shares: ArrayLike<number>,
  count: number,
): Int32Array {
  const chances = chancesOf(shares, count);
  const taken = new Int32Array(count);
  let [n, sum] = [0, 0];
  // No chance is above 1, so no vertex is taken twice.
  for (const i of alongCurve(rest)) {
    sum += chances[i];
    if (n < count && sum > n + 0.5) taken[n++] = i;
  }
  return taken.sort();
}

/** Chances in proportion to shares, but at most 1, with the sum `count`. */
function chancesOf(shares: ArrayLike<number>, count: number): Float64Array {
  let scale = 0;
  let sure = -1;
  for (;;) {
    const isSure = (share: number) => share * scale >= 1;
    let [above, sum] = [0, 0];
    for (let i = 0; i < shares.length; i++) {
      if (isSure(shares[i])) above++;
      else sum += shares[i];
    }
    if (above <= sure || above >= count)
      return Float64Array.from(shares, (share) => Math.min(1, share * scale));
    sure = above;
    scale = (count - above) / sum;
  }
}

/** The vertices in the order of a Morton curve through the rest pose. */
function alongCurve(rest: ArrayLike<number>): number[] {
  const V = rest.length / 3;
  const box = boundsOf(rest);
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]) || 1;
  const cellOf = (i: number, c: number) =>
    Math.min(CELLS - 1, Math.floor(((rest[3 * i + c] - box[c]) / size) * CELLS));
  const codes = Float64Array.from({ length: V }, (_, i) =>
    mortonCode([cellOf(i, 0), cellOf(i, 1), cellOf(i, 2)]),
  );
  return Array.from(codes.keys()).sort((a, b) => codes[a] - codes[b] || a - b);
}

/** The bits of a cell's three numbers, interleaved. */
function mortonCode(cell: readonly number[]): number {
  let code = 0;
  for (let bit = CELLS >> 1; bit > 0; bit >>= 1) for (const x of cell) code = 2 * code + (x & bit ? 1 : 0);
  return code;
}
