/** Lets queued messages and timers run, without the browser's 4 ms minimum of setTimeout. */
const { setImmediate } = globalThis as { setImmediate?: (run: () => void) => void };

/** Lets queued messages and timers in, then goes on: unlike setTimeout, without the browser's 4 ms floor. */
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
