import { childList, FbxDamage, type FbxNode } from "../document/node";

/** The most corners of a polygon. The time of ear clipping grows with their square. */
const MOST_CORNERS = 20_000;

/** The error for a polygon that is too large, which is not damage. */
export class LargePolygon extends Error {
  readonly corners: number;
  constructor(corners: number) {
    super(
      `It has ${corners} corners. Sinew reads at most ${MOST_CORNERS}: cut the polygon into smaller ones.`,
    );
    this.corners = corners;
  }
}

export interface FbxPolygons {
  /** 3P. */
  positions: Float64Array;
  /** Polygons with three or more corners: the number of each in the file, and its first corner there. */
  numbers: Uint32Array;
  firsts: Uint32Array;
  /** The number of corners of each. */
  sizes: Uint32Array;
  /** The point of each corner in the file. */
  points: Int32Array;
  /** The ends of loose edges in pairs. The file has them as polygons of two corners. */
  lines: Uint32Array;
}

/**
 * Reads the points and polygons of a geometry. The last corner of a polygon is stored as its complement, −1 − point.
 * @throws FbxDamage if a corner names a point that does not exist; LargePolygon.
 */
export function readPolygons(node: FbxNode): FbxPolygons {
  const positions = Float64Array.from(childList(node, "Vertices") ?? []);
  const count = Math.floor(positions.length / 3);
  const written = childList(node, "PolygonVertexIndex") ?? [];
  const points = new Int32Array(written.length);
  const [numbers, firsts, sizes, lines]: number[][] = [[], [], [], []];
  let [polygon, first] = [0, 0];
  for (let c = 0; c < written.length; c++) {
    const isLast = written[c] < 0 || c === written.length - 1;
    points[c] = written[c] < 0 ? -1 - written[c] : written[c];
    if (!(points[c] < count)) throw new FbxDamage(`A polygon names point ${points[c]} of ${count}.`);
    if (!isLast) continue;
    const size = c + 1 - first;
    if (size > MOST_CORNERS) throw new LargePolygon(size);
    if (size === 2) lines.push(points[first], points[c]);
    if (size >= 3) {
      numbers.push(polygon);
      firsts.push(first);
      sizes.push(size);
    }
    polygon++;
    first = c + 1;
  }
  return {
    positions: positions.subarray(0, 3 * count),
    numbers: Uint32Array.from(numbers),
    firsts: Uint32Array.from(firsts),
    sizes: Uint32Array.from(sizes),
    points,
    lines: Uint32Array.from(lines),
  };
}
