import { setConsoleFunction } from "three/webgpu";

/** Warnings of three at every start that users cannot fix. */
const KNOWN = [
  // React Three Fiber uses a clock class that three is about to remove.
  "Clock: This module has been deprecated",
  // The status bar shows the backend.
  "WebGPU is not available, running under WebGL2 backend",
];

/** Hides three's known warnings from the console; all others stay. */
export function hushThree(): void {
  setConsoleFunction((type: "log" | "warn" | "error", message: string, ...params: unknown[]) => {
    if (!KNOWN.some((part) => message.includes(part))) console[type](message, ...params);
  });
}
