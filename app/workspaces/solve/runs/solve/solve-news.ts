import type { SolvePartial, SolveResult } from "../../../../../workers/client";
import {
  isFiled,
  type OpenedSequence,
  wholeSequence,
} from "../../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { Progress } from "../../../../../workers/model/task";
import { throttle } from "../../../../common/throttle";
import type { JobListener } from "../../../../document/session/jobs/current-job";
import type { SolveRun } from "../../../../document/session/work";
import { frameErrors } from "../../../../document/solve/frame-errors";
import type { Stores } from "../../../../document/stores";
import { withPhase } from "./phases";

/**
 * Minimum time between updates of the rig on screen and of the card, so that the eye can follow and the page can draw.
 */
const PARTIAL_MS = 200;
const PROGRESS_MS = 120;
/**
 * Minimum time between measurements of the error per frame. They run in a separate task, so that the rig is drawn
 * first.
 */
const ERRORS_MS = 1000;

/** What a run takes over from the run that it replaces. */
export type CarriedOn = Pick<SolveRun, "history" | "phases" | "startedAt">;

/** Changes the running solve's card; does nothing if no solve runs. */
export function patchRun(stores: Stores, change: Partial<SolveRun>): void {
  stores.work.setState(({ solve }) => ({ solve: solve && { ...solve, ...change } }));
}

/**
 * Shows a solve while it runs: its phases, its errors, and its rig so far.
 *
 * @param showRig draws a rig; `isCurrent` says whether the solve is still the one on screen
 */
export function solveNews(
  stores: Stores,
  sequence: OpenedSequence,
  carried: CarriedOn,
  { showRig, isCurrent }: { showRig(rig: Rig): void; isCurrent(): boolean },
): Pick<JobListener<SolveResult, SolvePartial>, "progress" | "partial"> {
  const patch = (change: Partial<SolveRun>) => patchRun(stores, change);
  let phases: string[] = carried.phases;
  const showProgress = throttle(
    PROGRESS_MS,
    (progress: Progress) => isCurrent() && patch({ progress, phases }),
  );
  const showPartial = throttle(PARTIAL_MS, ({ rig, snapshot }: SolvePartial) => {
    if (!isCurrent()) return;
    showRig(rig);
    patch({ history: [...carried.history, ...snapshot.history] });
  });
  const measure = throttle(ERRORS_MS, ({ rig }: SolvePartial) =>
    setTimeout(() => isCurrent() && patch({ errorPerFrame: frameErrors(wholeSequence(sequence), rig) })),
  );
  return {
    progress(progress) {
      phases = withPhase(phases, progress.phase);
      showProgress(progress);
    },
    partial(partial) {
      showPartial(partial);
      // Frames in files are measured at the end, as they stream.
      if (!isFiled(sequence)) measure(partial);
    },
  };
}
