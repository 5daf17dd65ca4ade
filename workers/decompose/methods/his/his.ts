/**
 * Hyperspectral inverse skinning (Liu, Tan, Deng & Gingold 2020): affine bones and dense weights. The motion of each
 * vertex is a point; a rig with h bones is a flat of h − 1 dimensions on which all points lie, and a simplex around
 * them. The flat alone determines the error and is found first. Then comes the simplex: its corners are the bones, and
 * its barycentric coordinates are the weights.
 */
import { defaultsOf } from "../../../model/solve/method-parameters/field";
import { HIS_FIELDS, type HisParameters } from "../../../model/solve/method-parameters/his";
import type { Blend, Method, MethodContext, MethodResult, MethodSize } from "../method";
import { Flat } from "./flat/flat";
import { wideSimplex } from "./flat/flat-preview";
import { findFlat, type Guessed, guess, guessedBytes } from "./flat/flat-search";
import { blendHandles, denseSlots, handleMotionBytes, motionOfHandles, purestMotions } from "./handles";
import { enclosingSimplex, SIMPLEX_DEFAULTS, simplexBytes } from "./simplex/enclosing-simplex";
import { refitBytes, refitSparse } from "./sparse-refit";

/** The density figure of the report counts weights above this. */
const NOTABLE = 0.01;

/**
 * If handles are 1 apart and their weights spread less than this, in half diagonals, the spread is f32 rounding of
 * positions.
 */
const ROUNDING = 1e-7;

/** The largest share of the remaining time for each stage. */
const SHARE = {
  guesses: 0.4,
  allGuesses: 0.25,
  flat: 0.5,
  flatBeforeRefit: 0.3,
  simplex: 0.8,
  simplexBeforeRefit: 0.3,
};

/** With little time, guesses are made for this many vertices per bone, and for some more. */
const SOME_VERTICES = 20;
const SOME_BONES = 5;

export const his: Method = { bytes, solve, fewest };

function bytes({ vertices, frames, rank, bones, influences }: MethodSize, threads: number): number {
  const flat = Flat.bytes(vertices, rank, bones, threads);
  const finding = guessedBytes({ vertices, rank, bones }, threads) + flat;
  const finishing =
    flat + Math.max(simplexBytes(vertices, bones, threads), handleMotionBytes(rank, frames, bones));
  const refit = influences < bones ? refitBytes({ vertices, frames, rank, bones, influences, threads }) : 0;
  return Math.max(finding + handleMotionBytes(rank, frames, bones), finishing, refit) + 4096;
}

function parametersOf({ settings }: MethodContext): HisParameters {
  return { ...defaultsOf<HisParameters>(HIS_FIELDS), ...settings.parameters.his };
}

/**
 * With a time limit, guesses for some vertices first. If their time predicts that all will be ready in time, it then
 * guesses for all. Returns null if there was no time for any.
 */
async function guessFor(context: MethodContext, parameters: HisParameters): Promise<Guessed | null> {
  const { parallel, problem, starts, bones, random, task, log } = context;
  log.enter("Guesses");
  const take = (step: number) =>
    task.attempt(parallel.arena, SHARE.guesses, () => guess(starts, bones, parameters, random, task, step));
  const step = Math.floor(problem.vertexCount / (SOME_VERTICES * (bones + SOME_BONES)));
  if (task.asked === null || step < 2) return take(1);
  const began = task.seconds;
  const some = await take(step);
  const isIn = some && step * (task.seconds - began) <= SHARE.allGuesses * task.left;
  const all = isIn ? await take(1) : null;
  if (!all) task.noteCut();
  return all ?? some;
}

const flatShare = ({ influences, bones }: MethodContext) =>
  influences < bones ? SHARE.flatBeforeRefit : SHARE.flat;

/** One flat of a search may take this share of the time. The search ends when only this share is left. */
const TRIED = 0.3;
const SEARCH_ENDS = 0.5;

async function solve(context: MethodContext): Promise<MethodResult | null> {
  const { arena } = context.parallel;
  const parameters = parametersOf(context);
  const mark = arena.mark();
  const guessed = await guessFor(context, parameters);
  if (!guessed) return null;
  const flat = await findFlat(context, guessed, context.bones, parameters, flatShare(context));
  const result = await finish(context, flat, parameters);
  arena.release(mark);
  return result;
}

/**
 * The fewest handles whose flat reaches an error. The rig has the same error, so the search needs no simplex. It
 * doubles the number, then bisects. If weights become sparse later, the error is not known: null.
 */
async function fewest(context: MethodContext, wanted: number): Promise<MethodResult | null> {
  if (context.settings.influences !== 0) return null;
  const { parallel, problem, bones: most, task } = context;
  const { arena } = parallel;
  const parameters = parametersOf(context);
  const allowed = (wanted / 1000) ** 2 * 3 * problem.vertexCount * problem.frameCount;
  const mark = arena.mark();
  const guessed = await guessFor(context, parameters);
  if (!guessed) return null;
  const attempt = async (h: number) => {
    const inner = arena.mark();
    const { error } = await findFlat(context, guessed, h, parameters, TRIED);
    arena.release(inner);
    return error <= allowed;
  };
  const began = task.left;
  const inTime = () => !task.isKept && (task.left === Infinity || task.left > SEARCH_ENDS * began);
  let below = 0;
  let above = 1;
  while (above < most && !(await attempt(above)) && inTime()) {
    below = above;
    above = Math.min(2 * above, most);
  }
  while (above - below > 1 && inTime()) {
    const middle = (above + below) >> 1;
    if (await attempt(middle)) above = middle;
    else below = middle;
  }
  const flat = await findFlat(context, guessed, above, parameters, flatShare(context));
  const result = await finish(context, flat, parameters);
  arena.release(mark);
  return result;
}

/** Finds the simplex of a flat, and fits fewer influences if they are requested. */
async function finish(context: MethodContext, flat: Flat, parameters: HisParameters): Promise<MethodResult> {
  const { parallel, problem, task, log, influences } = context;
  const eRms = (error: number) =>
    1000 * Math.sqrt(Math.max(error, 0) / (3 * problem.vertexCount * problem.frameCount));
  log.enterOpen("Simplex");
  const { handleCount: h, weightStride: ld, weights } = flat;
  const points = new Float64Array(problem.vertexCount * h);
  for (let i = 0; i < problem.vertexCount; i++) points.set(weights.subarray(i * ld, i * ld + h), i * h);
  const options = {
    ...SIMPLEX_DEFAULTS,
    method: parameters.simplex,
    iterations: parameters.simplexIterations,
    least: ROUNDING,
  };
  const share = influences < h ? SHARE.simplexBeforeRefit : SHARE.simplex;
  const work = () => enclosingSimplex(parallel, points, problem.vertexCount, h, options, task);
  const found = await task.attempt(parallel.arena, share, work);
  if (!found)
    log.remark(
      "There was no time to find the smallest simplex around the motion, so the bones are the corners of a larger one.",
    );
  const simplex = found ?? wideSimplex(flat, problem.vertexCount);
  const n = simplex.corners.length;
  const handles = blendHandles(flat, simplex.corners);
  const motion = motionOfHandles(parallel, problem, handles);
  const dense: Blend = {
    bones: n,
    kind: "affine",
    motion,
    error: flat.error,
    ...denseSlots(simplex.weights, n),
  };
  const notable = simplex.weights.reduce((count, w) => count + (w > NOTABLE ? 1 : 0), 0);
  const figures: Record<string, number> = {
    flatERms: eRms(flat.error),
    ...(found && { simplexLogVolume: found.logVolume, simplexIterations: found.iterations }),
    denseInfluences: notable / problem.vertexCount,
  };
  const reason = n < h ? `The motion spans ${n} handles: another ${h - n} would move nothing.` : null;
  if (influences >= n) {
    context.note(dense);
    log.leave();
    return { ...dense, reason, figures };
  }
  log.enter("Refit");
  const purest = blendHandles({ handles, handleCount: n }, purestMotions(simplex.weights, n));
  const pure = motionOfHandles(parallel, problem, purest);
  const sparse = await refitSparse(context, pure, n, parameters.refitIterations, task);
  log.leave();
  return { ...sparse, reason, figures: { ...figures, sparseERms: eRms(sparse.error) } };
}
