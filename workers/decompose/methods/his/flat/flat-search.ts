import type { Random } from "../../../../math/random";
import type { HisParameters } from "../../../../model/solve/method-parameters/his";
import type { Task } from "../../../../model/task";
import { axesBytes, type PrincipalAxes, principalAxes } from "../../../initialisers/principal-axes";
import type { StartContext } from "../../../initialisers/start-context";
import type { MethodContext } from "../../method";
import { axesStep } from "./axes-step";
import { Flat } from "./flat";
import { flatPreview } from "./flat-preview";
import { type GuessOptions, guessBytes, guessMotions } from "./guesses";

/** Principal axes of the guesses, as many as the largest flat needs. Smaller flats use the first of them. */
export type Guessed = Pick<PrincipalAxes, "mean" | "axes">;

/** Arena bytes for `guess`. */
export function guessedBytes(
  size: { vertices: number; rank: number; bones: number },
  threads: number,
): number {
  const { vertices, rank, bones } = size;
  return guessBytes(vertices, rank, bones, threads) + axesBytes(vertices, 4 * rank, bones);
}

/**
 * Stage 1: guesses of vertices' motions, and their principal axes for at most `most` handles.
 * @param step every step-th vertex is used.
 */
export async function guess(
  starts: StartContext,
  most: number,
  options: GuessOptions,
  random: Random,
  task: Task,
  step = 1,
): Promise<Guessed> {
  const { problem } = starts;
  const { arena } = starts.parallel;
  const mark = arena.mark();
  const vertices = Int32Array.from({ length: Math.ceil(problem.vertexCount / step) }, (_, n) => n * step);
  const guesses = await guessMotions(starts, vertices, options, 2 * most, task);
  const { mean, axes } = await principalAxes(
    starts.parallel,
    guesses.fits,
    guesses.vertices.length,
    most - 1,
    random,
    task,
  );
  arena.release(mark);
  return { mean, axes };
}

/**
 * Stage 2: the flat of h handles, at the top of the arena. Ends after its iterations, when the handles stop moving, or
 * when it is told to finish.
 * @param share the share of the remaining time that it may take.
 */
export async function findFlat(
  context: MethodContext,
  guessed: Guessed,
  h: number,
  parameters: HisParameters,
  share: number,
): Promise<Flat> {
  const { parallel, problem, random, task, log } = context;
  const singular = parameters.lambda === "singular";
  const byAxes = parameters.flat === "pca";
  const iterations = context.settings.iterations ?? parameters.flatIterations;
  log.enter("Flat");
  log.mark("start");
  const flat = new Flat(parallel, problem, h);
  flat.place(guessed, random);
  await flat.solveWeights(singular, task);
  let goOn = context.look(flatPreview(parallel, problem, flat));
  const last = { handles: flat.handles.slice(), weights: flat.weights.slice(), error: flat.error };
  const lastRest = problem.rest.slice();
  const done = await task.attempt(parallel.arena, share, async () => {
    for (let it = 0; it < iterations && goOn && log.mayGoOn; it++) {
      const moved = byAxes ? await axesStep(context, flat, task) : await flat.solveHandles(singular, task);
      await flat.solveWeights(singular, task);
      if (parameters.solveRest) {
        await flat.solveRest(task);
        await flat.solveWeights(singular, task);
      }
      goOn = context.look(flatPreview(parallel, problem, flat));
      last.handles.set(flat.handles);
      last.weights.set(flat.weights);
      last.error = flat.error;
      lastRest.set(problem.rest);
      if (moved < parameters.flatTolerance) break;
    }
    return true;
  });
  if (!done) {
    flat.handles.set(last.handles);
    flat.weights.set(last.weights);
    flat.error = last.error;
    problem.rest.set(lastRest);
  }
  return flat;
}
