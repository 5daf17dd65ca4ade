import {
  leastWeights,
  type PlainBones,
  type PlainProblem,
  residual,
  solveDense,
} from "../../../../kernels/testing/blend-reference";

/**
 * FSD as published, from the first triangle to the last round, in plain arrays over whole trajectories: no basis, no
 * heap, no sums of products. Each step of growing looks at every vertex beside every region, and weights try every
 * support. It must have a region of at least four vertices off a plane for each bone.
 */
interface LiteralFsd {
  /** The region of each vertex. */
  labels: number[];
  /** The squared error of the first weights and after each round. */
  errors: number[];
}

type Vector = number[];
const minus = (a: Vector, b: Vector) => a.map((x, n) => x - b[n]);
const cross = ([a, b, c]: Vector, [x, y, z]: Vector) => [b * z - c * y, c * x - a * z, a * y - b * x];
const square = (a: Vector) => a.reduce((sum, x) => sum + x * x, 0);

export function literalFsd(
  problem: PlainProblem,
  triangles: readonly Vector[],
  size: { bones: number; influences: number; rounds: number; correctRest: boolean },
): LiteralFsd {
  const { bones: h, influences, rounds, correctRest } = size;
  const own: PlainProblem = { ...problem, rest: problem.rest.map((v) => v.slice()) };
  const labels = grownRegions(own, triangles, h);
  let bones = fittedBones(
    own,
    h,
    labels.map((label) => Array.from({ length: h }, (_, j) => (j === label ? 1 : 0))),
  );
  const weigh = () => own.rest.map((_, i) => leastWeights(own, bones, h, i, influences));
  const errorOf = (weights: Vector[]) => weights.reduce((sum, w, i) => sum + residual(own, bones, i, w), 0);
  let weights = weigh();
  const errors = [errorOf(weights)];
  for (let round = 0; round < rounds; round++) {
    bones = fittedBones(own, h, weights);
    if (correctRest) moveRest(own, bones, weights);
    weights = weigh();
    errors.push(errorOf(weights));
  }
  return { labels, errors };
}

/** The position of a vertex in a frame. */
const at = ({ trajectories }: PlainProblem, i: number, k: number) => trajectories[i].slice(3 * k, 3 * k + 3);

/** Both edges and the normal over the square root of its length. */
function triad([a, b, c]: Vector[]): Vector[] {
  const [p, q] = [minus(b, a), minus(c, a)];
  const normal = cross(p, q);
  return [p, q, normal.map((x) => x / Math.sqrt(Math.sqrt(square(normal))))];
}

/** Squared error of a vertex, predicted by the deformation gradients of a triangle. */
function predictionError(problem: PlainProblem, triangle: Vector, i: number): number {
  const rest = triangle.map((c) => problem.rest[c].slice(0, 3));
  const across = minus(problem.rest[i].slice(0, 3), rest[0]);
  const columns = triad(rest);
  const along = solveDense(
    [0, 1, 2].map((axis) => columns.map((column) => column[axis])),
    across,
  )!;
  let sum = 0;
  for (let k = 0; k < problem.frameCount; k++) {
    const corners = triangle.map((c) => at(problem, c, k));
    const moved = triad(corners);
    const error = [0, 1, 2].map(
      (axis) =>
        corners[0][axis] +
        moved.reduce((x, column, n) => x + along[n] * column[axis], 0) -
        at(problem, i, k)[axis],
    );
    sum += square(error);
  }
  return sum;
}

/** Triangles far from each other: the first is the farthest from the middle of all. */
function spreadSeeds(problem: PlainProblem, triangles: readonly Vector[], count: number): Vector[] {
  const centres = triangles.map((t) =>
    [0, 1, 2].map((axis) => t.reduce((sum, c) => sum + problem.rest[c][axis] / 3, 0)),
  );
  const middle = [0, 1, 2].map((axis) => centres.reduce((sum, c) => sum + c[axis] / centres.length, 0));
  const seeds: number[] = [];
  while (seeds.length < count) {
    const from = seeds.length === 0 ? [middle] : seeds.map((s) => centres[s]);
    const far = centres.map((c) => Math.min(...from.map((other) => square(minus(c, other)))));
    seeds.push(far.indexOf(Math.max(...far)));
  }
  return seeds.map((s) => triangles[s]);
}

/** Adds the vertex of least prediction error beside any region, until all vertices have a region. */
function grownRegions(problem: PlainProblem, triangles: readonly Vector[], h: number): number[] {
  const seeds = spreadSeeds(problem, triangles, h);
  const labels = problem.rest.map(() => -1);
  seeds.forEach((seed, j) => {
    for (const i of seed) if (labels[i] < 0) labels[i] = j;
  });
  const errors = problem.rest.map((_, i) => seeds.map((seed) => predictionError(problem, seed, i)));
  for (;;) {
    let best = { i: -1, j: -1, error: Infinity };
    for (const triangle of triangles) {
      for (const from of triangle) {
        const j = labels[from];
        if (j < 0) continue;
        for (const i of triangle)
          if (labels[i] < 0 && errors[i][j] < best.error) best = { i, j, error: errors[i][j] };
      }
    }
    if (best.i < 0) return labels;
    labels[best.i] = best.j;
  }
}

/** All affine bones of all rows by their normal equations. */
function fittedBones(problem: PlainProblem, h: number, weights: readonly Vector[]): PlainBones {
  const columns = problem.rest.map((v, i) => weights[i].flatMap((w) => v.map((x) => w * x)));
  const normal = Array.from({ length: 4 * h }, (_, a) =>
    Array.from({ length: 4 * h }, (_, b) => columns.reduce((sum, column) => sum + column[a] * column[b], 0)),
  );
  return problem.trajectories[0].map(
    (_, row) =>
      solveDense(
        normal,
        Array.from({ length: 4 * h }, (_, a) =>
          columns.reduce((sum, column, i) => sum + column[a] * problem.trajectories[i][row], 0),
        ),
      )!,
  );
}

/** Moves each rest position to its least squares. */
function moveRest(problem: PlainProblem, bones: PlainBones, weights: readonly Vector[]): void {
  problem.rest.forEach((v, i) => {
    const blended = bones.map((row) =>
      [0, 1, 2, 3].map((c) => weights[i].reduce((sum, w, j) => sum + w * row[4 * j + c], 0)),
    );
    const normal = [0, 1, 2].map((a) =>
      [0, 1, 2].map((b) => blended.reduce((sum, row) => sum + row[a] * row[b], 0)),
    );
    const right = [0, 1, 2].map((a) =>
      blended.reduce((sum, row, n) => sum + row[a] * (problem.trajectories[i][n] - row[3]), 0),
    );
    solveDense(normal, right)!.forEach((x, c) => {
      v[c] = x;
    });
  });
}
