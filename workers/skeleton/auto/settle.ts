/** The last iterations of a search, which use all vertices and the requested pull. */
import { percentFigure } from "../../model/reports/figures";
import type { Task } from "../../model/task";
import type { StrictBench } from "../strict/strict-bench";
import { MOST_COST } from "./draw-in";
import { improveSkeleton, type Reached } from "./improve";

/** The most outer iterations, after a search on all vertices, and after one on a sample. */
const LAST = 350;
const LAST_OF_SAMPLED = 50;
/** They end earlier if two in a row gain less than this share of the objective. */
const TOLERANCE = 1e-5;

interface SettleOptions {
  pull: number;
  /** h: how far each joint may lie from where weights meet (`Pulls`); null for no bounds. */
  bounds: Float64Array | null;
  /** Whether the search used only some of the vertices. */
  sampled: boolean;
  mayGoOn(): boolean;
}

/**
 * Iterates with all vertices and the requested pull, until an iteration gains little. If bounds hold joints where they
 * cannot be, it begins again without them.
 */
export async function settleSkeleton(
  bench: StrictBench,
  from: Reached,
  { pull, bounds, sampled, mayGoOn }: SettleOptions,
  task: Task,
): Promise<Reached> {
  if (!mayGoOn()) return from;
  task.progress({ phase: "Settling", done: null, detail: `${percentFigure(bench.percent(from.error))} %` });
  const iterations = sampled ? LAST_OF_SAMPLED : LAST;
  const last = { iterations, pull, tolerance: TOLERANCE, after: mayGoOn };
  const start = bench.save(from.state);
  const begun = { ...from, objective: Infinity };
  const held = await improveSkeleton(bench, begun, { ...last, bounds }, task);
  if (held.error <= (1 + MOST_COST) * from.error) return held;
  // Two bones no longer share a surface, so that their joint is held far from where it was.
  return improveSkeleton(bench, { ...begun, state: await bench.restore(start, task) }, last, task);
}
