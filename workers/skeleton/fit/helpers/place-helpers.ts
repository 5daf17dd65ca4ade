/**
 * Helper bones: leaves on the artist's bones, for motion that these cannot follow. Each is placed where the error is
 * largest, has its own motion relative to its parent, and stays if it lowers the error.
 */
import type { FitHelper } from "../../../model/reports/fit-report";
import type { Task } from "../../../model/task";
import type { SavedSkeleton } from "../../strict/strict-bench";
import type { FitBench } from "../bench/fit-bench";
import { parentAt, putHelper, worstPlaces } from "./helper-places";

/** The number of places to try for a helper. */
const PLACES = 3;
/** Rounds of motion and weights for each tried place, and for the best one. */
const TRIAL_ROUNDS = 2;
const ROUNDS = 10;
/** A helper stays if it takes away at least this share of the squared error. */
const LEAST_GAIN = 0.005;
/** Below this E_RMS, about a hundred-thousandth of the diagonal, no helper is needed. */
const NOTHING_LEFT = 0.02;

/** A helper that has found its place: the numbers of the bone and its parent, and how much E_RMS fell. */
export interface PlacedHelper extends Pick<FitHelper, "takes"> {
  bone: number;
  parent: number;
}

/**
 * Places the last bones of a bench one after the other, until one is of no use. The bench then holds the result.
 * @param artists the number of the artist's bones, which come first.
 */
export async function placeHelpers(
  fit: FitBench,
  artists: number,
  count: number,
  task: Task,
): Promise<PlacedHelper[]> {
  const { bench } = fit;
  const placed: PlacedHelper[] = [];
  for (let n = 0; n < count && !task.finishNow; n++) {
    task.progress({ phase: "Helper bones", done: n / count, detail: `${n + 1} of ${count}` });
    const bone = artists + n;
    const before = { saved: fit.save(), error: bench.blend.error };
    if (eRms(fit, before.error) < NOTHING_LEFT) break;
    fit.use(bone, true);
    const parent = await bestPlace(fit, bone, artists, before.error, task);
    const error = parent < 0 ? before.error : await fit.alternate(ROUNDS, task);
    if (error > (1 - LEAST_GAIN) * before.error) {
      await takeBack(fit, [bone], before.saved, task);
      break;
    }
    placed.push({ bone, parent, takes: eRms(fit, before.error) - eRms(fit, error) });
  }
  return placed;
}

/**
 * Places many bones at once on the worst places, or half as many if together they do not lower the error enough. The
 * bench then holds the result.
 * @param first the first of the bones.
 */
export async function placeMany(
  fit: FitBench,
  artists: number,
  first: number,
  count: number,
  task: Task,
): Promise<PlacedHelper[]> {
  const { bench } = fit;
  const before = { saved: fit.save(), error: bench.blend.error, errors: bench.blend.errors.slice() };
  for (let many = count; many > 0 && !task.finishNow; many >>= 1) {
    const done = (first - artists) / (first - artists + count);
    task.progress({
      phase: "Helper bones",
      done,
      detail: `${first - artists + many} of ${first - artists + count}`,
    });
    const places = worstPlaces(fit, many);
    const bones = places.map((_, n) => first + n);
    const parents = places.map((vertex) => parentAt(fit, vertex, artists));
    for (const [n, vertex] of places.entries()) {
      fit.use(bones[n], true);
      await putHelper(fit, bones[n], parents[n], vertex, task);
    }
    await fit.weights.step(task);
    const error = await fit.alternate(ROUNDS, task);
    if (places.length > 0 && error <= (1 - LEAST_GAIN) ** places.length * before.error) {
      const fall = eRms(fit, before.error) - eRms(fit, error);
      const shares = sharesOf(fit, bones, before.errors);
      return bones.map((bone, n) => ({ bone, parent: parents[n], takes: fall * shares[n] }));
    }
    await takeBack(fit, bones, before.saved, task);
  }
  return [];
}

async function takeBack(fit: FitBench, bones: readonly number[], saved: SavedSkeleton, task: Task) {
  for (const bone of bones) fit.use(bone, false);
  await fit.restore(saved, task);
  await fit.weights.step(task);
}

/** How much each bone contributes to lowering the errors, by its weights where they fall; sums to 1. */
function sharesOf({ bench }: FitBench, bones: readonly number[], before: Float64Array): number[] {
  const { slots } = bench.solver.options;
  const { ids, values, errors } = bench.blend;
  const falls = bones.map(() => 0);
  ids.forEach((j, e) => {
    const i = Math.floor(e / slots);
    if (j >= bones[0]) falls[j - bones[0]] += values[e] * Math.max(0, before[i] - errors[i]);
  });
  const sum = falls.reduce((a, b) => a + b, 0);
  return falls.map((fall) => (sum > 0 ? fall / sum : 1 / bones.length));
}

const eRms = ({ bench }: FitBench, error: number) => bench.solver.eRms(error);

/**
 * Tries the worst places. The bench then holds the result for the best one. Returns the parent there, or −1 if none is
 * of use.
 */
async function bestPlace(
  fit: FitBench,
  bone: number,
  artists: number,
  error: number,
  task: Task,
): Promise<number> {
  const start = fit.save();
  let best = { error, parent: -1, saved: start };
  for (const vertex of worstPlaces(fit, PLACES)) {
    await fit.restore(start, task);
    const parent = parentAt(fit, vertex, artists);
    await putHelper(fit, bone, parent, vertex, task);
    await fit.weights.step(task);
    const reached = await fit.alternate(TRIAL_ROUNDS, task);
    if (reached < best.error) best = { error: reached, parent, saved: fit.save() };
  }
  await fit.restore(best.saved, task);
  if (best.parent >= 0) fit.bench.blend.error = best.error;
  return best.parent;
}
