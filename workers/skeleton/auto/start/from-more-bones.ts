import { decompose } from "../../../decompose/decompose";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { Rig } from "../../../model/rig/rig";
import { NO_INTENT, SOLVE_DEFAULTS } from "../../../model/solve/solve-settings";
import type { MethodTools } from "../../method";

/** Outer iterations for free bones. More would gain little, because the skeleton's bones still move later. */
export const ITERATIONS = 140;

export interface MoreBones {
  bones: number;
  influences: number;
  /** The start begins with this many times the bones, and removes the ones that matter least. */
  more: number;
  /** V: the weight of each vertex; null if all weigh the same. */
  importance?: Float32Array | null;
}

/** Free bones that begin with more bones than asked for. It finds small bones where few would be elsewhere. */
export async function fromMoreBones(
  { sequence, settings: { seed } }: ExtractInput,
  { bones, influences, more, importance = null }: MoreBones,
  { makeParallel, task }: Pick<MethodTools, "makeParallel" | "task">,
): Promise<Rig> {
  const quiet = Object.create(task, { partial: { value() {} } });
  const common = { ...SOLVE_DEFAULTS, influences, seed, iterations: ITERATIONS, connected: false };
  const intent = { ...NO_INTENT, importance };
  let from: Rig | null = null;
  for (const count of new Set([Math.ceil(more * bones), bones])) {
    const settings = { ...common, bones: count };
    from = (await decompose({ sequence, settings, from, locks: null, intent }, makeParallel, quiet)).rig;
  }
  return from!;
}
