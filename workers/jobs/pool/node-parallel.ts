import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { Arena } from "../../kernels/arena";
import { type Parallel, Serial } from "../../kernels/parallel";
import { type PoolPort, ThreadPool } from "./thread-pool";

/** The bundle of node-pool-worker.ts: beside a bundled caller, or in the folder of `npm run build:engine`. */
function workerFile(): string {
  const places = ["./pool-worker.js", "../../../build/engine/pool-worker.js"];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (!found) throw new Error("The engine is not built: run npm run build:engine");
  return found;
}

/** A pool worker in Node, from the bundle. */
export function spawnNodeWorker(file = workerFile()): PoolPort {
  const worker = new Worker(file);
  worker.unref();
  return {
    post: (start) => worker.postMessage(start),
    onReady: (listen) => worker.once("message", () => listen()),
    onGone(listen) {
      worker.once("error", () => listen());
      worker.once("exit", () => listen());
    },
    terminate: () => void worker.terminate(),
  };
}

/** Threads over a memory of the given bytes. */
export async function nodeParallel(bytes: number, threads: number): Promise<Parallel> {
  if (threads < 2) return new Serial(new Arena(bytes, false));
  return ThreadPool.create(new Arena(bytes, true), threads, spawnNodeWorker);
}
