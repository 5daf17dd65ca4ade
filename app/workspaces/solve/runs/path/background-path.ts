import { createStore } from "zustand/vanilla";
import type { SequenceMesh } from "../../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { recall, remember } from "../../../../common/remembered";
import { ENGINE_JOBS } from "../../../../document/session/jobs/jobs";
import { type Stores, storeKey } from "../../../../document/stores";
import { REACH } from "./path-finding";
import { noPath } from "./path-refusal";
import { PATH } from "./path-state";
import type { SolutionPath } from "./solution-path";

/** Time without an edit and without other jobs before a path starts by itself, ms. */
export const QUIET_MS = 3000;
/** After longer solves it does not start by itself: on one thread the path would take many minutes. */
const LONGEST_SOLVE = 20;

const REMEMBERED = "path-in-background";

/** Whether a path starts by itself after a solve. This browser remembers it. */
export const BACKGROUND_PATH = storeKey(() => createStore(() => ({ on: recall(REMEMBERED, true) })));

export function switchBackgroundPath(stores: Stores, path: SolutionPath, on: boolean): void {
  stores.of(BACKGROUND_PATH).setState({ on });
  remember(REMEMBERED, on);
  if (!on && stores.of(PATH).getState().run?.byItself) path.stop();
}

/**
 * Bytes that the path of a rig takes at most: the motion in the engine, twice as f64 and once as f32, and every rig in
 * the engine and on the page.
 */
export function pathBytes({ vertexCount, frameCount }: SequenceMesh, { bones, weights }: Rig): number {
  const frames = 3 * vertexCount * frameCount * (2 * 8 + 4);
  const most = REACH * bones.length;
  const motions = (12 * 4 * frameCount * most * (most + 1)) / 2;
  const each = 8 * weights.bones.length + (3 * 4 + 4 + 8) * vertexCount;
  return frames + 2 * (motions + most * each);
}

/** Whether the document's rig can have a path that costs little time and memory. */
function isCheap(stores: Stores): boolean {
  const { sequence, rig, report } = stores.document.getState();
  if (!sequence || !rig || !report || noPath(stores) !== null) return false;
  const most = stores.steps.getState().limits.bytes;
  return report.seconds <= LONGEST_SOLVE && pathBytes(sequence, rig) <= most;
}

/**
 * Starts the path of each solved rig when the studio is idle. The next solve ends it, and so does an edit of the rig.
 */
export function followSolves(stores: Stores, path: SolutionPath): void {
  let before: Rig | null = null;
  /** The solved rig whose path is about to start. */
  let solved: Rig | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(): void {
    clearTimeout(timer);
    if (solved) timer = setTimeout(begin, QUIET_MS);
  }

  function begin(): void {
    const isBusy = stores.of(ENGINE_JOBS).getState().running.length > 0 || stores.work.getState().waiting;
    if (isBusy) {
      wait();
      return;
    }
    solved = null;
    const isWanted = stores.of(BACKGROUND_PATH).getState().on && !stores.of(PATH).getState().run;
    if (isWanted && isCheap(stores)) path.start(true);
  }

  stores.work.subscribe(
    ({ solve }) => solve !== null,
    (isSolving) => {
      solved = null;
      wait();
      if (isSolving) {
        before = stores.document.getState().rig;
        if (stores.of(PATH).getState().run?.byItself) path.stop();
        return;
      }
      // The solve puts its rig into the document right after it has ended.
      queueMicrotask(() => {
        const { rig } = stores.document.getState();
        solved = rig === before ? null : rig;
        wait();
      });
    },
  );
  stores.document.subscribe(({ rig }) => {
    if (!solved) return;
    if (rig !== solved) solved = null;
    wait();
  });
}
