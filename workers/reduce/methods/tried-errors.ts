/** Errors by which the automatic weight of normals is chosen. */
import type { ReduceMethod } from "../../model/reduce/reduce-settings";
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

/** A published method with its result. */
export interface Published extends TriedErrors {
  method: Exclude<ReduceMethod, "auto" | "arap">;
  weights: SparseWeights;
}

/** The weights of the published methods. @param examples what geometric and Poisson weights are fitted to. */
export async function publishedResults(
  problem: ReduceProblem,
  examples: Examples,
  judge: Judge,
  task: Task,
): Promise<Published[]> {
  const { rig, settings, influences } = problem;
  // If the artist typed a number of sweeps, it was meant for our method.
  const published = { ...problem, settings: { ...settings, sweeps: null } };
  const quiet = withoutProgress(task);
  task.progress({ phase: "Comparing published methods", done: null, detail: "" });
  const found = {
    "k-largest": kLargest(rig.weights, influences),
    smooth: await smooth(published, quiet),
    geometric: await geometric(published, examples, quiet),
    poisson: await poisson(published, examples, quiet),
  };
  const out: Published[] = [];
  for (const method of ["k-largest", "smooth", "geometric", "poisson"] as const) {
    out.push({ method, weights: found[method], ...(await judge(found[method])) });
  }
  return out;
}

/** The least error in positions and the least error of normals; each may be of another method. */
export const leastOf = (found: readonly TriedErrors[]): TriedErrors => ({
  positions: Math.min(...found.map(({ positions }) => positions)),
  normals: Math.min(...found.map(({ normals }) => normals)),
});
