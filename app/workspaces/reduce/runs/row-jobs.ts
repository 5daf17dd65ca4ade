import type { Job, SolverClient } from "../../../../workers/client";
import { REDUCE_DEFAULTS, type ReduceMethod } from "../../../../workers/model/reduce/reduce-settings";
import type { Rig } from "../../../../workers/model/rig/rig";
import { REDUCTION, type ReduceRun, type RunReport } from "../../../document/reduce/reduce-state";
import type { Stores } from "../../../document/stores";
import { compressJob } from "./compress-job";

/** The result of a row. */
export interface Reduced {
  rig: Rig;
  report: RunReport;
}

/** Starts the job of a row: a reduction, or a compression into two layers. Null without a rig to reduce. */
export function rowJob(
  stores: Stores,
  client: SolverClient,
  { method, asked }: ReduceRun,
): Job<Reduced> | null {
  const { sequence } = stores.document.getState();
  const { dense: rig, denseFigures } = stores.of(REDUCTION).getState();
  if (!sequence || !rig) return null;
  if (method === "two-layer") return compressJob(client, { sequence, rig }, asked, denseFigures);
  const settings = settingsOf(stores, method, asked);
  return client.reduceInfluences({ sequence, rig, settings, examples: null });
}

/**
 * Starts the job that gives the exceptional vertices of a row's result one more influence. Null if it has none, or no
 * result.
 */
export function reliefJob(stores: Stores, client: SolverClient, row: ReduceRun): Job<Reduced> | null {
  const { sequence } = stores.document.getState();
  const { dense } = stores.of(REDUCTION).getState();
  const vertices = row.report?.exceptional?.vertices;
  if (!sequence || !dense || !row.rig || row.method === "two-layer" || !vertices) return null;
  const settings = settingsOf(stores, row.method, row.asked);
  return client.oneMoreInfluence({ sequence, dense, rig: row.rig, vertices, settings, examples: null });
}

function settingsOf(stores: Stores, method: ReduceMethod, influences: number) {
  const { smoothness, exceptionalShare } = stores.of(REDUCTION).getState();
  return { ...REDUCE_DEFAULTS, method, influences, smoothness, exceptionalShare };
}
