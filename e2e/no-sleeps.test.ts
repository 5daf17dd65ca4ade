import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A wait for a time instead of a state. */
const SLEEP = /waitForTimeout|setTimeout\(\s*(resolve|done|r)\b/;
const OWN = "no-sleeps.test.ts";

test("no end-to-end test sleeps", () => {
  const files = readdirSync("e2e", { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts") && file !== OWN);
  expect(sources.length).toBeGreaterThan(50);
  const sleeping = sources.flatMap((file) =>
    readFileSync(`e2e/${file}`, "utf8")
      .split("\n")
      .flatMap((line, n) => (SLEEP.test(line) ? [`e2e/${file}:${n + 1}: ${line.trim()}`] : [])),
  );
  expect(sleeping).toEqual([]);
});
