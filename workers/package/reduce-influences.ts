import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { ExampleChoice, ReduceResult } from "../model/reduce/reduce-report";
import { REDUCE_DEFAULTS, type ReduceSettings } from "../model/reduce/reduce-settings";
import type { Rig } from "../model/rig/rig";
import { reduceInfluences as reduceByMethod } from "../reduce/reduce";
import { checkContent, withDefaults } from "./given";
import { withThreads } from "./run";
import type { RunOptions } from "./run-options";

/** Settings of a reduction, and the poses that it should reproduce. */
export interface InfluenceSettings extends Partial<ReduceSettings> {
  /** Default: all frames of a sequence that moves, otherwise poses within the limits of the skeleton. */
  examples?: ExampleChoice | null;
}

/**
 * Reduces the influences of each vertex by any method of the studio, and measures the result.
 * @throws SinewError for a rig, settings or examples that do not fit
 */
export async function reduceInfluences(
  { sequence, rig }: { sequence: MeshSequence; rig: Rig },
  { examples = null, ...settings }: InfluenceSettings = {},
  options: RunOptions = {},
): Promise<ReduceResult> {
  checkContent({ sequence, rig });
  const input = { sequence, rig, settings: withDefaults(REDUCE_DEFAULTS, settings), examples };
  return withThreads(options, (task, makeParallel) => reduceByMethod(input, makeParallel, task));
}
