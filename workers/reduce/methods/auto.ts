/** Our own method, with a weight of gradients that is given or found by trying several. */
import { USUAL_SMOOTHNESS } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { type Task, withoutProgress } from "../../model/task";
import { type Examples, someExamples } from "../measure/examples";
import { autoAt, LEAST_FEW } from "./descents";
import { leastPublishedNormals, type TriedErrors, triedErrors } from "./tried-errors";
import type { ReduceProblem } from "./with-descent";

/** Values of ℓ that are tried, in this order. Smaller values have less error in positions and more in normals. */
const TRIED = [USUAL_SMOOTHNESS, 0.1, 0.05, 0.02];
/** The error of normals may always be this multiple of the least of all tries, */
const NORMALS = 1.03;
/** and up to this multiple of it where it stays below this part of the least of the published methods. */
const [MOST_NORMALS, BELOW_PUBLISHED] = [1.15, 0.97];
/** Most vertices times examples of a try: about a second on two threads. */
const MOST_WORK = 300_000;

interface AutoWeights {
  weights: SparseWeights;
  /** The ℓ that was used. */
  smoothness: number;
}

/** The largest error of normals that a try may have. */
const mostNormals = (least: number, published: number): number =>
  Math.max(NORMALS * least, Math.min(MOST_NORMALS * least, BELOW_PUBLISHED * published));

/**
 * The try with the least position error among those whose normals are nearly as good as the best.
 * @param published the least error of normals of the published methods.
 */
export function bestTry<T extends TriedErrors>(tries: readonly T[], published: number): T {
  const most = mostNormals(Math.min(...tries.map(({ normals }) => normals)), published);
  return tries
    .filter(({ normals }) => normals <= most)
    .reduce((best, each) => (each.positions < best.positions ? each : best));
}

/**
 * Weights by our own method. If the settings have no ℓ, it tries several.
 * @param examples what weights are fitted to, with poses of single bones.
 * @param judged the poses in which tries are compared.
 */
export async function auto(
  problem: ReduceProblem,
  examples: Examples,
  judged: Examples,
  task: Task,
): Promise<AutoWeights> {
  const given = problem.settings.smoothness;
  const some = given === null ? examplesToTry(problem.rig, examples) : null;
  if (some === null) {
    const smoothness = given ?? USUAL_SMOOTHNESS;
    return { weights: await autoAt(problem, examples, smoothness, task), smoothness };
  }
  const best = await bestOfTries(problem, some, judged, task);
  if (some === examples) return best;
  const { smoothness } = best;
  return { weights: await autoAt(problem, examples, smoothness, task), smoothness };
}

/** As many examples as a try has time for; null if these are too few to compare tries. */
export function examplesToTry(
  { rest }: Pick<ReduceProblem["rig"], "rest">,
  examples: Examples,
): Examples | null {
  const most = Math.floor(MOST_WORK / (rest.length / 3));
  if (examples.count <= most) return examples;
  return most < LEAST_FEW ? null : someExamples(examples, most);
}

async function bestOfTries(
  problem: ReduceProblem,
  examples: Examples,
  judged: Examples,
  task: Task,
): Promise<AutoWeights> {
  const published = await leastPublishedNormals(problem, examples, judged, task);
  const tries: (AutoWeights & TriedErrors)[] = [];
  for (const [n, smoothness] of TRIED.entries()) {
    const weights = await autoAt(problem, examples, smoothness, numbered(task, n + 1));
    tries.push({ weights, smoothness, ...(await triedErrors(problem, weights, judged, task)) });
    // A smaller value would make normals even worse.
    if (!(tries[n].normals <= mostNormals(tries[0].normals, published))) break;
  }
  return bestTry(tries, published);
}

/** A task whose phases tell the number of the try. */
const numbered = (task: Task, number: number): Task => ({
  ...withoutProgress(task),
  progress: (now) => task.progress({ ...now, phase: `${now.phase}, try ${number}` }),
});
