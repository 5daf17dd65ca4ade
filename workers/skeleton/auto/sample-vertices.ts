/**
 * Vertices for each bone, vertices in all, and positions over all frames: enough to find a tree, joints and motion. With
 * few frames, fewer vertices would fit their own noise.
 */
const FOR_EACH_BONE = 80;
const LEAST = 2400;
const POSITIONS = 50_000;
/** A mesh with fewer than so many times the sample is taken whole: a part would save little. */
const WORTH = 1.5;
/** Cells of the curve along each axis. */
const CELLS = 1024;

/** How many vertices the search works with; 0 for all. */
export function sampleSize(
  { vertexCount, frameCount }: { vertexCount: number; frameCount: number },
  bones: number,
): number {
  const wanted = Math.max(LEAST, FOR_EACH_BONE * bones, Math.ceil(POSITIONS / frameCount));
  return vertexCount > WORTH * wanted ? wanted : 0;
}

/**
 * Evenly spread vertices: every n-th along a Morton curve through the rest pose, so that each part of the body has the
 * same share of them as of all vertices.
 * @param rest 4V, normalised.
 * @returns `count` vertices, ascending.
 */
export function sampleVertices(rest: Float64Array, count: number): Int32Array {
  const V = rest.length / 4;
  const codes = Float64Array.from({ length: V }, (_, i) => mortonCode(rest, 4 * i));
  const along = Array.from(codes.keys()).sort((a, b) => codes[a] - codes[b] || a - b);
  return Int32Array.from({ length: count }, (_, n) => along[Math.floor(((n + 0.5) * V) / count)]).sort();
}

/** The cell of a point, its bits interleaved. Coordinates are between −1 and 1. */
function mortonCode(rest: Float64Array, at: number): number {
  const cell = [0, 1, 2].map((c) =>
    Math.min(CELLS - 1, Math.max(0, Math.floor(((rest[at + c] + 1) / 2) * CELLS))),
  );
  let code = 0;
  for (let bit = CELLS >> 1; bit > 0; bit >>= 1) for (const x of cell) code = 2 * code + (x & bit ? 1 : 0);
  return code;
}
