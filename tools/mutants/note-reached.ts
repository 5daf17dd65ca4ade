/** Runs in the tests' thread before each test file: records which functions the tests call (see functions.ts). */
import { writeFileSync } from "node:fs";
import { afterAll } from "vitest";
import { REACHED } from "./trial";

const { SINEW_REACHED: file, SINEW_FUNCTIONS: count } = process.env;
if (file) {
  const reached = new Uint8Array(Number(count));
  Object.assign(globalThis, { [REACHED]: reached });
  afterAll(() => {
    const numbers = Array.from(reached.keys()).filter((n) => reached[n] === 1);
    writeFileSync(file, JSON.stringify(numbers));
  });
}
