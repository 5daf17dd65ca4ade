import { useEffect, useState } from "react";
import type { GlbExportOptions, GlbExportResult, SolverClient } from "../../../workers/client";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { isCancel } from "../../document/session/report-error";

/** Waits this long after a change of options before it writes the file. */
const DEBOUNCE_MS = 250;

/** The file that an export would write. Keeps the last one while the next is made. */
export interface ExportCost {
  result: GlbExportResult | null;
  /** The options of `result`. */
  options: GlbExportOptions | null;
  busy: boolean;
  error: unknown;
}

/** Writes the file in memory whenever the options change, so that its cost is known before it is saved. */
export function useExportCost(
  client: SolverClient,
  sequence: MeshSequence | null,
  rig: Rig | null,
  options: GlbExportOptions,
): ExportCost {
  const [cost, setCost] = useState<ExportCost>({ result: null, options: null, busy: true, error: null });
  const key = JSON.stringify(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the options' content
  useEffect(() => {
    if (!sequence || !rig || options.clips.length === 0) return;
    setCost((before) => ({ ...before, busy: true, error: null }));
    let stop = () => {};
    const timer = setTimeout(() => {
      const job = client.exportGlb({ sequence, rig, options });
      let live = true;
      stop = () => {
        live = false;
        job.cancel();
      };
      job.result.then(
        (result) => live && setCost({ result, options, busy: false, error: null }),
        (error) => live && !isCancel(error) && setCost((before) => ({ ...before, busy: false, error })),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, sequence, rig, key]);
  return cost;
}
