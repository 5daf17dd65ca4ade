/**
 * Starts at the purest vertices. Affine motions of one-rings lie near a flat of B − 1 dimensions (Liu, Tan, Deng &
 * Gingold 2020, section 4.1). The motions that fit best are expressed along their principal axes, and successive
 * projection (Araújo et al. 2001) finds the corners of their span. Each corner starts a rigid bone.
 *
 * The flat itself is not optimised, because that gains nothing for sparse weights. If rings do not determine a motion
 * (a plane rest pose), bones start as in k-means++.
 */

import { adjacencyOf } from "../../geometry/adjacency";
import { kernels } from "../../kernels/kernels.generated";
import { scratchNumbers } from "../../kernels/scratch";
import type { Random } from "../../math/random";
import type { Task } from "../../model/task";
import { Clusters } from "./clusters";
import { axesBytes, principalAxes } from "./principal-axes";
import type { Start, StartContext } from "./start-context";

const ROUNDS = 5;
/** Share of the rings, by error, that the flat is fitted to. */
const BEST = 0.5;
/** The most numbers of the chosen motions together, and the most chosen motions. */
const MOST_NUMBERS = 1e6;
const MOST_RINGS = 2000;
/** The share of points that are too far out to be reliable. */
const OUTLIERS = 0.01;

export const startFlat: Start = async (context, bones, random, task) => {
  const { arena } = context.parallel;
  const mark = arena.mark();
  const seeds = await purestVertices(context, bones, random, task);
  const clusters = new Clusters(context, bones);
  if (seeds.length === 0) await clusters.begin(task);
  else await clusters.addPatches(seeds, task);
  while (clusters.count < bones) await clusters.addPatch(clusters.drawByError(random), task);
  await clusters.refine(ROUNDS, task);
  const motion = clusters.motion();
  arena.release(mark);
  return motion;
};

/**
 * The most arena bytes for finding the vertices. They are free again before clusters are made.
 * @param corners of triangles, 3T.
 */
export function flatBytes(
  vertexCount: number,
  corners: number,
  rank: number,
  bones: number,
  threads: number,
): number {
  const rings = Math.min(MOST_RINGS, vertexCount);
  const fits = Math.max(MOST_NUMBERS + 4 * rank, 4 * rank * bones * 2);
  const numbers = fits + threads * scratchNumbers(kernels.ringFitsScratch, { rank }) + 2 * vertexCount;
  return axesBytes(rings, 4 * rank, bones) + 8 * numbers + 4 * (3 * vertexCount + 2 * corners + 2) + 4096;
}

/** At most `bones` vertices of the sample, in order of purity. */
async function purestVertices(
  context: StartContext,
  bones: number,
  random: Random,
  task: Task,
): Promise<number[]> {
  const { arena } = context.parallel;
  const { rank } = context.problem;
  const mark = arena.mark();
  const rings = ringArrays(context);
  const { members } = context.sample;
  const { residuals } = await fitRings(context, rings, members, false, task);
  const chosen = chooseRings(residuals, Math.max(2 * bones, Math.floor(MOST_NUMBERS / (4 * rank))));
  let seeds: number[] = [];
  if (chosen.length > bones) {
    const vertices = chosen.map((n) => members[n]);
    const { fits } = await fitRings(context, rings, vertices, true, task);
    const { points } = await principalAxes(context.parallel, fits!, chosen.length, bones - 1, random, task);
    seeds = corners(points, bones).map((n) => chosen[n]);
  }
  arena.release(mark);
  return seeds;
}

interface Rings {
  offsets: Uint32Array;
  neighbours: Uint32Array;
}

function ringArrays({ parallel, problem }: StartContext): Rings {
  const { offsets, neighbours } = adjacencyOf(problem.triangles, problem.vertexCount);
  const copy = (from: Uint32Array) => {
    const to = parallel.arena.u32(from.length);
    to.set(from);
    return to;
  };
  return { offsets: copy(offsets), neighbours: copy(neighbours) };
}

/**
 * Residuals of the rings of some vertices, outside the arena. With `keep`, also their motions (4·rank each), in the
 * arena.
 */
async function fitRings(
  { parallel, problem }: StartContext,
  rings: Rings,
  vertices: Int32Array,
  keep: boolean,
  task: Task,
): Promise<{ residuals: Float64Array; fits: Float64Array | null }> {
  const { arena, threads } = parallel;
  const { trajectories, stride, rank, rest, norms } = problem;
  const fits = keep ? arena.f64(vertices.length * 4 * rank) : null;
  const mark = arena.mark();
  const chosen = arena.i32(vertices.length);
  chosen.set(vertices);
  const residuals = arena.f64(vertices.length);
  const scratch = arena.f64(threads * scratchNumbers(kernels.ringFitsScratch, { rank }));
  await parallel.run(task, kernels.ringFits, vertices.length, 64, {
    chosen,
    offsets: rings.offsets,
    neighbours: rings.neighbours,
    trajectories,
    stride,
    rank,
    rest,
    norms,
    residuals,
    fits,
    scratch,
    mode: 0,
  });
  const out = residuals.slice();
  arena.release(mark);
  return { residuals: out, fits };
}

/** The better half of the rings, thinned out evenly to `most`. */
function chooseRings(residuals: Float64Array, most: number): Int32Array {
  const usable = [...residuals.keys()].filter((i) => residuals[i] < Infinity);
  usable.sort((a, b) => residuals[a] - residuals[b] || a - b);
  const best = usable.slice(0, Math.ceil(BEST * usable.length)).sort((a, b) => a - b);
  const count = Math.min(best.length, most, MOST_RINGS);
  return Int32Array.from({ length: count }, (_, n) => best[Math.floor((n * best.length) / count)]);
}

/**
 * Successive projection: takes the farthest point, removes its direction from all of them, and repeats. An extra
 * coordinate, as large as the others, turns points into directions. The farthest percent is left out.
 */
function corners(points: number[][], most: number): number[] {
  const norms = points.map((p) => Math.hypot(...p));
  const limit = [...norms].sort((a, b) => a - b)[Math.floor((1 - OUTLIERS) * (norms.length - 1))];
  const typical = Math.sqrt(norms.reduce((s, x) => s + x * x, 0) / norms.length);
  if (!(typical > 0)) return [];
  const left = points.map((p) => Float64Array.from([...p, typical]));
  const found: number[] = [];
  while (found.length < most) {
    let best = -1;
    let largest = 1e-18 * typical * typical;
    left.forEach((p, n) => {
      const square = p.reduce((s, x) => s + x * x, 0);
      if (norms[n] <= limit && square > largest) {
        largest = square;
        best = n;
      }
    });
    if (best < 0) break;
    found.push(best);
    const direction = left[best].map((x) => x / Math.sqrt(largest));
    for (const p of left) {
      const along = p.reduce((s, x, c) => s + x * direction[c], 0);
      for (let c = 0; c < p.length; c++) p[c] -= along * direction[c];
    }
  }
  return found;
}
