/**
 * Removes weights that lie far from their bones, as long as that costs little. A fit with free weights uses bones from
 * all over the body to follow flesh, such as a paw that moves in time with the belly.
 */
import { LEAST_WEIGHT } from "../../../decompose/result/rig-assembly";
import type { NearnessReport } from "../../../model/reports/fit-report";
import type { Task } from "../../../model/task";
import type { FitBench } from "../fit-bench";
import { type NearBones, nearBones, type Slots } from "./near-bones";
import { SurfaceGraph } from "./surface-graph";

/** How often exceptions are chosen again, each time for half the cost. After the last time, all far weights stay. */
const CHOICES = 5;
/** How often far weights are removed. New motion compensates a part of the cost, so that more of them can go. */
const TIGHTENED = 4;
/** Weights are not removed again if less than this share of the far weights could go. */
const FEW = 0.05;
/** Motion is not solved again if the cost is smaller than this share of the error. */
const SMALL = 1e-3;

/** A connected part of the vertices on which a far bone has weight. */
interface FarPart {
  bone: number;
  vertices: number[];
  /** An estimate of how much the squared error rises without these weights. */
  cost: number;
}

/**
 * Keeps the weights of a bench near their bones if its settings ask for it, within their bound of the cost. If that
 * costs too much, the far weights that lower the error of their vertices most stay as exceptions.
 * @param rounds of motion and weights that may compensate the cost.
 */
export async function keepNear(fit: FitBench, rounds: number, task: Task): Promise<NearnessReport | null> {
  const { spread, spreadCost } = fit.settings;
  if (spread === "anywhere") return null;
  task.progress({ phase: "Weights near their bones", done: null, detail: "" });
  const { bench } = fit;
  const { blend, problem, solver } = bench;
  const free = await bench.fitWeights("evaluate", task);
  const graph = new SurfaceGraph(problem.rest, problem.triangles, solver.options.nearest);
  const near = await nearBones(graph, blend, solver.options.bones, task);
  const most = spreadCost === null ? Infinity : (1 + spreadCost) ** 2 * free;
  const farBefore = farShare(blend, near);
  let far = farBefore;
  let error = free;
  for (let n = 0; n < TIGHTENED && !task.finishNow; n++) {
    error = await takeFar(fit, graph, near, most, task);
    if (rounds > 0 && error > (1 + SMALL) * free) error = await fit.alternate(rounds, task);
    const left = farShare(blend, near);
    const gone = far - left;
    far = left;
    if (rounds === 0 || left === 0 || gone < FEW * farBefore) break;
  }
  return { costPercent: 100 * (Math.sqrt(error / (free || 1)) - 1), farBefore, farAfter: far };
}

/** Removes far weights as long as the error is at most `most`. Returns the error. */
async function takeFar(
  fit: FitBench,
  graph: SurfaceGraph,
  near: NearBones,
  most: number,
  task: Task,
): Promise<number> {
  const { bench } = fit;
  const before = await bench.fitWeights("evaluate", task);
  const saved = fit.save();
  const allowed = fit.near;
  const errors = bench.blend.errors.slice();
  fit.near = near;
  let error = await fit.solveWeights(task);
  if (error <= most) return error;
  const rises = bench.blend.errors.map((x, i) => Math.max(0, x - errors[i]));
  const parts = farParts(graph, saved, near, rises);
  for (let choice = 0; error > most; choice++) {
    fit.near = choice < CHOICES ? withExceptions(near, parts, (most - before) / 2 ** choice) : allowed;
    await fit.restore(saved, task);
    if (choice === CHOICES) return bench.fitWeights("evaluate", task);
    error = await fit.solveWeights(task);
  }
  return error;
}

/** The share of all weights that lie far from their bones, 0..1. */
function farShare({ ids, values }: Slots, near: NearBones): number {
  const slots = ids.length / near.vertexCount;
  let [far, all] = [0, 0];
  ids.forEach((j, e) => {
    if (j < 0) return;
    all += values[e];
    if (!near.has(Math.floor(e / slots), j)) far += values[e];
  });
  return far / (all || 1);
}

/** Far weights by bone and connected part. The loss of a vertex is divided among its far weights. */
function farParts(
  graph: SurfaceGraph,
  { ids, values }: Slots,
  near: NearBones,
  rises: Float64Array,
): FarPart[] {
  const V = near.vertexCount;
  const slots = ids.length / V;
  const costs = new Map<number, Map<number, number>>();
  for (let i = 0; i < V; i++) {
    const far: [bone: number, weight: number][] = [];
    for (let e = i * slots; e < (i + 1) * slots; e++) {
      if (ids[e] >= 0 && values[e] > LEAST_WEIGHT && !near.has(i, ids[e])) far.push([ids[e], values[e]]);
    }
    const sum = far.reduce((total, [, w]) => total + w, 0);
    for (const [j, w] of far) {
      if (!costs.has(j)) costs.set(j, new Map());
      costs.get(j)!.set(i, (rises[i] * w) / sum);
    }
  }
  return [...costs].flatMap(([bone, own]) =>
    graph.partsOf([...own.keys()]).map((vertices) => {
      return { bone, vertices, cost: vertices.reduce((sum, i) => sum + own.get(i)!, 0) };
    }),
  );
}

/** Allows the parts with the largest cost per vertex, so that the others cost at most `budget` together. */
function withExceptions(near: NearBones, parts: readonly FarPart[], budget: number): NearBones {
  const allowed = near.copy();
  const each = ({ cost, vertices }: FarPart) => cost / vertices.length;
  let spent = 0;
  for (const part of [...parts].sort((a, b) => each(a) - each(b))) {
    spent += part.cost;
    if (spent > budget) for (const i of part.vertices) allowed.add(i, part.bone);
  }
  return allowed;
}
