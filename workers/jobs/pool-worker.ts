// A pool worker in a browser.
import type { PoolStart } from "./pool-protocol";
import { servePool } from "./pool-service";

addEventListener("message", (event: MessageEvent<PoolStart>) => {
  postMessage("ready");
  servePool(event.data);
});
