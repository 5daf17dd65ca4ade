import { expect, it } from "vitest";
import { isTooLargeToSolve } from "./frames-in-memory";

const bytes = (vertices: number, frames: number) => 12 * vertices * frames;

// A solve of 640 000 x 50 with 20 bones takes 1.3 GB with its frames in memory (docs/measurements/solving.md).
it.each([
  ["takes more than 1 GB", 640_000, 50, 1e9, true],
  ["takes less than 2 GB", 640_000, 50, 2e9, false],
  ["is within what Sinew takes by itself", 640_000, 50, undefined, false],
  ["is small", 8431, 48, 0.5e9, false],
  ["has frames of 1.6 GB", 200_000, 667, undefined, true],
] as const)("a solve that %s", (_, vertices, frames, memory, isTooLarge) => {
  expect(isTooLargeToSolve(bytes(vertices, frames), vertices, memory)).toBe(isTooLarge);
});
