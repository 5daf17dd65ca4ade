import { loadF64, loadI32, storeF64, storeI32 } from "../memory";

/** Vertices in a run. A draw first searches the sums of the runs. */
const RUN = 64;

/**
 * k-means++ (Arthur & Vassilvitskii 2007) without Lloyd's steps. Draws the seeds [from, until) of the clusterings
 * [begin, end). The next seed is vertex i with a probability proportional to mass_i d_i², where d is the distance to
 * the nearest seed so far. Every vertex belongs to its nearest seed, or to the first of equally near ones. Skips
 * clusters whose seed is farther from the new seed than twice the cluster's radius: by the triangle inequality, none of
 * their vertices can change owners (Elkan 2003).
 * @param points V·4.
 * @param draws uniform numbers in [0, 1), one per cluster of each clustering.
 * @param squares V numbers per clustering: d².
 * @param owners V words per clustering: the index of the nearest seed.
 * @param sums ⌈V / 64⌉ + 1 numbers per clustering: mass·d² of each run, then the total.
 * @param lists V words per clustering: the next vertex of the same cluster, or −1.
 * @param heads,places one word per cluster: its first vertex, or −1; its seed.
 * @param radii one number per cluster: the largest d² of its vertices.
 */
export function seedClusters(
  begin: i32,
  end: i32,
  _slot: i32,
  points: usize,
  masses: usize,
  vertexCount: i32,
  clusters: i32,
  from: i32,
  until: i32,
  draws: usize,
  squares: usize,
  owners: usize,
  sums: usize,
  lists: usize,
  heads: usize,
  places: usize,
  radii: usize,
): void {
  const runs = (vertexCount + RUN - 1) / RUN;
  for (let q = begin; q < end; q++) {
    const d = squares + ((<usize>(q * vertexCount)) << 3);
    const owner = owners + ((<usize>(q * vertexCount)) << 2);
    const list = lists + ((<usize>(q * vertexCount)) << 2);
    const head = heads + ((<usize>(q * clusters)) << 2);
    const place = places + ((<usize>(q * clusters)) << 2);
    const radius = radii + ((<usize>(q * clusters)) << 3);
    const total = sums + ((<usize>(q * (runs + 1))) << 3);
    for (let n = from; n < until; n++) {
      const draw = loadF64(draws, q * clusters + n);
      const seed =
        n === 0
          ? drawn(draw, vertexCount, runs, total, masses, 0)
          : drawn(draw, vertexCount, runs, total, masses, d);
      storeI32(place, n, seed);
      if (n === 0) takeAll(seed, points, vertexCount, d, owner, list, head, radius, total, runs);
      else takeNear(seed, n, points, d, owner, list, head, place, radius, total);
      sumRuns(vertexCount, runs, masses, d, total);
    }
  }
}

/** The vertex where the running sum of mass·d² exceeds the fraction `draw` of the total. Uniform without `squares`. */
function drawn(draw: f64, vertexCount: i32, runs: i32, total: usize, masses: usize, squares: usize): i32 {
  if (squares === 0) return min(<i32>(draw * <f64>vertexCount), vertexCount - 1);
  let left = draw * loadF64(total, runs);
  let run = 0;
  while (run < runs - 1 && left >= loadF64(total, run)) {
    left -= loadF64(total, run);
    run++;
  }
  const last = min(vertexCount, (run + 1) * RUN) - 1;
  let best = run * RUN;
  for (let i = run * RUN; i <= last; i++) {
    const part = loadF64(masses, i) * loadF64(squares, i);
    if (part > 0) best = i;
    left -= part;
    if (left < 0) break;
  }
  return best;
}

/** d² of vertex i from a seed. @inline */
function squareFrom(points: usize, i: i32, x: f64, y: f64, z: f64): f64 {
  const at = points + ((<usize>i) << 5);
  const dx = load<f64>(at) - x;
  const dy = load<f64>(at, 8) - y;
  const dz = load<f64>(at, 16) - z;
  return dx * dx + dy * dy + dz * dz;
}

/** Assigns every vertex to the first seed. */
function takeAll(
  seed: i32,
  points: usize,
  vertexCount: i32,
  d: usize,
  owner: usize,
  list: usize,
  head: usize,
  radius: usize,
  total: usize,
  runs: i32,
): void {
  const own = points + ((<usize>seed) << 5);
  let most = 0.0;
  for (let i = 0; i < vertexCount; i++) {
    const square = squareFrom(points, i, load<f64>(own), load<f64>(own, 8), load<f64>(own, 16));
    storeF64(d, i, square);
    storeI32(owner, i, 0);
    storeI32(list, i, i + 1 < vertexCount ? i + 1 : -1);
    most = Math.max(most, square);
  }
  store<i32>(head, 0);
  store<f64>(radius, most);
  for (let run = 0; run < runs; run++) storeF64(total, run, -1.0);
}

/** Moves the vertices that are nearer to the new seed to its cluster, and marks their runs with −1. */
function takeNear(
  seed: i32,
  number: i32,
  points: usize,
  d: usize,
  owner: usize,
  list: usize,
  head: usize,
  place: usize,
  radius: usize,
  total: usize,
): void {
  const own = points + ((<usize>seed) << 5);
  const x = load<f64>(own);
  const y = load<f64>(own, 8);
  const z = load<f64>(own, 16);
  let first = -1;
  let largest = 0.0;
  for (let c = 0; c < number; c++) {
    const reach = 4.0 * (1.0 + 1e-9) * loadF64(radius, c);
    if (squareFrom(points, loadI32(place, c), x, y, z) >= reach) continue;
    let most = 0.0;
    let link = head + ((<usize>c) << 2);
    for (let i = load<i32>(link); i >= 0; ) {
      const self = list + ((<usize>i) << 2);
      const next = load<i32>(self);
      const before = loadF64(d, i);
      const square = squareFrom(points, i, x, y, z);
      if (square < before) {
        storeF64(d, i, square);
        storeI32(owner, i, number);
        storeF64(total, i / RUN, -1.0);
        store<i32>(link, next);
        store<i32>(self, first);
        first = i;
        largest = Math.max(largest, square);
      } else {
        most = Math.max(most, before);
        link = self;
      }
      i = next;
    }
    storeF64(radius, c, most);
  }
  storeI32(head, number, first);
  storeF64(radius, number, largest);
}

/** Sums mass·d² in the marked runs, and adds up the total. */
function sumRuns(vertexCount: i32, runs: i32, masses: usize, d: usize, total: usize): void {
  let all = 0.0;
  for (let run = 0; run < runs; run++) {
    const at = total + ((<usize>run) << 3);
    let sum = load<f64>(at);
    if (sum < 0) {
      sum = 0;
      const last = min(vertexCount, (run + 1) * RUN);
      for (let i = run * RUN; i < last; i++) sum += loadF64(masses, i) * loadF64(d, i);
      store<f64>(at, sum);
    }
    all += sum;
  }
  storeF64(total, runs, all);
}
