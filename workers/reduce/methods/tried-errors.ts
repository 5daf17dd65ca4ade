/** Errors by which the automatic weight of normals is chosen. */
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { type Task, withoutProgress } from "../../model/task";
import { type Examples, rigInExamples } from "../measure/examples";
import { frameFigures } from "../measure/frame-figures";
import { geometric, poisson, smooth } from "./descents";
import { kLargest } from "./k-largest";
import type { ReduceProblem } from "./with-descent";

/** Errors of weights in poses. */
export interface TriedErrors {
  /** The sum of squared distances. */
  positions: number;
  /** The mean angle between normals, in degrees. */
  normals: number;
}

/** Measures weights. */
export type Judge = (weights: SparseWeights) => Promise<TriedErrors>;

/** Errors of weights in poses. */
export async function triedErrors(
  { rig, triangles, makeParallel }: ReduceProblem,
  weights: SparseWeights,
  judged: Examples,
  task: Task,
): Promise<TriedErrors> {
  const { first } = await frameFigures(
    {
      sequence: {
        vertexCount: rig.rest.length / 3,
        frameCount: judged.count,
        rest: rig.rest,
        frames: judged.targets,
      },
      triangles,
      // Changes of edges are not needed.
      edges: new Uint32Array(0),
      inverses: new Float32Array(0),
    },
    rigInExamples(rig, weights, judged),
    null,
    makeParallel,
    withoutProgress(task),
  );
  return { positions: first.squares.reduce((sum, x) => sum + x, 0), normals: first.angle };
}

/**
 * The least error in positions and the least error of normals of the published methods; each may be of another one.
 * @param judged what geometric and Poisson weights are fitted to.
 */
export async function leastPublished(
  problem: ReduceProblem,
  judged: Examples,
  judge: Judge,
  task: Task,
): Promise<TriedErrors> {
  const { rig, settings, influences } = problem;
  // If the artist typed a number of sweeps, it was meant for our method.
  const published = { ...problem, settings: { ...settings, sweeps: null } };
  const quiet = withoutProgress(task);
  task.progress({ phase: "Comparing published methods", done: null, detail: "" });
  const found = [
    kLargest(rig.weights, influences),
    await smooth(published, quiet),
    await geometric(published, judged, quiet),
    await poisson(published, judged, quiet),
  ];
  const least = { positions: Infinity, normals: Infinity };
  for (const weights of found) {
    const { positions, normals } = await judge(weights);
    least.positions = Math.min(least.positions, positions);
    least.normals = Math.min(least.normals, normals);
  }
  return least;
}
