import { effortFor } from "../bone-count/search-bones";
import { solveByTurns } from "../methods/by-turns";
import { newBone, type Rung } from "./rung";
import { type PathContext, refined } from "./steps";

/** Sweeps after a solve from nothing, under the rules of the path. */
const ENDING = 4;

/**
 * The counts that are also solved from nothing: the largest one, the middle between it and the first one, and halves
 * of the first one. Between them the path walks from both sides.
 */
export function anchorCounts(first: number, most: number): number[] {
  const counts = most > first ? [most] : [];
  const middle = Math.round((first + most) / 2);
  if (middle > first && middle < most) counts.push(middle);
  for (let h = Math.round(first / 2); h >= 2; h = Math.round(h / 2)) counts.push(h);
  return counts;
}

/** Solves for h bones from nothing. The bones have no names yet. */
export async function solvedAnew(path: PathContext, h: number): Promise<Rung | null> {
  const { context } = path;
  const { parallel, problem, settings } = context;
  const mark = parallel.arena.mark();
  const solved = await solveByTurns(context, h, { ...effortFor(settings, problem, h), isWhole: false }, null);
  const rest = problem.rest.slice();
  context.restoreRest();
  parallel.arena.release(mark);
  if (!solved) return null;
  const { motion, ids, values } = solved;
  const bones = Array.from({ length: h }, (_, j) => newBone(String(j), j));
  const rung = { bones, motion, ids, values, rest, objective: Infinity };
  return refined(path, rung, { sweeps: ENDING, rest: "own" });
}
