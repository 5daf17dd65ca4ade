import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** A read of the real clock, or a wait for a number of milliseconds. A deferred task without a time is neither. */
const STOPWATCH =
  /\bperformance\.now\(|\bprocess\.hrtime\b|\bsetTimeout\([^;]*?,\s*[\w.]+\)|"node:timers\/promises"/;

const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file));

/**
 * A busy machine fails a test that asserts seconds. A test that sleeps is slow everywhere and still too fast on some
 * machines. Count steps, wait for the expected event (`vi.waitFor`), or use a fake clock (`vi.useFakeTimers`).
 */
it("no unit test reads the clock or sleeps", () => {
  const tests = ["app", "workers", "site", "tools"].flatMap(testsIn);
  expect(tests.length).toBeGreaterThan(200);
  const found = tests.flatMap((file) =>
    file.endsWith("no-stopwatch.test.ts")
      ? []
      : readFileSync(file, "utf8")
          .split("\n")
          .flatMap((line, n) => (STOPWATCH.test(line) ? [`${file}:${n + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

it("finds each kind", () => {
  for (const line of [
    "const start = performance.now();",
    "await new Promise((resolve) => setTimeout(resolve, 400));",
    "setTimeout(() => job.cancel(), 5);",
    'import { setTimeout } from "node:timers/promises";',
  ])
    expect(STOPWATCH.test(line), line).toBe(true);
  expect(STOPWATCH.test("await new Promise((resolve) => setTimeout(resolve));")).toBe(false);
});
