import { wholeSample } from "../../problem/sample";
import { Clusters } from "../clusters";
import { setsOf } from "../regions/grow-regions";
import type { Start } from "../start-context";
import { curvatureBytes, curvatureClusters, MOST_SEEDS } from "./curvature-clusters";

/** The text names 0.3 to 1 percent. */
const SEED_PERCENT = 1;

/** Arena bytes for `startCurvature`, besides the clusters. */
export const curvatureStartBytes = ({ vertices, bones }: { vertices: number; bones: number }): number =>
  curvatureBytes(vertices, bones, SEED_PERCENT) + 4 * vertices + 1024;

/**
 * Bones from patches of curvature that move alike (de Aguiar, Theobalt, Thrun & Seidel 2008). The method finds its own
 * number of clusters; here it is the number of bones, and bones without a cluster start where the error is largest.
 */
export const startCurvature: Start = async (context, bones, random, task) => {
  const { parallel, problem, notes } = context;
  const { vertexCount, frames, triangles } = problem;
  const rest = Float64Array.from(
    { length: 3 * vertexCount },
    (_, n) => problem.rest[4 * Math.floor(n / 3) + (n % 3)],
  );
  if ((SEED_PERCENT / 100) * vertexCount > MOST_SEEDS) {
    notes.add(`The curvature start spreads ${MOST_SEEDS} seeds over ${vertexCount} vertices.`);
  }
  const { arena } = parallel;
  const mark = arena.mark();
  const input = { rest, frames, triangles, bones, percent: SEED_PERCENT };
  const labels = await curvatureClusters(parallel, input, random, task);
  const clusters = new Clusters({ ...context, sample: wholeSample(context) }, bones);
  await clusters.fitSets(setsOf(labels), task);
  await clusters.topUp(bones, task);
  const motion = clusters.motion();
  arena.release(mark);
  return motion;
};
