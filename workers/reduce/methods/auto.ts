/** Our own method, with a weight of gradients that is given or found by a search. */
import { sweepsOfAuto, USUAL_SMOOTHNESS, USUAL_TANGENTIAL } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { type Task, withoutProgress } from "../../model/task";
import { type Examples, someExamples } from "../measure/examples";
import { nearOrigin } from "../measure/near-origin";
import { alongPath, autoAt, LEAST_FEW } from "./auto-at";
import { bestFit, type Fit } from "./auto-fits";
import { type Choice, chosenSmoothness, isWithin, type Try } from "./choose-smoothness";
import {
  type Judge,
  leastOf,
  type Published,
  publishedResults,
  type TriedErrors,
  triedErrors,
} from "./tried-errors";
import type { ReduceProblem } from "./with-descent";

/** The most vertices times examples that a search has time for. */
const MOST_WORK = 300_000;

export interface AutoWeights {
  weights: SparseWeights;
  /** The ℓ, the τ and the sweeps that were used; null for weights of a published method. */
  smoothness: number | null;
  tangential: number | null;
  sweeps: number | null;
  /** Sentences about what was done. */
  notes: string[];
}

/** Weights of a method that has nothing to search for. */
export const withoutSearch = (weights: SparseWeights, notes: string[] = []): AutoWeights => ({
  weights,
  smoothness: null,
  tangential: null,
  sweeps: null,
  notes,
});

/**
 * Reduces weights by our own method. If the settings have no ℓ, a search finds one.
 * @param examples what weights are fitted to, with poses of single bones.
 * @param plain what the published methods are fitted to.
 * @param judged the poses in which errors are compared.
 */
export async function auto(
  problem: ReduceProblem,
  { examples, plain, judged }: { examples: Examples; plain: Examples; judged: Examples },
  task: Task,
): Promise<AutoWeights> {
  const { settings, rig } = problem;
  const some = settings.smoothness === null ? examplesToTry(rig, examples) : null;
  if (some === null) {
    const smoothness = settings.smoothness ?? USUAL_SMOOTHNESS;
    return {
      weights: await autoAt(problem, examples, smoothness, task),
      smoothness,
      tangential: settings.tangential ?? USUAL_TANGENTIAL,
      sweeps: settings.sweeps ?? sweepsOfAuto(rig.rest.length / 3),
      notes: [],
    };
  }
  const near = nearOrigin(rig, judged);
  const judge: Judge = (weights) => triedErrors({ ...problem, rig: near.rig }, weights, near.examples, task);
  const published = await publishedResults(problem, plain, judge, task);
  const least = leastOf(published);
  const choice = await foundSmoothness(problem, some, least, judge, task);
  return bestOf(published, await bestFit({ problem, examples, judge, choice, task }, least));
}

/** Our fit, unless a published method is as good in both errors and better in one. */
function bestOf(published: readonly Published[], fit: Fit): AutoWeights {
  const better = published.filter(
    ({ positions, normals }) => positions < fit.positions && normals <= fit.normals,
  );
  if (better.length === 0) {
    const { weights, smoothness, tangential, sweeps } = fit;
    return { weights, smoothness, tangential, sweeps, notes: [] };
  }
  const { weights, method } = better.reduce((one, other) => (other.positions < one.positions ? other : one));
  return withoutSearch(weights, [
    `Weights by ${method} are the best here in positions and in normals, so auto took them.`,
  ]);
}

/** As many examples as a search has time for; null if these are too few to compare tries. */
export function examplesToTry(
  { rest }: Pick<ReduceProblem["rig"], "rest">,
  examples: Examples,
): Examples | null {
  const most = Math.floor(MOST_WORK / (rest.length / 3));
  if (examples.count <= most) return examples;
  return most < LEAST_FEW ? null : someExamples(examples, most);
}

async function foundSmoothness(
  problem: ReduceProblem,
  examples: Examples,
  published: TriedErrors,
  judge: Judge,
  task: Task,
): Promise<Choice> {
  const tries: Try[] = [];
  await alongPath(problem, examples, withTry(task, tries), async (smoothness, weights) => {
    tries.push({ smoothness, ...(await judge(weights)) });
    // Smaller values would make normals even worse.
    return isWithin(tries, published);
  });
  return chosenSmoothness(tries, published);
}

/** A task whose phases tell the number of the try. */
const withTry = (task: Task, tries: readonly Try[]): Task => ({
  ...withoutProgress(task),
  progress: (now) => task.progress({ ...now, phase: `${now.phase}, try ${tries.length + 1}` }),
});
