import { afterEach, beforeEach, vi } from "vitest";

/** For tests of commands: what each test has printed on standard output so far, which goes nowhere else. */
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
