import { createRandom } from "../../math/random";
import { climbInBones, mayClimb } from "../bone-count/climb";
import { type Probe, probeIn } from "../bone-count/probe";
import { effortFor, workSize } from "../bone-count/search-bones";
import { solveByTurns } from "../methods/by-turns";
import type { SolveContext } from "../session/solve-context";
import { newBone, type Rung } from "./rung";
import { type PathContext, refined } from "./steps";

/** Sweeps after a solve from nothing, under the rules of the path. */
const ENDING = 4;

/**
 * Where anchors lie between the first count and the largest. Far from the first rig, steps from the middle alone ended
 * up to 8 % above solves of their own.
 */
const BETWEEN = [0.75, 0.5];

/**
 * The counts that are also solved from scratch: the largest, two between it and the first, then half of the first, half
 * of that, and so on. The path walks to the counts between them from both sides.
 */
export function anchorCounts(first: number, most: number): number[] {
  const counts = most > first ? [most] : [];
  for (const share of BETWEEN) {
    const between = Math.round(first + share * (most - first));
    if (between > first && between < most && !counts.includes(between)) counts.push(between);
  }
  for (let h = Math.round(first / 2); h >= 2; h = Math.round(h / 2)) counts.push(h);
  return counts;
}

/** All other counts from 2 on but the first, those next to it first. */
export function otherCounts(first: number, most: number, anchors: readonly number[]): number[] {
  const distance = (h: number) => Math.max(h / first, first / h);
  return Array.from({ length: most - 1 }, (_, n) => n + 2)
    .filter((h) => h !== first && !anchors.includes(h))
    .sort((a, b) => distance(a) - distance(b));
}

/** Solves for h bones from nothing. The bones have no names yet. */
export async function solvedAnew(path: PathContext, h: number): Promise<Rung | null> {
  const { context } = path;
  const { parallel, problem, settings } = context;
  const mark = parallel.arena.mark();
  // It then does what a solve of its own would do.
  context.random = createRandom(settings.seed);
  const begun = await climbed(context, h);
  const effort = { ...effortFor(settings, problem, h), isWhole: false, begun };
  const solved = await solveByTurns(context, h, effort, null);
  const rest = problem.rest.slice();
  context.restoreRest();
  parallel.arena.release(mark);
  if (!solved) return null;
  const { motion, ids, values } = solved;
  const bones = Array.from({ length: h }, (_, j) => newBone(String(j), j));
  const rung = { bones, motion, ids, values, rest, objective: Infinity };
  return refined(path, rung, { sweeps: ENDING, rest: "own" });
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
