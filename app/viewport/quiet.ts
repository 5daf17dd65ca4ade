import { setConsoleFunction } from "three/webgpu";

/** What three says at every start, which nobody who uses the studio can do anything about. */
const KNOWN = [
  // React Three Fiber makes a clock of the kind that three is about to drop.
  "Clock: This module has been deprecated",
  // The status bar says what draws.
  "WebGPU is not available, running under WebGL2 backend",
];

/** Keeps notes of three that say nothing new from the console; all others stay. */
export function hushThree(): void {
  setConsoleFunction((type: "log" | "warn" | "error", message: string, ...params: unknown[]) => {
    if (!KNOWN.some((part) => message.includes(part))) console[type](message, ...params);
  });
}
