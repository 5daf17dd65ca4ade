import { createRandom } from "../../math/random";
import { climbInBones, mayClimb } from "../bone-count/climb";
import { type Probe, probeIn } from "../bone-count/probe";
import { effortFor, workSize } from "../bone-count/search-bones";
import { solveByTurns } from "../methods/by-turns";
import { hasRegions } from "../phases/regions/regions";
import { type Continuation, continueFrom } from "../session/continuation";
import type { SolveContext } from "../session/solve-context";
import { newBone, type PathBone, type Rung } from "./rung";
import { keepHeld, type PathContext, refined } from "./steps";

/** Sweeps after a solve from nothing, under the rules of the path. */
const ENDING = 4;

/**
 * Solves for h bones without the rungs beside it. New bones have no names yet. With locks it does what *Continue* does
 * with the first rig: it goes on from it, and solves beside the locks too.
 */
export async function solvedAnew(path: PathContext, h: number, first: Rung): Promise<Rung | null> {
  const { context } = path;
  const { parallel, problem, settings, intent } = context;
  const mark = parallel.arena.mark();
  // It then does what a solve of its own would do.
  context.random = createRandom(settings.seed);
  const kept = keptFor(path, h, first);
  const begun = kept ? null : await climbed(context, h);
  const mayDraw = !kept && !hasRegions(intent);
  const effort = { ...effortFor(settings, problem, h, mayDraw), isWhole: false, begun };
  keepHeld(path, problem.rest);
  const solved = await solveByTurns(context, h, effort, kept?.from ?? null);
  const rest = problem.rest.slice();
  context.restoreRest();
  parallel.arena.release(mark);
  if (!solved) return null;
  const bones = kept?.bones ?? Array.from({ length: h }, (_, j) => newBone(String(j), j));
  const { motion, ids, values } = solved;
  const rung = { bones, motion, ids, values, rest, objective: Infinity };
  return refined(path, rung, { sweeps: ENDING, rest: "own" });
}

/** The first rig with its locks, as *Continue* would go on from it with h bones; null without locks. */
function keptFor(
  { root, context }: PathContext,
  h: number,
  first: Rung,
): { from: Continuation; bones: PathBone[] } | null {
  if (!root.locks) return null;
  const from = continueFrom(root.rig, root.locks, h, context.problem, context.kind);
  const bones = Array.from(from.origin, (j, n) => first.bones[j] ?? newBone(String(n), n));
  return { from, bones };
}

/** The first bones that a solve of its own would climb to, or null if it would not climb. */
async function climbed(context: SolveContext, h: number): Promise<Float64Array | null> {
  const { problem, settings, task } = context;
  if (!mayClimb({ ...settings, bones: h })) return null;
  const climber = {
    probe: (bones: number, iterations: number, from: Probe | null) =>
      probeIn(context, bones, iterations, from),
    get isStopping() {
      return task.isKept;
    },
  };
  return climbInBones(climber, workSize(settings, problem, h), problem.vertexCount);
}
