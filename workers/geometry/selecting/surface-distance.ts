import { MinHeap } from "../../math/order/min-heap";
import { type Surface, type VertexFans, vertexFans } from "../vertex-fans";

/**
 * Distances along a surface from some vertices, up to a radius, by fast marching on triangles (R. Kimmel and J. A.
 * Sethian, "Computing geodesic paths on manifolds", PNAS 95, 1998, section 4). Where the front cannot reach a vertex
 * through the triangle (obtuse angles), it follows the edges instead, so a distance is never too short.
 * @param sources vertices at distance 0.
 * @param positions 3V.
 * @param radius vertices farther away keep Infinity.
 * @returns V.
 */
export function surfaceDistances(
  sources: ArrayLike<number>,
  positions: ArrayLike<number>,
  surface: Surface,
  radius: number,
  fans: VertexFans = vertexFans(surface),
): Float64Array {
  const distances = new Float64Array(surface.vertexCount).fill(Infinity);
  const done = new Uint8Array(surface.vertexCount);
  const heap = new MinHeap();
  const reach = (i: number, distance: number) => {
    if (done[i] || distance > radius || distance >= distances[i]) return;
    distances[i] = distance;
    heap.push(distance, i);
  };
  for (let n = 0; n < sources.length; n++) reach(sources[n], 0);
  for (let i = heap.pop(); i >= 0; i = heap.pop()) {
    if (done[i]) continue;
    done[i] = 1;
    for (let e = fans.offsets[i]; e < fans.offsets[i + 1]; e++) {
      const [a, b] = [fans.pairs[2 * e], fans.pairs[2 * e + 1]];
      reach(a, frontAt(a, i, b, done, distances, positions));
      reach(b, frontAt(b, i, a, done, distances, positions));
    }
  }
  return distances;
}

/** The distance at vertex `c` of a triangle whose vertex `a` is done; `b` may be done too. */
function frontAt(
  c: number,
  a: number,
  b: number,
  done: Uint8Array,
  distances: Float64Array,
  positions: ArrayLike<number>,
): number {
  const [ax, ay, az] = difference(positions, a, c);
  const lengthA = Math.hypot(ax, ay, az);
  const alongA = distances[a] + lengthA;
  if (!done[b]) return alongA;
  const [bx, by, bz] = difference(positions, b, c);
  const lengthB = Math.hypot(bx, by, bz);
  const along = Math.min(alongA, distances[b] + lengthB);
  const dot = ax * bx + ay * by + az * bz;
  // A plane wave g with g·(a − c) = d(a) − t, g·(b − c) = d(b) − t and |g| = 1 gives a quadratic equation in t.
  const determinant = lengthA ** 2 * lengthB ** 2 - dot * dot;
  if (determinant <= 1e-12 * lengthA ** 2 * lengthB ** 2) return along;
  const [qaa, qbb, qab] = [lengthB ** 2 / determinant, lengthA ** 2 / determinant, -dot / determinant];
  const [da, db] = [distances[a], distances[b]];
  const ones = qaa + qbb + 2 * qab;
  const mixed = (qaa + qab) * da + (qbb + qab) * db;
  const squares = qaa * da * da + 2 * qab * da * db + qbb * db * db;
  const root = mixed * mixed - ones * (squares - 1);
  if (root < 0) return along;
  const t = (mixed + Math.sqrt(root)) / ones;
  // The wave must reach c through the triangle: the gradient has negative weights along both edges.
  const fromA = qaa * (da - t) + qab * (db - t);
  const fromB = qab * (da - t) + qbb * (db - t);
  return t >= Math.max(da, db) && fromA < 0 && fromB < 0 ? Math.min(t, along) : along;
}

const difference = (positions: ArrayLike<number>, i: number, from: number): [number, number, number] => [
  positions[3 * i] - positions[3 * from],
  positions[3 * i + 1] - positions[3 * from + 1],
  positions[3 * i + 2] - positions[3 * from + 2],
];

/**
 * The weights of a selection with a soft edge, V: 1 inside; outside, at t widths of the edge, 1 − 3t² + 2t³.
 * @param width in the unit of the positions; 0 for a hard edge.
 */
export function softWeights(
  selected: ArrayLike<number>,
  positions: ArrayLike<number>,
  surface: Surface,
  width: number,
): Float32Array {
  const weights = new Float32Array(surface.vertexCount);
  if (width <= 0) {
    for (let n = 0; n < selected.length; n++) if (selected[n] < weights.length) weights[selected[n]] = 1;
    return weights;
  }
  const distances = surfaceDistances(selected, positions, surface, width);
  for (let i = 0; i < weights.length; i++) {
    const t = distances[i] / width;
    if (t < 1) weights[i] = 1 - t * t * (3 - 2 * t);
  }
  return weights;
}
