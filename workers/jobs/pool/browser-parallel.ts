import { Arena } from "../../kernels/arena";
import { type Parallel, Serial } from "../../kernels/parallel";
import { newLifeName, watchLife } from "../life/life-lock";
import type { PoolStart } from "./pool-protocol";
import type { BrowserPoolReady, BrowserPoolStart } from "./pool-worker";
import { type PoolPort, ThreadPool } from "./thread-pool";

function spawn(): PoolPort {
  const worker = new Worker(new URL("./pool-worker.ts", import.meta.url), { type: "module" });
  const life = newLifeName();
  let gone = () => {};
  let stopWatch = () => {};
  return {
    post: (start: PoolStart) => worker.postMessage({ ...start, life } satisfies BrowserPoolStart),
    onReady(listen) {
      const ready = ({ data: { held } }: MessageEvent<BrowserPoolReady>) => {
        if (held) stopWatch = watchLife(life, () => gone());
        listen();
      };
      worker.addEventListener("message", ready, { once: true });
    },
    onGone(listen) {
      gone = listen;
      worker.addEventListener("error", () => listen());
    },
    terminate() {
      stopWatch();
      worker.terminate();
    },
  };
}

/**
 * Threads over a memory if the page is cross-origin isolated; otherwise one thread. Call it from a worker, because the
 * coordinator blocks while it waits for the others.
 * @param spares whether one thread must rest now.
 */
export async function browserParallel(
  bytes: number,
  threads: number,
  spares?: () => boolean,
): Promise<Parallel> {
  if (threads < 2 || !globalThis.crossOriginIsolated) return new Serial(new Arena(bytes, false));
  return ThreadPool.create(new Arena(bytes, true), threads, spawn, spares);
}
