import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A wait for a fixed time instead of a state. */
const SLEEP = /waitForTimeout|setTimeout\(\s*(resolve|done|r)\b/;
const OWN = "no-sleeps.test.ts";

test("no end-to-end test sleeps", () => {
  const files = ["e2e", "tools/studio-driver"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(OWN));
  expect(sources.length).toBeGreaterThan(50);
  const sleeping = sources.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, n) => (SLEEP.test(line) ? [`${file}:${n + 1}: ${line.trim()}`] : [])),
  );
  expect(sleeping).toEqual([]);
});
