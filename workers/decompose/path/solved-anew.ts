import { createRandom } from "../../math/random";
import { climbInBones, mayClimb } from "../bone-count/climb";
import { type Probe, probeIn } from "../bone-count/probe";
import { effortFor, workSize } from "../bone-count/search-bones";
import { solveByTurns } from "../methods/by-turns";
import { hasRegions } from "../phases/regions/regions";
import { type Continuation, continueFrom } from "../session/continuation";
import type { SolveContext } from "../session/solve-context";
import { newBone, type PathBone, type Rung } from "./rung";
import { continuationOf, keepHeld, type PathContext, refined } from "./steps";

/** Sweeps after a solve from nothing, under the rules of the path. */
const ENDING = 4;

/**
 * Solves for h bones without the rungs beside it. New bones have no names yet. Locks are kept: a locked bone starts
 * with its motion in the first rung, a locked vertex keeps its weights, and all else is found from nothing. If h is the
 * count of the first rung, or there is only room for locked bones, it improves the first rig instead.
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

/** What a solve keeps of the first rung, and its bones; null without locks. */
function keptFor(
  path: PathContext,
  h: number,
  first: Rung,
): { from: Continuation; bones: PathBone[] } | null {
  const { root, context } = path;
  if (!root.locks) return null;
  const stay = first.bones.filter(({ needed }) => needed);
  if (h <= stay.length || h === first.bones.length) {
    const from = continueFrom(root.rig, root.locks, h, context.problem, context.kind);
    return { from, bones: Array.from(from.origin, (j) => first.bones[j]) };
  }
  const bones = [...stay, ...Array.from({ length: h - stay.length }, (_, n) => newBone(String(n), n))];
  const motion = motionOf(bones, first);
  return { from: { ...continuationOf(bones, root), motion, anew: true }, bones };
}

/** The motion of some bones of a rung; zero for new ones. */
function motionOf(bones: readonly PathBone[], rung: Rung): Float64Array {
  const [h, had] = [bones.length, rung.bones.length];
  const frames = rung.motion.length / (12 * had);
  const motion = new Float64Array(frames * h * 12);
  bones.forEach((bone, j) => {
    const place = rung.bones.indexOf(bone);
    for (let k = 0; place >= 0 && k < frames; k++) {
      const from = 12 * (k * had + place);
      motion.set(rung.motion.subarray(from, from + 12), 12 * (k * h + j));
    }
  });
  return motion;
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
