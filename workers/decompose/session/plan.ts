import type { BoneKind } from "../../model/rig/rig";
import { scoutParts } from "../phases/weights-options";
import type { Problem } from "../problem/problem";
import type { Rival } from "../result/solved";

/** Influences of a quick rig, and of most searches for bones. */
export const SEARCH_INFLUENCES = 4;
/** Influences of a search for bones if a vertex may have this many or more in the end. */
const MANY_INFLUENCES = 10;
const SEARCH_OF_MANY = 8;

/**
 * Influences while `auto` searches for bones, if a vertex may have `limit` in the end. With more, bones blend away the
 * motion that other bones should follow, and the search is slow. With 4 for 10 or more, elastic meshes and cloth end up
 * to 90 % higher (`npm run bench -- contest --influences all`).
 */
export const searchInfluences = (limit: number): number =>
  limit < MANY_INFLUENCES ? Math.min(limit, SEARCH_INFLUENCES) : SEARCH_OF_MANY;

/**
 * The size of a solve. Its cost is computed from it, in nanoseconds on one thread of a reference machine, so it is the
 * same on every machine.
 */
export interface WorkSize {
  problem: Pick<Problem, "vertexCount" | "frameCount" | "rank">;
  bones: number;
  influences: number;
  kind: BoneKind;
  /** Vertices that the search looks at. Default: all. */
  searched?: number;
}

/** Cost of one outer iteration. The factors were fitted to measured times of 8 sequences. */
export function iterationCost({ problem, bones: h, influences, kind }: WorkSize): number {
  const { vertexCount: V, frameCount: F, rank } = problem;
  const weights = V * (0.3 * 4 * h * rank + 250 * influences + 25 * h);
  const statistics = V * influences * (0.3 * 4 * rank + 15 * influences);
  const motion =
    kind === "rigid" ? F * h * (2500 + 40 * h) + 1.2 * F * rank * h : 20 * h ** 3 + rank * h * h * 16;
  const products = 0.3 * (16 * h * h * 3 * F + 2 * 3 * F * rank * 4 * h);
  return weights + statistics + motion + products;
}

/**
 * Work of a default solve of an ordinary sequence: 2 to 3 s on two threads of an idle machine
 * (docs/measurements/solving.md). Its last third gains a few percent.
 */
const WORK = 7.5e9;
/** Frames of an ordinary sequence. */
const ORDINARY = 48;

/**
 * Long sequences may take longer, because with the same work they would end before they settle. Work grows less than in
 * proportion.
 */
const workOf = ({ problem: { frameCount } }: Pick<WorkSize, "problem">): number =>
  WORK * Math.max(1, frameCount / ORDINARY) ** 0.4;

/**
 * Share of that work if the search on a sample looks at a part of it at a time. It then moves more bones in the same
 * number of iterations, and ends as low with fewer (docs/measurements/solving.md).
 */
const SHARE_IN_PARTS = 0.95;
/** The fewest iterations, however large the sequence. */
const FEWEST = 60;
/** The same with a search on a sample, whose iterations take little. */
const FEWEST_ON_SAMPLE = 80;
/**
 * The most iterations. Small sequences have converged by then, though their work would allow more. With 600, generated
 * cloth, shells and strict rigs end 1 to 14 % higher.
 */
const MOST = 1200;
/**
 * The most iterations with more influences than the search uses. They begin at the end alone, and near an exact rig
 * the weights of many bones settle slowly. The search gets no more of them.
 */
const MOST_OF_ALL = 2000;
/** Iterations of a small sequence that leave work for other searches (`spareWork`). */
const ORDINARY_ITERATIONS = 400;

/** Share of the iterations in which `auto` searches, with few influences. */
const SEARCH_SHARE = 0.6;

/**
 * Outer iterations of a default `auto` solve, as many as its work allows. The number depends on neither time nor
 * threads.
 */
export function autoIterations(size: WorkSize): number {
  const most = size.influences > SEARCH_INFLUENCES ? MOST_OF_ALL : MOST;
  const { searched, problem } = size;
  const onSample = searched !== undefined && searched < problem.vertexCount;
  const fewest = onSample ? FEWEST_ON_SAMPLE : FEWEST;
  const share = onSample && scoutParts(searched, size.kind) > 1 ? SHARE_IN_PARTS : 1;
  return Math.round(Math.min(most, Math.max(fewest, (share * workOf(size)) / autoCost(size))));
}

/**
 * Work of a default `auto` solve that remains after its usual iterations on all vertices, in the units of
 * `iterationCost`.
 */
export const spareWork = ({ problem, bones, influences, kind }: WorkSize): number =>
  Math.max(0, workOf({ problem }) - ORDINARY_ITERATIONS * autoCost({ problem, bones, influences, kind }));

/** The mean cost of an iteration of `auto`. */
function autoCost(size: WorkSize): number {
  const { problem, searched = problem.vertexCount } = size;
  const influences = searchInfluences(size.influences);
  const search = { ...size, influences, problem: { ...problem, vertexCount: searched } };
  return SEARCH_SHARE * iterationCost(search) + (1 - SEARCH_SHARE) * iterationCost(size);
}

/** The least work for a rival, and the most iterations of its end. */
const [LEAST_RIVAL, MOST_OF_RIVAL_END] = [200, 800];

/**
 * The most iterations of a rival (`methods/auto/rival.ts`), or null if a default solve leaves no work for it, or
 * searches on a sample.
 */
export function rivalEffort(size: WorkSize): Rival | null {
  const { searched, problem } = size;
  if (searched && searched < problem.vertexCount) return null;
  const left = Math.floor(spareWork(size) / iterationCost(size));
  if (left < LEAST_RIVAL || size.bones === 1) return null;
  return { search: Math.min(left, ssdrIterations(size)), end: Math.min(left, MOST_OF_RIVAL_END) };
}

/** Work of a default `ssdr` solve. Its iterations cost about twice as much, and it mostly stops by its tolerance. */
const SSDR_WORK = 15e9;

/** The most outer iterations of a default `ssdr` solve. */
export function ssdrIterations(size: WorkSize): number {
  return Math.round(Math.min(1000, Math.max(100, SSDR_WORK / iterationCost(size))));
}
