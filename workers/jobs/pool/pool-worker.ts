// A pool worker in a browser.
import { holdLife } from "../life/life-lock";
import type { PoolStart } from "./pool-protocol";
import { servePool } from "./pool-service";

export interface BrowserPoolStart extends PoolStart {
  /** The lock that this worker holds during its life. */
  life: string;
}

export interface BrowserPoolReady {
  /** Whether it holds the lock. */
  held: boolean;
}

addEventListener("message", async ({ data }: MessageEvent<BrowserPoolStart>) => {
  // This comes before it serves, because afterwards it only sleeps and computes.
  const ready: BrowserPoolReady = { held: await holdLife(data.life) };
  postMessage(ready);
  servePool(data);
});
