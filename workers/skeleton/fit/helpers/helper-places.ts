/** Where helpers are put: on the patches with the largest errors. */
import { setBoneToPatch } from "../../../decompose/methods/ssdr/patch-fit";
import { PATCH } from "../../../decompose/problem/patch";
import type { Task } from "../../../model/task";
import type { FitBench } from "../bench/fit-bench";

/** Candidates are this many vertices with the largest errors. No place may be among the nearest vertices of another. */
const SHORTLIST = 400;
const APART = 4 * PATCH;

/** Vertices whose patches have the largest errors among the worst vertices, with no two near each other. */
export function worstPlaces({ bench }: FitBench, count: number): number[] {
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
export function parentAt({ bench }: FitBench, vertex: number, artists: number): number {
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
export async function putHelper(
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
