// A pool worker in Node; bundled to build/engine/pool-worker.js.
import { parentPort } from "node:worker_threads";
import type { PoolStart } from "./pool-protocol";
import { servePool } from "./pool-service";

parentPort?.once("message", (start: PoolStart) => {
  parentPort?.postMessage("ready");
  servePool(start);
});
