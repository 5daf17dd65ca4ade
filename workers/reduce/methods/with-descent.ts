/** The steps that methods on a descent share. */
import type { MakeParallel } from "../../kernels/parallel";
import type { ReduceSettings } from "../../model/reduce/reduce-settings";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { Descent, type DescentInput, type SweepSearch } from "../descent/descent";
import type { WeightedRings } from "../descent/edge-weights";
import { startFromPatches } from "./patch-supports";

/** A rig, and the data that methods share. */
export interface ReduceProblem {
  rig: Rig;
  /** Vertices, 3T. */
  triangles: Uint32Array;
  ring: WeightedRings;
  settings: ReduceSettings;
  /** k, at most the number of bones. */
  influences: number;
  makeParallel: MakeParallel;
}

/**
 * With at most `FEW_BONES` bones, all are candidates. Otherwise a vertex has `SPARE` candidates besides its influences.
 */
const [FEW_BONES, SPARE] = [20, 12];
/** The list of a patch has this many bones more than a vertex has candidates. */
const PATCH_SPARE = 6;

/**
 * Members are exchanged in the first sweeps, and in every third sweep where residuals have moved much since the last
 * exchange. Other sweeps only move weights, which takes half of the time.
 */
export const exchanges = (sweep: number): SweepSearch => {
  if (sweep < 3) return "everywhere";
  return sweep % 3 === 0 ? "where moved" : "nowhere";
};

/** Opens a descent, lets a method work on it, and frees its memory. */
export async function withDescent<Result>(
  { rig, triangles, ring, influences, makeParallel }: ReduceProblem,
  input: Pick<
    DescentInput,
    "examples" | "corners" | "objective" | "shares" | "candidates" | "patchPlaces" | "moreBytes"
  >,
  task: Task,
  work: (descent: Descent) => Promise<Result>,
): Promise<Result> {
  const descent = await Descent.open({ rig, triangles, ring, influences, ...input }, makeParallel, task);
  try {
    return await work(descent);
  } finally {
    descent.dispose();
  }
}

/** In sweeps that continue from weights, the first exchanges members everywhere, and then every third where needed. */
export const laterExchanges = (sweep: number): SweepSearch => {
  if (sweep === 0) return "everywhere";
  return sweep % 3 === 0 ? "where moved" : "nowhere";
};

/**
 * Sweeps up to `sweeps` times, or until nothing changes any more.
 * @param search where a sweep exchanges members.
 * @param before sweeps that were made before these, for the progress.
 * @param total the number of all sweeps, for the progress.
 */
export async function sweepOften(
  descent: Descent,
  sweeps: number,
  search: (sweep: number) => SweepSearch,
  task: Task,
  { before, total } = { before: 0, total: sweeps },
): Promise<void> {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const number = before + sweep;
    task.progress({ phase: "Fitting weights", done: number / total, detail: `sweep ${number + 1}` });
    const left = await descent.sweep(search(sweep), sweep % 2 === 1, task);
    if (left === 0) break;
  }
}

/** The number of candidates of a vertex, and of places in the list of a patch. */
export function candidatePlaces({
  rig,
  influences,
}: ReduceProblem): Pick<DescentInput, "candidates" | "patchPlaces"> {
  const B = rig.bones.length;
  const candidates = B <= FEW_BONES ? B : Math.min(B, influences + SPARE);
  return { candidates, patchPlaces: Math.min(B, candidates + PATCH_SPARE) };
}

/** The candidate lists of `auto`: half of the bones by weight, half by the error of the bone alone. */
export const findMixedCandidates = (descent: Descent, task: Task): Promise<void> =>
  descent.findCandidates(Math.ceil(descent.size.candidates / 2), false, task);

/** Finds supports from coarse to fine, and the best weights on them. */
export async function startCoarse(descent: Descent, ring: WeightedRings, task: Task): Promise<void> {
  await findMixedCandidates(descent, task);
  await startFromPatches(descent, ring, task);
  await descent.findGrams(task);
  await descent.start(true, task);
}
