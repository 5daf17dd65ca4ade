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
  const V = rest.length / 3;
  const box = boundsOf(rest);
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]) || 1;
  const cellOf = (i: number, c: number) =>
    Math.min(CELLS - 1, Math.floor(((rest[3 * i + c] - box[c]) / size) * CELLS));
  const codes = Float64Array.from({ length: V }, (_, i) =>
    mortonCode([cellOf(i, 0), cellOf(i, 1), cellOf(i, 2)]),
  );
  const along = Array.from(codes.keys()).sort((a, b) => codes[a] - codes[b] || a - b);
  return Int32Array.from({ length: count }, (_, n) => along[Math.floor(((n + 0.5) * V) / count)]).sort();
}

/** The bits of a cell's three numbers, interleaved. */
function mortonCode(cell: readonly number[]): number {
  let code = 0;
  for (let bit = CELLS >> 1; bit > 0; bit >>= 1) for (const x of cell) code = 2 * code + (x & bit ? 1 : 0);
  return code;
}
