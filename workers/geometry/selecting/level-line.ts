/** The lines on a mesh along which values of its vertices have a certain level. */
export interface LevelLine {
  /** Four vertices for each of S segments. It starts between the first two and ends between the last two. */
  ends: Uint32Array;
  /**
   * Four numbers for each segment: where its start lies on the way from the first vertex to the second (0 to 1), the
   * same for its end, and the length of the line up to its start and up to its end.
   */
  places: Float32Array;
}

/**
 * Where `values` cross `level`, in chains of segments that lead from triangle to triangle.
 * @param triangles 3T vertices. @param values V. @param positions 3V, for lengths along the line.
 */
export function levelLine(
  triangles: ArrayLike<number>,
  values: ArrayLike<number>,
  level: number,
  positions: ArrayLike<number>,
): LevelLine {
  const segments = crossings(triangles, values, level);
  const order = chained(segments);
  const ends = new Uint32Array(4 * order.length);
  const places = new Float32Array(4 * order.length);
  const share = (a: number, b: number) => (level - values[a]) / (values[b] - values[a]);
  const pointOn = (a: number, b: number) =>
    [0, 1, 2].map((c) => positions[3 * a + c] + share(a, b) * (positions[3 * b + c] - positions[3 * a + c]));
  let length = 0;
  order.forEach(({ segment, isTurned, isFirst }, n) => {
    const [from, to] = isTurned ? [segment[1], segment[0]] : segment;
    if (isFirst) length = 0;
    ends.set([...from, ...to], 4 * n);
    const [p, q] = [pointOn(...from), pointOn(...to)];
    const next = length + Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
    places.set([share(...from), share(...to), length, next], 4 * n);
    length = next;
  });
  return { ends, places };
}

type Edge = [low: number, high: number];
type Segment = [Edge, Edge];

/** The segment of each triangle that the line crosses. */
function crossings(triangles: ArrayLike<number>, values: ArrayLike<number>, level: number): Segment[] {
  const segments: Segment[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const found: Edge[] = [];
    for (let n = 0; n < 3; n++) {
      const [a, b] = [triangles[t + n], triangles[t + ((n + 1) % 3)]];
      if (values[a] >= level !== values[b] >= level) found.push(a < b ? [a, b] : [b, a]);
    }
    if (found.length === 2) segments.push([found[0], found[1]]);
  }
  return segments;
}

/** The segments in chains. A chain starts at an open end if it has one. */
function chained(segments: Segment[]): { segment: Segment; isTurned: boolean; isFirst: boolean }[] {
  const at = new Map<string, number[]>();
  const key = (edge: Edge) => edge.join();
  segments.forEach((segment, s) => {
    for (const edge of segment) {
      const known = at.get(key(edge));
      if (known) known.push(s);
      else at.set(key(edge), [s]);
    }
  });
  const isOpen = (segment: Segment) => segment.some((edge) => at.get(key(edge))?.length === 1);
  const starts = [...segments.keys()].sort(
    (a, b) => Number(isOpen(segments[b])) - Number(isOpen(segments[a])),
  );
  const used = new Uint8Array(segments.length);
  const order: { segment: Segment; isTurned: boolean; isFirst: boolean }[] = [];
  for (const start of starts) {
    let s: number | undefined = used[start] ? undefined : start;
    let from: string | null = null;
    while (s !== undefined) {
      used[s] = 1;
      const segment: Segment = segments[s];
      const isFirst = from === null;
      const isTurned = isFirst ? at.get(key(segment[1]))?.length === 1 : key(segment[0]) !== from;
      order.push({ segment, isTurned, isFirst });
      from = key(segment[isTurned ? 0 : 1]);
      s = at.get(from)?.find((next) => !used[next]);
    }
  }
  return order;
}
