import type { Rig } from "../../../../workers/model/rig/rig";
import { REDUCTION, type ReduceRun } from "../../../document/reduce/reduce-state";
import type { Stores } from "../../../document/stores";
import { bestWithin } from "./budget";

/** A rig that cannot be timed now is tried again after this many milliseconds, and this often. */
const [AGAIN_MS, TRIES] = [1000, 60];

/** Milliseconds of a rig's pose on the GPU; null as long as the picture does not show the rig's mesh. */
export type TimeRig = (rig: Rig) => Promise<number | null>;

interface Untimed {
  rig: Rig;
  put(milliseconds: number): void;
}

/**
 * Times the rigs of the table on the GPU, one after another. A method may finish before the viewport has compiled its
 * shaders, or while the GPU device is lost, so a rig without a figure is tried again.
 * @returns a function that times the rigs that the table shows and that have no figure yet.
 */
export function timerOfRigs(stores: Stores, timeRig: TimeRig): () => void {
  const store = stores.of(REDUCTION);
  const failures = new WeakMap<Rig, number>();
  let isTiming = false;
  let later: ReturnType<typeof setTimeout> | undefined;

  const mayTry = (rig: Rig) => (failures.get(rig) ?? 0) < TRIES;

  function putTime({ id, rig }: ReduceRun, gpuTime: number): void {
    store.setState(({ runs }) => ({
      runs: runs.map((run) => (run.id === id && run.rig === rig ? { ...run, gpuTime } : run)),
    }));
  }

  function nextUntimed(): Untimed | null {
    const { dense, denseGpuTime, runs, budget } = store.getState();
    if (dense && denseGpuTime === null && mayTry(dense)) {
      const put = (time: number) =>
        store.getState().dense === dense && store.setState({ denseGpuTime: time });
      return { rig: dense, put };
    }
    const run = bestWithin(runs, budget).find(({ rig, gpuTime }) => rig && gpuTime === null && mayTry(rig));
    return run?.rig ? { rig: run.rig, put: (time) => putTime(run, time) } : null;
  }

  async function timeAll(): Promise<void> {
    clearTimeout(later);
    // Without a renderer there is nothing to time. The renderer calls this again once it is ready.
    if (isTiming || stores.view.getState().backend === null) return;
    isTiming = true;
    try {
      for (let next = nextUntimed(); next; next = nextUntimed()) {
        const time = await timeRig(next.rig).catch(() => null);
        if (time !== null) {
          next.put(time);
          continue;
        }
        failures.set(next.rig, (failures.get(next.rig) ?? 0) + 1);
        later = setTimeout(() => void timeAll(), AGAIN_MS);
        return;
      }
    } finally {
      isTiming = false;
    }
  }

  stores.view.subscribe((state, before) => {
    if (state.backend !== before.backend) void timeAll();
  });
  return () => void timeAll();
}
