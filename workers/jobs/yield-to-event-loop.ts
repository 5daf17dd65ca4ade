/** Node has this; browsers do not. */
const { setImmediate } = globalThis as { setImmediate?: (run: () => void) => void };

/** Lets queued messages and timers run. Unlike setTimeout, it does not wait the browser's 4 ms minimum. */
export function yieldToEventLoop(): Promise<void> {
  if (setImmediate) return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
