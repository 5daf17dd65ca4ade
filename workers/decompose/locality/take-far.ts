/**
 * Removes weights that lie far from their bones, as long as that costs little. If it costs too much to lose all of
 * them, those that lower the error of their vertices most stay as exceptions.
 */
import type { Task } from "../../model/task";
import { LEAST_WEIGHT } from "../result/rig-assembly";
import type { NearBones, Slots } from "./near-bones";
import type { SurfaceGraph } from "./surface-graph";

/** The most choices of exceptions, each for half the cost of the one before. After the last, all far weights stay. */
const CHOICES = 5;

/** Weights that can be solved again with a limited choice of bones at each vertex. */
export interface Restricted<Saved extends Slots> {
  /** The current weights, with the squared error of each vertex, V. */
  readonly blend: Slots & { errors: Float64Array };
  /** The bones that each vertex may use; null for all. */
  near: NearBones | null;
  /** The minimised value for the current weights. */
  evaluate(task: Task): Promise<number>;
  /** Solves for weights within `near` until they settle. Returns the minimised value. */
  solveWeights(task: Task): Promise<number>;
  save(): Saved;
  restore(saved: Saved, task: Task): Promise<void>;
}

/** A connected part of the vertices on which a far bone has weight. */
interface FarPart {
  bone: number;
  vertices: number[];
  /** An estimate of how much the squared error rises without these weights. */
  cost: number;
}

/**
 * Removes far weights as long as the error is at most `most`. Afterwards `work.near` also has the exceptions.
 * @returns the error.
 */
export async function takeFar<Saved extends Slots>(
  work: Restricted<Saved>,
  graph: SurfaceGraph,
  near: NearBones,
  most: number,
  task: Task,
): Promise<number> {
  const before = await work.evaluate(task);
  const saved = work.save();
  const allowed = work.near;
  const errors = work.blend.errors.slice();
  work.near = near;
  let error = await work.solveWeights(task);
  if (error <= most) return error;
  const rises = work.blend.errors.map((x, i) => Math.max(0, x - errors[i]));
  const parts = farParts(graph, saved, near, rises);
  for (let choice = 0; error > most; choice++) {
    work.near = choice < CHOICES ? withExceptions(near, parts, (most - before) / 2 ** choice) : allowed;
    await work.restore(saved, task);
    if (choice === CHOICES) return work.evaluate(task);
    error = await work.solveWeights(task);
  }
  return error;
}

/** The share of all weights that lie far from their bones, 0..1. */
export function farShare({ ids, values }: Slots, near: NearBones): number {
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
