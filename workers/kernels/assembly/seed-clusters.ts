/** Vertices whose masses are summed at once, so that a draw looks through sums first. */
const RUN = 64;

/**
 * k-means++ (Arthur & Vassilvitskii 2007) without Lloyd's steps: seeds [from, until) of clusterings [begin, end). The next
 * seed is vertex i with probability in proportion to mass_i d_i², d the distance from the nearest seed so far; every
 * vertex belongs to its nearest seed, of equally near ones the first.
 * @param points V·4.
 * @param draws uniform numbers in [0, 1), clusters a clustering.
 * @param squares V numbers a clustering: d², infinite before the first seed.
 * @param owners V words a clustering: the number of the nearest seed.
 * @param sums ⌈V / 64⌉ + 1 numbers a clustering.
 */
export function seedClusters(
  begin: i32, end: i32, slot: i32,
  points: usize, masses: usize, vertexCount: i32, clusters: i32, from: i32, until: i32,
  draws: usize, squares: usize, owners: usize, sums: usize,
): void {
  const runs = (vertexCount + RUN - 1) / RUN;
  for (let q = begin; q < end; q++) {
    const d = squares + (<usize>(q * vertexCount) << 3);
    const owner = owners + (<usize>(q * vertexCount) << 2);
    const total = sums + (<usize>(q * (runs + 1)) << 3);
    for (let n = from; n < until; n++) {
      const draw = load<f64>(draws + (<usize>(q * clusters + n) << 3));
      const seed = n == 0 ? drawn(draw, vertexCount, runs, total, masses, 0) : drawn(draw, vertexCount, runs, total, masses, d);
      takeSeed(points + (<usize>seed << 5), n, points, masses, vertexCount, d, owner, total);
    }
  }
}

/** The vertex at which the running sum of mass·d² passes the draw's part of it all. */
function drawn(draw: f64, vertexCount: i32, runs: i32, total: usize, masses: usize, squares: usize): i32 {
  if (squares == 0) return min(<i32>(draw * <f64>vertexCount), vertexCount - 1);
  let left = draw * load<f64>(total + (<usize>runs << 3));
  let run = 0;
  while (run < runs - 1 && left >= load<f64>(total + (<usize>run << 3))) {
    left -= load<f64>(total + (<usize>run << 3));
    run++;
  }
  const last = min(vertexCount, (run + 1) * RUN) - 1;
  let best = run * RUN;
  for (let i = run * RUN; i <= last; i++) {
    const part = load<f64>(masses + (<usize>i << 3)) * load<f64>(squares + (<usize>i << 3));
    if (part > 0) best = i;
    left -= part;
    if (left < 0) break;
  }
  return best;
}

/** Lets every vertex that is nearer to the new seed go over to it, and sums mass·d² by runs and in all. */
function takeSeed(
  seed: usize, number: i32, points: usize, masses: usize, vertexCount: i32, d: usize, owner: usize, total: usize,
): void {
  const x = load<f64>(seed);
  const y = load<f64>(seed, 8);
  const z = load<f64>(seed, 16);
  let all = 0.0;
  let run = 0.0;
  for (let i = 0; i < vertexCount; i++) {
    const at = points + (<usize>i << 5);
    const dx = load<f64>(at) - x;
    const dy = load<f64>(at, 8) - y;
    const dz = load<f64>(at, 16) - z;
    const square = dx * dx + dy * dy + dz * dz;
    const own = d + (<usize>i << 3);
    let nearest = load<f64>(own);
    if (square < nearest) {
      nearest = square;
      store<f64>(own, square);
      store<i32>(owner + (<usize>i << 2), number);
    }
    run += load<f64>(masses + (<usize>i << 3)) * nearest;
    if ((i & (RUN - 1)) == RUN - 1 || i == vertexCount - 1) {
      store<f64>(total + (<usize>(i / RUN) << 3), run);
      all += run;
      run = 0;
    }
  }
  store<f64>(total + (<usize>((vertexCount + RUN - 1) / RUN) << 3), all);
}
