/**
 * Helper bones: leaves on the artist's bones, for motion that these cannot follow. Each is placed where the error is
 * largest, has its own motion relative to its parent, and stays if it lowers the error.
 */
import { setBoneToPatch } from "../../decompose/methods/ssdr/patch-fit";
import { PATCH } from "../../decompose/problem/patch";
import type { FitHelper } from "../../model/reports/fit-report";
import type { Bone, Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SavedSkeleton } from "../strict/strict-bench";
import type { FitBench } from "./fit-bench";

/** The number of places to try for a helper. */
const PLACES = 3;
/** Candidates are this many vertices with the largest errors. No place may be among the nearest vertices of another. */
const SHORTLIST = 400;
const APART = 4 * PATCH;
/** Rounds of motion and weights for each tried place, and for the best one. */
const TRIAL_ROUNDS = 2;
const ROUNDS = 10;
/** A helper stays if it takes away at least this share of the squared error. */
const LEAST_GAIN = 0.005;
/** Below this E_RMS, about a hundred-thousandth of the diagonal, no helper is needed. */
const NOTHING_LEFT = 0.02;

/** The rig with helpers appended. They have no place yet, follow the first root and move nothing. */
export function withIdleHelpers(rig: Rig, count: number): Rig {
  if (count === 0) return rig;
  const B = rig.bones.length;
  const frames = rig.motion.length / (12 * B);
  const motion = new Float32Array(12 * frames * (B + count));
  for (let k = 0; k < frames; k++) {
    const to = 12 * k * (B + count);
    motion.set(rig.motion.subarray(12 * k * B, 12 * (k + 1) * B), to);
    for (let n = 0; n < count; n++) motion.copyWithin(to + 12 * (B + n), to, to + 12);
  }
  const names = helperNames(rig.bones, count);
  const helpers = names.map((name): Bone => ({ name, parent: 0, head: [...rig.bones[0].head] }));
  return { ...rig, bones: [...rig.bones, ...helpers], motion };
}

/** Names for helpers without a place: helper_1, helper_2 …, skipping names that are taken. */
function helperNames(bones: readonly Bone[], count: number): string[] {
  const taken = new Set(bones.map(({ name }) => name));
  const names: string[] = [];
  for (let n = 1; names.length < count; n++) if (!taken.has(`helper_${n}`)) names.push(`helper_${n}`);
  return names;
}

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
    await fit.stepWeights(task);
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
  await fit.stepWeights(task);
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
    await fit.stepWeights(task);
    const reached = await fit.alternate(TRIAL_ROUNDS, task);
    if (reached < best.error) best = { error: reached, parent, saved: fit.save() };
  }
  await fit.restore(best.saved, task);
  if (best.parent >= 0) fit.bench.blend.error = best.error;
  return best.parent;
}

/** Vertices whose patches have the largest errors among the worst vertices, with no two near each other. */
function worstPlaces({ bench }: FitBench, count: number): number[] {
  const { nearest } = bench.solver.options;
  const { errors } = bench.blend;
  const worst = Array.from(errors.keys())
    .sort((a, b) => errors[b] - errors[a] || a - b)
    .slice(0, SHORTLIST);
  const patchErrors = new Map(
    worst.map((i) => [i, nearest.around(i, PATCH).reduce((sum, k) => sum + errors[k], 0)]),
  );
  worst.sort((a, b) => patchErrors.get(b)! - patchErrors.get(a)! || a - b);
  const taken = new Set<number>();
  const places: number[] = [];
  for (const i of worst) {
    if (places.length === count || !(patchErrors.get(i)! > 0)) break;
    if (taken.has(i)) continue;
    places.push(i);
    for (const k of nearest.around(i, APART)) taken.add(k);
  }
  return places;
}

/** The artist's bone that moves the patch of a vertex most. */
function parentAt({ bench }: FitBench, vertex: number, artists: number): number {
  const { slots, nearest } = bench.solver.options;
  const use = new Float64Array(artists);
  for (const i of nearest.around(vertex, PATCH)) {
    for (let e = i * slots; e < (i + 1) * slots; e++) {
      if (bench.blend.ids[e] >= 0 && bench.blend.ids[e] < artists)
        use[bench.blend.ids[e]] += bench.blend.values[e];
    }
  }
  return use.reduce((best, share, j) => (share > use[best] ? j : best), 0);
}

/** Sets a helper to the motion of a patch, as a child of `parent` with its joint in the middle of the patch. */
async function putHelper(
  fit: FitBench,
  bone: number,
  parent: number,
  vertex: number,
  task: Task,
): Promise<void> {
  const { bench } = fit;
  const { nearest, bones: h } = bench.solver.options;
  const patch = Array.from(nearest.around(vertex, PATCH));
  await setBoneToPatch(bench.solver, bench.blend.bones, h, bone, vertex, task);
  fit.place(bone, parent, middleOf(bench.problem.rest, patch));
  await bench.place(fit.state, task);
}

const middleOf = (rest: Float64Array, patch: readonly number[]) =>
  [0, 1, 2].map((c) => patch.reduce((sum, i) => sum + rest[4 * i + c], 0) / patch.length);

/** The rig with only the first `kept` of its bones. The others move nothing. */
export function firstBones(rig: Rig, kept: number): Rig {
  const B = rig.bones.length;
  if (kept === B) return rig;
  const frames = rig.motion.length / (12 * B);
  const motion = new Float32Array(12 * frames * kept);
  for (let k = 0; k < frames; k++) {
    motion.set(rig.motion.subarray(12 * k * B, 12 * (k * B + kept)), 12 * k * kept);
  }
  return { ...rig, bones: rig.bones.slice(0, kept), motion };
}
