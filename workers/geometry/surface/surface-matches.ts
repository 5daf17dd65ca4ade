/** N places, each with the point of a surface that it matches: a mean of up to three vertices. */
export interface SurfaceMatches {
  /** The vertices, 3N; the first is −1 where a place has no match. */
  corners: Int32Array;
  /** Their shares, 3N: not negative, sum 1. */
  shares: Float32Array;
  /** The distance of each place from its match, N; Infinity without a match. */
  distances: Float32Array;
}

export const noMatches = (count: number): SurfaceMatches => ({
  corners: new Int32Array(3 * count).fill(-1),
  shares: new Float32Array(3 * count),
  distances: new Float32Array(count).fill(Infinity),
});

export const isMatched = ({ corners }: SurfaceMatches, i: number): boolean => corners[3 * i] >= 0;

/** Above this share of one vertex, the place lies on the vertex, up to rounding. */
const WHOLE = 1 - 1e-4;

/**
 * Matches place i with a mean of a triangle's corners. A place on a vertex matches this vertex alone, so that copied
 * weights are exact.
 * @param at the share of each corner.
 */
export function setMatch(
  { corners, shares, distances }: SurfaceMatches,
  i: number,
  triangle: readonly number[],
  at: ArrayLike<number>,
  distance: number,
): void {
  const whole = at[0] > WHOLE ? 0 : at[1] > WHOLE ? 1 : at[2] > WHOLE ? 2 : -1;
  for (let c = 0; c < 3; c++) {
    corners[3 * i + c] = triangle[whole >= 0 ? whole : c];
    shares[3 * i + c] = whole >= 0 ? Number(c === 0) : at[c];
  }
  distances[i] = distance;
}

/** Matches place i with one vertex. */
export const setVertexMatch = (matches: SurfaceMatches, i: number, vertex: number, distance: number): void =>
  setMatch(matches, i, [vertex, vertex, vertex], [1, 0, 0], distance);

/** The vertex with the largest share in each match, N; −1 without a match. */
export function nearestCorners({ corners, shares, distances }: SurfaceMatches): Int32Array {
  return Int32Array.from(distances, (_, i) => {
    let best = 3 * i;
    for (let at = best + 1; at < 3 * i + 3; at++) if (shares[at] > shares[best]) best = at;
    return corners[3 * i] < 0 ? -1 : corners[best];
  });
}

/** For each vertex, the places whose matches use it. */
export interface ImagesOf {
  /** V + 1. */
  offsets: Uint32Array;
  /** Places, ascending for each vertex. */
  places: Uint32Array;
  /** The share of the vertex in the match of the place. */
  shares: Float32Array;
}

/** The matches by vertex instead of by place. @param vertexCount V, of the mesh that places match. */
export function imagesOf({ corners, shares }: SurfaceMatches, vertexCount: number): ImagesOf {
  const offsets = new Uint32Array(vertexCount + 1);
  const each = (visit: (vertex: number, place: number, share: number) => void) => {
    for (let at = 0; at < corners.length; at++) {
      if (shares[at] > 0) visit(corners[at], Math.floor(at / 3), shares[at]);
    }
  };
  each((vertex) => {
    offsets[vertex + 1]++;
  });
  for (let i = 0; i < vertexCount; i++) offsets[i + 1] += offsets[i];
  const next = offsets.slice(0, vertexCount);
  const images = {
    offsets,
    places: new Uint32Array(offsets[vertexCount]),
    shares: new Float32Array(offsets[vertexCount]),
  };
  each((vertex, place, share) => {
    images.places[next[vertex]] = place;
    images.shares[next[vertex]++] = share;
  });
  return images;
}
