import { afterEach, beforeEach, vi } from "vitest";

/** For tests of commands: captures the standard output of each test. */
export function printedByTest(): () => string {
  let printed = "";
  beforeEach(() => {
    printed = "";
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      printed += text;
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());
  return () => printed;
}
